import type { documents } from '#contract/documents/documents.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import { noteProcessed } from '../usage/usage.repository.ts';
import * as repository from './documents.repository.ts';

/** Marks documents as processed and counts their use: their invoices were exported (§D3, §I6). */
export async function markProcessed(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await repository.setProcessed(tx, companyId, ids, at);
  await noteProcessed(tx, companyId, ids, at);
}

type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

export const documentsService: ResourceService<typeof documents> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
  },
  async find(ctx, id) {
    const found = await repository.findById(ctx.db, ctx.scope, id);
    return found ? shown(ctx, found) : null;
  },
};

function shown(ctx: Context, { reasons, ...row }: Stored): Rec<typeof documents> {
  const reasonCodes = knownReasons(reasons);
  return { ...row, reasonCodes, reason: reasonText(ctx.language, reasons) };
}
