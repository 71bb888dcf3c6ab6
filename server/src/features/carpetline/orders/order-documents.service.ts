import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { linesOfOrder } from './lines.repository.ts';
import * as repository from './orders.repository.ts';
import { type DocumentKind, drawDocument } from './order-documents.pdf.ts';

/** A PDF of an order in the language of the caller. */
export async function documentOf(
  ctx: Context,
  id: string,
  kind: DocumentKind,
): Promise<{ readonly bytes: Buffer; readonly number: number }> {
  const order = orNotFound(await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id));
  const lines = await linesOfOrder(ctx.db, order);
  const company = orNotFound(await repository.companyOf(ctx.db, order.companyId));
  const logo = company.logo_sha256 === null ? null : await ctx.files.get(company.logo_sha256);
  const bytes = await drawDocument({
    kind,
    language: ctx.language,
    company: { name: company.name, logo },
    order,
    lines,
    now: ctx.now(),
  });
  return { bytes, number: order.number };
}
