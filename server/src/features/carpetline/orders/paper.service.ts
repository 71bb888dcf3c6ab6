import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { linesOf } from './lines.repository.ts';
import * as repository from './orders.repository.ts';
import { drawPaper, type PaperKind } from './paper.pdf.ts';

/** A paper of an order in the language of whoever asks for it. */
export async function paperOf(
  ctx: Context,
  id: string,
  kind: PaperKind,
): Promise<{ readonly bytes: Buffer; readonly number: number }> {
  const order = orNotFound(await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id));
  const lines = (await linesOf(ctx.db, order.companyId, [order.id])).get(order.id) ?? [];
  const company = orNotFound(
    await ctx.db
      .selectFrom('companies')
      .where('id', '=', order.companyId)
      .select(['name', 'logo_sha256'])
      .executeTakeFirst(),
  );
  const logo = company.logo_sha256 === null ? null : await ctx.files.get(company.logo_sha256);
  const bytes = await drawPaper({
    kind,
    language: ctx.language,
    company: { name: company.name, logo },
    order,
    lines,
    now: ctx.now(),
  });
  return { bytes, number: order.number };
}
