import { sql } from 'kysely';
import { triggers } from '#contract/documents/triggers.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import type { TriggerRule } from './matching.rules.ts';
import { decimaalteken, datumvolgorde, type TriggerValues } from './trigger-values.ts';
import '../documents.tables.ts';
import './triggers.tables.ts';

const columns = listColumns(triggers.fields, {
  id: 'triggers.id',
  naam: { sql: 'triggers.naam', natural: true, nullable: false },
  keywords: { sql: 'triggers.keywords', nullable: false },
  crediteur: { sql: 'triggers.crediteur', natural: true, nullable: false },
  isPdf: { sql: 'triggers.is_pdf', nullable: false },
  createdAt: 'triggers.created_at',
  updatedAt: 'triggers.updated_at',
});
const search = searchColumns(['triggers.naam', 'triggers.keywords', 'triggers.crediteur']);

/** Triggers within the scope; the general ones read everybody's documents, so everybody may see them. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('triggers')
    .where('triggers.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        within(scope, 'triggers.company_id'),
        ...(scope.reach === 'company' ? [eb('triggers.company_id', 'is', null)] : []),
      ]),
    )
    .select([
      'triggers.id',
      'triggers.company_id as companyId',
      'triggers.naam',
      'triggers.keywords',
      'triggers.factuurnummer',
      'triggers.factuurdatum',
      'triggers.totaalbedrag',
      'triggers.creditmodifier',
      'triggers.is_pdf as isPdf',
      'triggers.crediteur',
      'triggers.updated_at as updatedAt',
    ]);
}

export function list(db: Db, scope: Scope, query: ListQuery) {
  return listPage(query, { base: visible(db, scope), columns, search });
}

export function stream(db: Db, scope: Scope, query: ListQuery) {
  return streamList(db, query, { base: visible(db, scope), columns, search });
}

function records(db: Db, scope: Scope) {
  return visible(db, scope).select([
    'triggers.valuta',
    'triggers.decimaalteken',
    'triggers.datumvolgorde',
    'triggers.created_at as createdAt',
    'triggers.row_version as rowVersion',
    actorName('triggers.updated_by').as('updatedBy'),
  ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>;

// Stored values were parsed by the contract; one of another version counts as absent.
function parsed(found: Row) {
  return {
    ...found,
    decimaalteken: decimaalteken(found.decimaalteken),
    datumvolgorde: datumvolgorde(found.datumvolgorde),
  };
}

/** A trigger as it is stored. */
export type StoredTrigger = ReturnType<typeof parsed>;

export async function findById(db: Db, scope: Scope, id: string): Promise<StoredTrigger | undefined> {
  if (!isId(id)) return undefined;
  const found = await records(db, scope).where('triggers.id', '=', id).executeTakeFirst();
  return found && parsed(found);
}

/** Like `findById`, locked until the transaction ends. */
export async function lockById(tx: Tx, scope: Scope, id: string): Promise<StoredTrigger | undefined> {
  if (!isId(id)) return undefined;
  const found = await records(tx, scope)
    .where('triggers.id', '=', id)
    .forUpdate('triggers')
    .executeTakeFirst();
  return found && parsed(found);
}

/** Those of these ids that the scope reaches, or all; by name. */
export async function listRecords(
  db: Db,
  scope: Scope,
  ids: readonly string[] | null,
): Promise<StoredTrigger[]> {
  const known = ids?.filter(isId);
  const found = await records(db, scope)
    .$if(known !== undefined, (query) =>
      query.where('triggers.id', '=', sql<string>`any(${known ?? []}::uuid[])`),
    )
    .orderBy('triggers.naam')
    .orderBy('triggers.id')
    .limit(5000)
    .execute();
  return found.map(parsed);
}

/** The rules for documents of these companies: their own and the general ones. */
export async function listRules(db: Db, companyIds: readonly string[] | null): Promise<TriggerRule[]> {
  const found = await db
    .selectFrom('triggers')
    .where('deleted_at', 'is', null)
    .$if(companyIds !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('company_id', 'is', null),
          eb('company_id', '=', sql<string>`any(${companyIds ?? []}::uuid[])`),
        ]),
      ),
    )
    .orderBy('id')
    .select([
      'id',
      'company_id as companyId',
      'naam',
      'keywords',
      'factuurnummer',
      'factuurdatum',
      'totaalbedrag',
      'creditmodifier',
      'is_pdf as isPdf',
      'decimaalteken',
      'datumvolgorde',
      'created_at as createdAt',
    ])
    .execute();
  return found.map(({ createdAt, ...rule }) => ({
    ...rule,
    decimaalteken: decimaalteken(rule.decimaalteken),
    datumvolgorde: datumvolgorde(rule.datumvolgorde),
    createdAtMs: Date.parse(createdAt),
  }));
}

/** The company of a trigger, null for a general one; undefined when it was deleted. */
export function findOwner(db: Db, id: string) {
  return db
    .selectFrom('triggers')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('company_id as companyId')
    .executeTakeFirst();
}

/** What a trigger says beside its patterns, for a document that it read. */
export function findSupplier(db: Db, id: string) {
  return db.selectFrom('triggers').where('id', '=', id).select(['crediteur', 'valuta']).executeTakeFirst();
}

/** When a trigger was last saved; null for none. */
export async function findSavedAt(db: Db, id: string): Promise<string | null> {
  const found = await db
    .selectFrom('triggers')
    .where('id', '=', id)
    .select('updated_at as savedAt')
    .executeTakeFirst();
  return found?.savedAt ?? null;
}

/** How many documents that a trigger read were judged, and how many of them were right. */
export function countVerdicts(db: Db, id: string) {
  return db
    .selectFrom('documents')
    .where('trigger_id', '=', id)
    .where('is_correct', 'is not', null)
    .select([
      sql<number>`(count(*) filter (where is_correct))::int`.as('right'),
      sql<number>`count(*)::int`.as('all'),
    ])
    .executeTakeFirst();
}

export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string | null,
  values: TriggerValues,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('triggers')
    .values({ id, company_id: companyId, ...values, deleted_at: null, deleted_by: null, ...madeBy(ctx) })
    .execute();
  return id;
}

export async function update(tx: Tx, ctx: Context, id: string, values: TriggerValues): Promise<void> {
  await tx
    .updateTable('triggers')
    .set({ ...values, ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}

/** Whether a company is there within the scope, for staff who name one. */
export async function companyExists(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  if (!isId(companyId)) return false;
  const found = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
