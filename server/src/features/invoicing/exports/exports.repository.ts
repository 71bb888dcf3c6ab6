import { sql, type SqlBool } from 'kysely';
import { type exportFormats, exportStates, invoiceExports } from '#contract/invoicing/invoices.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, nameAt, searchColumns } from '#server/platform/db/list-columns.ts';
import { readers } from '#server/platform/db/readers.ts';
import { ExportNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

type Format = (typeof exportFormats)[number];

const stateName = nameAt(exportStates, 'invoice_exports.state');
const columns = listColumns(invoiceExports.fields, {
  id: 'invoice_exports.id',
  format: 'invoice_exports.format',
  state: stateName,
  invoiceCount: 'invoice_exports.invoice_count',
  createdAt: 'invoice_exports.created_at',
  finishedAt: { sql: 'invoice_exports.finished_at', nullable: true },
});
const search = searchColumns(['invoice_exports.filename']);

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('invoice_exports')
    .where(within(scope, 'invoice_exports.company_id'))
    .select([
      'invoice_exports.id',
      'invoice_exports.company_id as companyId',
      'invoice_exports.administration_id as administrationId',
      sql<Format>`invoice_exports.format`.as('format'),
      stateName.as('state'),
      'invoice_exports.invoice_count as invoiceCount',
      'invoice_exports.filename',
      'invoice_exports.error',
      'invoice_exports.created_at as createdAt',
      'invoice_exports.finished_at as finishedAt',
    ]);
}

export const { list, findById } = readers({ base: visible, columns, search });

export async function findFile(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, scope)
    .where('invoice_exports.id', '=', id)
    .where('invoice_exports.file_sha256', 'is not', null)
    .select('invoice_exports.file_sha256 as sha256')
    .executeTakeFirst();
}

/** What of the wanted company and administration does not exist; empty when both do. */
export async function findMissing(
  db: Db,
  companyId: string,
  administrationId: string | null,
): Promise<('company' | 'administration')[]> {
  const company = isId(companyId)
    ? await db
        .selectFrom('companies')
        .where('id', '=', companyId)
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
    : undefined;
  if (!company) return ['company'];
  if (administrationId === null) return [];
  const administration = isId(administrationId)
    ? await db
        .selectFrom('administrations')
        .where('company_id', '=', companyId)
        .where('id', '=', administrationId)
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
    : undefined;
  return administration ? [] : ['administration'];
}

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

/** Handovers that nobody finished for a while: their jobs were lost with their last try. */
export async function listStuck(db: Db, before: Date) {
  return db
    .selectFrom('invoice_exports')
    .where(sql<SqlBool>`state < ${sql.lit(ExportNumber.done)}`)
    .where('created_at', '<', before.toISOString())
    .select(['company_id as companyId', 'id as exportId'])
    .execute();
}
