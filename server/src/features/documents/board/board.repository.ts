import { type RawBuilder, sql } from 'kysely';
import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { spreadOver } from '#server/platform/db/spread.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { StateNumber } from '../document-state.ts';
import '../documents.tables.ts';
import '../rules/rules.tables.ts';
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

const instant = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** How recognition does over the documents of one row. */
interface Counts {
  readonly documentCount: number;
  readonly validatedCount: number;
  readonly positiveCount: number;
  readonly positiveShare: number | null;
  readonly unchangedCount: number;
  readonly unchangedShare: number | null;
  readonly lastDocumentAt: string | null;
}

const part = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;
const unchanged = sql`${positive} and not d.was_corrected`;
const share = (condition: RawBuilder<unknown>) =>
  sql`${part(condition)}::float8 / nullif(${part(judged)}, 0)`;
const countsAsJson = sql`json_build_object('documentCount', count(*), 'validatedCount', ${part(judged)},
  'positiveCount', ${part(positive)}, 'positiveShare', ${share(positive)},
  'unchangedCount', ${part(unchanged)}, 'unchangedShare', ${share(unchanged)},
  'lastDocumentAt', ${instant(sql`max(d.created_at)`)})`;
const hasFailed = sql`(d.was_rejected or d.state in (${sql.lit(StateNumber.Unknown)}, ${sql.lit(StateNumber.Unprocessable)}))`;
const failureAsJson = (from: string) =>
  sql`json_build_object('id', ${sql.ref(`${from}.id`)}, 'documentId', ${sql.ref(`${from}.number`)},
    'at', ${instant(sql.ref(`${from}.updated_at`))}, 'reasons', ${sql.ref(`${from}.reasons`)})`;

/**
 * Counts over the documents of one row of the board; `of` ties them to it. What a page shows is counted in one go, for
 * its rows only; what it is ordered by is counted alone, for all rows, from the index (documents_of_creditor, documents_of_trigger).
 */
function countsOf(of: RawBuilder<unknown>) {
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from documents d where ${of} and ${condition})`;
  return {
    order: {
      documentCount: count(sql`true`),
      validatedCount: count(judged),
      positiveShare: sql<number | null>`(select ${share(positive)} from documents d where ${of})`,
      unchangedShare: sql<number | null>`(select ${share(unchanged)} from documents d where ${of})`,
      lastDocumentAt: sql<string | null>`(select max(d.created_at) from documents d where ${of})`,
    },
    counts: sql<Counts>`(select ${countsAsJson} from documents d where ${of})`,
    failures: sql<
      Failure[]
    >`(select coalesce(json_agg(${failureAsJson('f')} order by f.updated_at desc), '[]'::json)
      from (select d.id, d.number, d.updated_at, d.reasons from documents d
        where ${of} and ${hasFailed} order by d.updated_at desc limit 5) f)`,
  };
}

// The same where the database is spread: every server has the triggers, and each the documents of its own companies, so
// that what is counted there is joined to them (decision 0075).
const joinedCounts = {
  order: {
    documentCount: sql<number>`coalesce(c.documents, 0)`,
    validatedCount: sql<number>`coalesce(c.validated, 0)`,
    positiveShare: sql<number | null>`c.positive_share`,
    unchangedShare: sql<number | null>`c.unchanged_share`,
    lastDocumentAt: sql<string | null>`c.last_at`,
  },
  counts: sql<Counts>`coalesce(c.counts, '{"documentCount":0,"validatedCount":0,"positiveCount":0,"positiveShare":null,
    "unchangedCount":0,"unchangedShare":null,"lastDocumentAt":null}'::json)`,
  failures: sql<Failure[]>`coalesce(c.failures, '[]'::json)`,
};

function countsByTrigger(documents: RawBuilder<unknown>) {
  return sql<{
    trigger_id: string;
  }>`(select d.trigger_id, count(*)::int as documents, ${part(judged)}::int as validated,
      ${share(positive)} as positive_share, ${share(unchanged)} as unchanged_share, max(d.created_at) as last_at,
      ${countsAsJson} as counts,
      array_to_json((array_agg(${failureAsJson('d')} order by d.updated_at desc) filter (where ${hasFailed}))[1:5]) as failures
    from documents d where d.trigger_id is not null and ${documents} group by d.trigger_id)`.as('c');
}

const ofSupplier = sql`d.company_id = creditors.company_id and d.creditor_id = creditors.id and d.deleted_at is null`;
const customerOf = (table: string) =>
  sql<string>`coalesce((select c.fm_customer_id || ' - ' || c.name from companies c where c.id = ${sql.ref(`${table}.company_id`)}), '')`;
// That they are automatic is a rule of theirs (decision 0155).
const ofRule = sql`from touchless_rules r where r.company_id = creditors.company_id and r.creditor_id = creditors.id`;
const isAutomatic = sql<boolean>`exists (select ${ofRule} and r.is_on)`;
const suppliers = countsOf(ofSupplier);
const supplierColumns = listColumns(supplierBoard.fields, {
  id: 'creditors.id',
  companyId: 'creditors.company_id',
  customerIdAndName: { sql: customerOf('creditors'), natural: true },
  name: { sql: 'creditors.name', natural: true },
  ...suppliers.order,
  isAutomatic,
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
      suppliers.counts.as('counts'),
      suppliers.failures.as('failures'),
      isAutomatic.as('isAutomatic'),
      sql<string>`coalesce((select r.off_reason ${ofRule}), '')`.as('automaticOff'),
      'creditors.positives_in_a_row as positivesInARow',
    ]);
}

const supplierSource = (ctx: Context) => ({
  base: supplierRows(ctx.db, ctx.scope),
  columns: supplierColumns,
  search: searchColumns(['creditors.name', customerOf('creditors')]),
});

export async function listSuppliers(ctx: Context, query: ListQuery) {
  const page = await listPage(query, supplierSource(ctx));
  return { ...page, rows: page.rows.map(counted) };
}

export async function* streamSuppliers(ctx: Context, query: ListQuery) {
  for await (const row of streamList(ctx.db, query, supplierSource(ctx))) yield counted(row);
}

export async function findSupplier(db: Db, ctx: Context, id: string) {
  if (!isId(id)) return undefined;
  const found = await supplierRows(db, ctx.scope).where('creditors.id', '=', id).executeTakeFirst();
  return found && counted(found);
}

function counted<Row extends { readonly counts: Counts }>({ counts, ...row }: Row) {
  return { ...row, ...counts };
}

/** The board of triggers: general ones and the caller's own, over the documents that they may see. */
export async function listTriggers(ctx: Context, query: ListQuery) {
  const page = await listPage(query, triggerSource(ctx));
  return { ...page, rows: page.rows.map(counted) };
}

export async function* streamTriggers(ctx: Context, query: ListQuery) {
  for await (const row of streamList(ctx.db, query, triggerSource(ctx))) yield counted(row);
}

function triggerSource(ctx: Context) {
  const mine = sql`d.deleted_at is null and ${within(ctx.scope, 'd.company_id')}`;
  const triggers = spreadOver() === 0 ? countsOf(sql`d.trigger_id = triggers.id and ${mine}`) : joinedCounts;
  const columns = listColumns(triggerBoard.fields, {
    id: 'triggers.id',
    companyId: 'triggers.company_id',
    customerIdAndName: { sql: customerOf('triggers'), natural: true },
    name: { sql: 'triggers.naam', natural: true },
    ...triggers.order,
  });
  const base = ctx.db
    .selectFrom('triggers')
    .$if(spreadOver() > 0, (rows) =>
      rows.leftJoin(countsByTrigger(mine), (join) => join.onRef('c.trigger_id', '=', 'triggers.id')),
    )
    .where('triggers.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('triggers.company_id', 'is', null), within(ctx.scope, 'triggers.company_id')]),
    )
    .select([
      'triggers.id',
      'triggers.company_id as companyId',
      customerOf('triggers').as('customerIdAndName'),
      'triggers.naam as name',
      triggers.counts.as('counts'),
      triggers.failures.as('failures'),
    ]);
  return { base, columns, search: searchColumns(['triggers.naam', customerOf('triggers')]) };
}
