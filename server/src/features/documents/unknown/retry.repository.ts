import { sql } from 'kysely';
import { inCompanyOf } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { noVerdict } from '../document-rows.ts';
import { StateNumber, unreadStates } from '../document-state.ts';
import { inScope } from '../documents/documents.repository.ts';
import '../documents.tables.ts';

/** The name of the caller's scope: one run at a time in each (§D6). */
export function scopeName({ scope }: Pick<Context, 'scope'>): string {
  return scope.reach === 'user' ? `user:${scope.userId}` : scope.reach;
}

/** Lets one retry of a scope start at a time. */
export async function lockScope(tx: Tx, ctx: Context): Promise<void> {
  await lockByKey(tx, advisoryLocks.retry(ctx.caller.companyId, scopeName(ctx)));
}

/** A document that was queued again. */
export interface Requeued {
  readonly id: string;
  readonly companyId: string;
}

/** Takes every unknown document in scope, or only these, for a run. */
export async function take(
  tx: Tx,
  ctx: Context,
  retryId: string,
  ids: readonly string[] | undefined,
): Promise<Requeued[]> {
  const named = ids === undefined ? sql`true` : sql`id = any(${ids.filter(isId)}::uuid[])`;
  const { rows } = await sql<Requeued>`
    with taken as (
      update documents set state = ${StateNumber.Reading}::smallint, reasons = '{}', last_error = '', retry_id = ${retryId}::uuid,
        is_correct = null, verdict_at = null, verdict_by = null,
        updated_at = ${ctx.now().toISOString()}::timestamptz, row_version = row_version + 1
      where state = ${StateNumber.Unknown}::smallint and deleted_at is null and sha256 <> ''
        and ${inScope(ctx.scope)} and ${named}
      returning id, company_id
    ), kept as (
      insert into document_retry_items (company_id, document_id, retry_id) select company_id, id, ${retryId}::uuid from taken
    )
    select id, company_id as "companyId" from taken`.execute(tx);
  return rows;
}

/** Takes unknown documents that a trigger fits to be read again; what a person wrote wins over a trigger (§D10). */
export async function takeForTrigger(tx: Tx, ids: readonly string[], at: Date): Promise<Requeued[]> {
  return tx
    .updateTable('documents')
    .set({
      state: StateNumber.Reading,
      reasons: [],
      last_error: '',
      ...noVerdict,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', StateNumber.Unknown)
    .where('deleted_at', 'is', null)
    .where('is_edited', '=', false)
    .where('sha256', '<>', '')
    .returning(['id', 'company_id as companyId'])
    .execute();
}

/** The next documents of a retry that still wait to be read, by id. */
export function listWaiting(db: Db, retryId: string, after: string, max: number) {
  return db
    .selectFrom('documents')
    .where('retry_id', '=', retryId)
    .where('state', 'in', unreadStates)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(max)
    .select(['id', 'company_id as companyId', 'text_length as textLength', 'page_count as pageCount'])
    .execute();
}

export async function insert(tx: Tx, ctx: Context, id: string, count: number): Promise<void> {
  await tx
    .insertInto('document_retries')
    .values({
      company_id: ctx.caller.companyId,
      id,
      scope: scopeName(ctx),
      document_count: count,
      started_at: ctx.now().toISOString(),
      started_by: ctx.caller.userId,
      started_by_name: ctx.caller.name,
    })
    .execute();
}

/**
 * The last run of the caller's scope, how far it is and what it made of its documents: what becomes of them later is not
 * its doing (decision 0057). Undefined when there was none.
 */
export async function findLast(db: Db, ctx: Context) {
  const { rows } = await sql<{
    id: string;
    nrOfDocuments: number;
    startedAt: string;
    startedBy: string;
    finishedAt: string | null;
    busy: number;
    recognised: number;
    unknown: number;
    failed: number;
  }>`
    select r.id, r.document_count as "nrOfDocuments", r.started_at as "startedAt", r.started_by_name as "startedBy",
      max(i.ended_at) as "finishedAt",
      -- Whoever settles or removes a document meanwhile ends its waiting, too.
      count(*) filter (where i.ended_at is null and d.state <= ${StateNumber.Reading}::smallint and d.deleted_at is null)::int as busy,
      count(*) filter (where i.state = ${StateNumber.Recognised}::smallint)::int as recognised,
      count(*) filter (where i.state in (${StateNumber.Unknown}::smallint, ${StateNumber.Unprocessable}::smallint) and not i.reasons @> '{failed}')::int as unknown,
      count(*) filter (where i.state = ${StateNumber.Unknown}::smallint and i.reasons @> '{failed}')::int as failed
    from (select * from document_retries
      where company_id = ${ctx.caller.companyId}::uuid and scope = ${scopeName(ctx)} order by started_at desc, id desc limit 1) r
    left join document_retry_items i on i.retry_id = r.id and ${inCompanyOf(ctx.caller, 'i.company_id')}
    left join documents d on d.company_id = i.company_id and d.id = i.document_id
    group by r.id, r.document_count, r.started_at, r.started_by_name`.execute(db);
  return rows[0];
}

/** The first fifty of a run that it did not recognise. */
export async function listFailures(db: Db, ctx: Context, retryId: string) {
  return db
    .selectFrom('document_retry_items as i')
    .innerJoin('documents', (join) =>
      join.onRef('documents.company_id', '=', 'i.company_id').onRef('documents.id', '=', 'i.document_id'),
    )
    .where('i.retry_id', '=', retryId)
    .where('i.state', 'in', [StateNumber.Unknown, StateNumber.Unprocessable])
    .where('documents.deleted_at', 'is', null)
    .where(inScope(ctx.scope))
    .orderBy('documents.number')
    .limit(50)
    .select(['documents.id', 'documents.number as documentId', 'i.reasons'])
    .execute();
}
