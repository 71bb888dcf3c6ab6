import type { z } from 'zod';
import type { carpetLetterhead, carpetLetterheadWrite } from '#contract/carpetline/orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { linesOfOrder } from './lines.repository.ts';
import * as repository from './orders.repository.ts';
import { type DocumentKind, documentName, drawDocument, type Sender } from './order-documents.pdf.ts';

/** Finds the letterhead of a company, which is kept with the offers of work orders. */
export type FindLetterhead = (
  db: Db,
  companyId: string,
) => Promise<(Omit<Sender, 'logo'> & { readonly logoSha256: string | null }) | undefined>;

/** The letterhead of a company, as carpets use it: `find` for documents, the others for those who process orders. */
export interface Letterheads {
  readonly find: FindLetterhead;
  readonly read: (ctx: Context) => Promise<z.input<typeof carpetLetterhead>>;
  readonly change: (
    ctx: Context,
    body: z.output<typeof carpetLetterheadWrite>,
  ) => Promise<z.input<typeof carpetLetterhead>>;
}

/** A PDF of an order in the language of the caller. */
export async function documentOf(
  ctx: Context,
  id: string,
  kind: DocumentKind,
  findLetterhead: FindLetterhead,
): Promise<{ readonly bytes: Buffer; readonly filename: string }> {
  const order = orNotFound(await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id));
  const lines = await linesOfOrder(ctx.db, order);
  const sender = orNotFound(await findLetterhead(ctx.db, order.companyId));
  const bytes = await drawDocument({
    kind,
    language: ctx.language,
    sender: { ...sender, logo: sender.logoSha256 === null ? null : await ctx.files.get(sender.logoSha256) },
    customer: (await repository.customerOf(ctx.db, order)) ?? null,
    order,
    lines,
    now: ctx.now(),
  });
  return { bytes, filename: documentName(kind, order.number, ctx.language) };
}
