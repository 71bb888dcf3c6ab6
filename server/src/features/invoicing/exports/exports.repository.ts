import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { type exportFormats, exportStates, invoiceExports } from '#contract/invoicing/invoices.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { ExportNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

type Format = (typeof exportFormats)[number];

export const { list, findById } = recordReaders(
  { ...invoiceExports, record: invoiceExports.record.extend({ fileSha256: z.string().nullable() }) },
  {
    table: 'invoice_exports',
    rows: (db, scope) =>
      db
        .selectFrom('invoice_exports')
        .where(within(scope, 'invoice_exports.company_id'))
        .where(
          sql<SqlBool>`(${withinAdministrations(scope, 'invoice_exports.administration_id')}
            or invoice_exports.created_by = ${scope.userId})`,
        ),
    columns: { state: nameAt(exportStates, 'invoice_exports.state'), finishedAt: { nullable: true } },
    search: ['invoice_exports.filename'],
  },
);

export async function insert(
  tx: Tx,
  ctx: Context,
  {
    companyId,
    administrationId,
    format,
  }: { companyId: string; administrationId: string | null; format: Format },
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('invoice_exports')
    .values({
      company_id: companyId,
      id,
      administration_id: administrationId,
      format,
      file_sha256: null,
      error: null,
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
      finished_at: null,
    })
    .execute();
  return id;
}

/** Exports whose job was lost with its last try: not finished for a while. */
export async function listStuck(db: Db, before: Date) {
  return db
    .selectFrom('invoice_exports')
    .where(sql<SqlBool>`state < ${sql.lit(ExportNumber.done)}`)
    .where('created_at', '<', before.toISOString())
    .select(['company_id as companyId', 'id as exportId'])
    .execute();
}
