import { type RawBuilder, sql } from 'kysely';
import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import '../documents.tables.ts';
import '../triggers/triggers.tables.ts';

/** A document that was rejected or not recognised. */
export interface Failure {
  readonly id: string;
  readonly documentId: string;
  readonly at: string;
  readonly reasons: string[];
}

// A rejected document that was put right later still counts as rejected at first.
const positive = sql`d.is_correct and not d.was_rejected`;
const judged = sql`(d.is_correct is not null or d.was_rejected)`;

/** Counts over the documents of one row of the board; `of` ties them to it. */
function countsOf(of: RawBuilder<unknown>) {
  const count = (condition: RawBuilder<unknown>) => sql<number>`(select count(*)::int from documents d where ${of} and ${condition})`;
  const share = (condition: RawBuilder<unknown>) =>
    sql<number | null>`(select count(*) filter (where ${condition})::float8 / nullif(count(*), 0) from documents d where ${of} and ${judged})`;
  return {
    documentCount: count(sql`true`),
    validatedCount: count(judged),
    positiveCount: count(positive),
    positiveShare: share(positive),
    unchangedCount: count(sql`${positive} and not d.was_corrected`),
    unchangedShare: share(sql`${positive} and not d.was_corrected`),
    lastDocumentAt: sql<string | null>`(select max(d.created_at) from documents d where ${of})`,
    failures: sql<Failure[]>`(select coalesce(json_agg(json_build_object('id', f.id, 'documentId', f.number,
          'at', to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reasons', f.reasons)
        order by f.updated_at desc), '[]'::json)
      from (select d.id, d.number, d.updated_at, d.reasons from documents d
        where ${of} and (d.was_rejected or d.state in (3, 4)) order by d.updated_at desc limit 5) f)`,
  };
}

const ofSupplier = sql`d.company_id = creditors.company_id and d.creditor_id = creditors.id and d.deleted_at is null`;
const customerOf = (table: string) =>
  sql<string>`coalesce((select c.fm_customer_id || ' - ' || c.name from companies c where c.id = ${sql.ref(`${table}.company_id`)}), '')`;
const suppliers = countsOf(ofSupplier);
const supplierColumns = listColumns(supplierBoard.fields, {
  id: 'creditors.id',
  companyId: 'creditors.company_id',
  customerIdAndName: { sql: customerOf('creditors'), natural: true },
  name: { sql: 'creditors.name', natural: true },
  documentCount: suppliers.documentCount,
  validatedCount: suppliers.validatedCount,
  positiveShare: suppliers.positiveShare,
  unchangedShare: suppliers.unchangedShare,
  lastDocumentAt: suppliers.lastDocumentAt,
  isAutomatic: 'creditors.is_automatic',
});

function supplierRows(db: Db, scope: Scope) {
  return db
    .selectFrom('creditors')
    .where(within(scope, 'creditors.company_id'))
    .select([
      'creditors.id',
      'creditors.company_id as companyId',
      customerOf('creditors').as('customerIdAndName'),
      'creditors.name',
      suppliers.documentCount.as('documentCount'),
      suppliers.validatedCount.as('validatedCount'),
      suppliers.positiveCount.as('positiveCount'),
      suppliers.positiveShare.as('positiveShare'),
      suppliers.unchangedCount.as('unchangedCount'),
      suppliers.unchangedShare.as('unchangedShare'),
      suppliers.lastDocumentAt.as('lastDocumentAt'),
      suppliers.failures.as('failures'),
      'creditors.is_automatic as isAutomatic',
      'creditors.automatic_off as automaticOff',
      'creditors.positives_in_a_row as positivesInARow',
    ]);
}

const supplierSource = (ctx: Context) => ({
  base: supplierRows(ctx.db, ctx.scope),
  columns: supplierColumns,
  search: searchColumns(['creditors.name', customerOf('creditors')]),
});

export function listSuppliers(ctx: Context, query: ListQuery) {
  return listPage(query, supplierSource(ctx));
}

export function streamSuppliers(ctx: Context, query: ListQuery) {
  return streamList(ctx.db, query, supplierSource(ctx));
}

export async function findSupplier(db: Db, ctx: Context, id: string) {
  return isId(id) ? supplierRows(db, ctx.scope).where('creditors.id', '=', id).executeTakeFirst() : undefined;
}

/** Holds a supplier for the switch. */
export async function lockSupplier(tx: Tx, ctx: Context, id: string) {
  if (!isId(id)) return undefined;
  return tx
    .selectFrom('creditors')
    .where('id', '=', id)
    .where(within(ctx.scope, 'creditors.company_id'))
    .select(['company_id as companyId', 'is_automatic as isAutomatic', 'positives_in_a_row as positivesInARow'])
    .forUpdate()
    .executeTakeFirst();
}

export async function setAutomatic(tx: Tx, companyId: string, id: string, isAutomatic: boolean): Promise<void> {
  await tx
    .updateTable('creditors')
    .set({ is_automatic: isAutomatic, automatic_off: '' })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The board of triggers: general ones and the caller's own, over the documents that he may see. */
export function listTriggers(ctx: Context, query: ListQuery) {
  return listPage(query, triggerSource(ctx));
}

export function streamTriggers(ctx: Context, query: ListQuery) {
  return streamList(ctx.db, query, triggerSource(ctx));
}

function triggerSource(ctx: Context) {
  const counts = countsOf(sql`d.trigger_id = triggers.id and d.deleted_at is null and ${within(ctx.scope, 'd.company_id')}`);
  const columns = listColumns(triggerBoard.fields, {
    id: 'triggers.id',
    companyId: 'triggers.company_id',
    customerIdAndName: { sql: customerOf('triggers'), natural: true },
    name: { sql: 'triggers.naam', natural: true },
    documentCount: counts.documentCount,
    validatedCount: counts.validatedCount,
    positiveShare: counts.positiveShare,
    unchangedShare: counts.unchangedShare,
    lastDocumentAt: counts.lastDocumentAt,
  });
  const base = ctx.db
    .selectFrom('triggers')
    .where('triggers.deleted_at', 'is', null)
    .where((where) => where.or([where('triggers.company_id', 'is', null), within(ctx.scope, 'triggers.company_id')]))
    .select([
      'triggers.id',
      'triggers.company_id as companyId',
      customerOf('triggers').as('customerIdAndName'),
      'triggers.naam as name',
      counts.documentCount.as('documentCount'),
      counts.validatedCount.as('validatedCount'),
      counts.positiveCount.as('positiveCount'),
      counts.positiveShare.as('positiveShare'),
      counts.unchangedCount.as('unchangedCount'),
      counts.unchangedShare.as('unchangedShare'),
      counts.lastDocumentAt.as('lastDocumentAt'),
      counts.failures.as('failures'),
    ]);
  return { base, columns, search: searchColumns(['triggers.naam', customerOf('triggers')]) };
}
