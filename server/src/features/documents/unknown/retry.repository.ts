import { sql } from 'kysely';
import { documentStates } from '#contract/documents/documents.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import '../documents.tables.ts';

const unknownState = documentStates.indexOf('Onbekend');
const busyState = documentStates.indexOf('Bezig');
const asideState = documentStates.indexOf('Onverwerkbaar');

/** The name of the caller's scope: one run at a time in each (§D6). */
export function scopeName({ scope }: Pick<Context, 'scope'>): string {
  return scope.reach === 'user' ? `user:${scope.userId}` : scope.reach;
}

/** Lets one retry of a scope start at a time. */
export async function hold(tx: Tx, ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`retry ${ctx.caller.companyId} ${scopeName(ctx)}`}, 0))`.execute(tx);
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
    update documents set state = ${busyState}::smallint, reasons = '{}', last_error = '', retry_id = ${retryId}::uuid,
      is_correct = null, verdict_at = null, verdict_by = null,
      updated_at = ${ctx.now().toISOString()}::timestamptz, row_version = row_version + 1
    where state = ${unknownState}::smallint and deleted_at is null and sha256 <> ''
      and ${within(ctx.scope, 'documents.company_id', (userId) => sql`documents.created_by = ${userId}`)} and ${named}
    returning id, company_id as "companyId"`.execute(tx);
  return rows;
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

/** The last run of the caller's scope, and how far its documents are; undefined when there was none. */
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
      max(d.updated_at) as "finishedAt",
      count(*) filter (where d.state <= ${busyState}::smallint)::int as busy,
      count(*) filter (where d.state in (2, 5))::int as recognised,
      count(*) filter (where d.state in (${unknownState}::smallint, ${asideState}::smallint) and not d.reasons @> '{failed}')::int as unknown,
      count(*) filter (where d.state = ${unknownState}::smallint and d.reasons @> '{failed}')::int as failed
    from (select * from document_retries
      where company_id = ${ctx.caller.companyId}::uuid and scope = ${scopeName(ctx)} order by started_at desc, id desc limit 1) r
    left join documents d on d.retry_id = r.id and d.deleted_at is null
    group by r.id, r.document_count, r.started_at, r.started_by_name`.execute(db);
  return rows[0];
}

/** The first fifty of a run that are not recognised. */
export async function listFailures(db: Db, ctx: Context, retryId: string) {
  return db
    .selectFrom('documents')
    .where('retry_id', '=', retryId)
    .where('deleted_at', 'is', null)
    .where('state', 'in', [unknownState, asideState])
    .where(within(ctx.scope, 'documents.company_id', (userId) => sql`documents.created_by = ${userId}`))
    .orderBy('number')
    .limit(50)
    .select(['id', 'number as documentId', 'reasons'])
    .execute();
}
