import { sql, type SqlBool } from 'kysely';
import { type UsageKind, type UsageMark } from '#contract/billing/codes.ts';
import { usageDocuments } from '#contract/billing/costs.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import '#server/features/documents/index.ts';

/** Which uses: of one company, from the day that its billing starts. */
export interface WhichUses {
  readonly companyId: string;
  readonly startOn: string | null;
  /** The customer has a trial or preview now. */
  readonly isFree: boolean;
  readonly kind?: UsageKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

// What a trial used shows its price while it is one, and costs nothing later.
const markOf = (isFree: boolean) =>
  sql<UsageMark>`case when usage_events.mark <> '' then usage_events.mark when usage_events.is_trial and not ${isFree}::boolean then 'trial' else '' end`;
const id = sql<string>`usage_events.kind || '-' || usage_events.subject_id`;

const columnsFor = (isFree: boolean) =>
  listColumns(usageDocuments.fields, {
    id: { sql: id, idType: 'text', nullable: false },
    kind: { sql: 'usage_events.kind', nullable: false },
    number: { sql: sql`coalesce(d.number, '')`, natural: true, nullable: false },
    filename: { sql: sql`coalesce(d.filename, '')`, nullable: false },
    administrationName: { sql: sql`coalesce(a.name, '')`, natural: true, nullable: false },
    day: { sql: 'usage_events.day', nullable: false },
    at: { sql: 'usage_events.at', nullable: false },
    isBillable: { sql: sql`(${markOf(isFree)} = '')`, nullable: false },
    mark: { sql: markOf(isFree), nullable: false },
  });
const columns = { free: columnsFor(true), paid: columnsFor(false) };
const search = searchColumns([sql`d.number`, sql`d.filename`, sql`a.name`]);

function visible(db: Db, scope: Scope, { companyId, startOn, isFree, kind, from, to }: WhichUses) {
  const all = db
    .selectFrom('usage_events')
    .leftJoin('documents as d', (join) =>
      join
        .onRef('d.company_id', '=', 'usage_events.company_id')
        .onRef('d.id', '=', 'usage_events.document_id')
        .on('d.deleted_at', 'is', null),
    )
    .leftJoin('administrations as a', (join) =>
      join
        .onRef('a.company_id', '=', 'usage_events.company_id')
        .onRef('a.id', '=', 'usage_events.administration_id'),
    )
    .where('usage_events.company_id', '=', companyId)
    .where(within(scope, 'usage_events.company_id'))
    .where(sql<SqlBool>`usage_events.day >= ${startOn}::date`)
    .select([
      id.as('id'),
      'usage_events.company_id as companyId',
      sql<UsageKind>`usage_events.kind`.as('kind'),
      'd.id as documentId',
      sql<string>`coalesce(d.number, '')`.as('number'),
      sql<string>`coalesce(d.filename, '')`.as('filename'),
      sql<string>`coalesce(a.name, '')`.as('administrationName'),
      'usage_events.at',
      'usage_events.day',
      markOf(isFree).as('mark'),
    ]);
  const ofKind = kind === undefined ? all : all.where('usage_events.kind', '=', kind);
  const since = from === undefined ? ofKind : ofKind.where('usage_events.day', '>=', from);
  return to === undefined ? since : since.where('usage_events.day', '<=', to);
}

export function list(db: Db, scope: Scope, which: WhichUses, query: ListQuery) {
  return listPage(query, {
    base: visible(db, scope, which),
    columns: which.isFree ? columns.free : columns.paid,
    search,
    id,
  });
}

/** All of a list, in its order, for an export. */
export function stream(db: Db, scope: Scope, which: WhichUses, query: ListQuery) {
  return streamList(db, query, {
    base: visible(db, scope, which),
    columns: which.isFree ? columns.free : columns.paid,
    search,
    id,
  });
}

/** How many there are each day, and how many of them count: from the events themselves. */
export async function countByDay(db: Db, scope: Scope, which: WhichUses) {
  return visible(db, scope, which)
    .clearSelect()
    .select([
      sql<UsageKind>`usage_events.kind`.as('kind'),
      'usage_events.day',
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where ${markOf(which.isFree)} = '')`.as('count'),
    ])
    .groupBy(['usage_events.kind', 'usage_events.day'])
    .execute();
}
