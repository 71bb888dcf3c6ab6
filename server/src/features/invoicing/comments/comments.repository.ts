import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { changedBy } from '#server/platform/db/record.ts';
import '../invoicing.tables.ts';

export async function saveComments(
  tx: Tx,
  ctx: Context,
  key: { companyId: string; id: string },
  comments: string,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ comments, comments_version: sql`comments_version + 1`, ...changedBy(ctx) })
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .execute();
}
