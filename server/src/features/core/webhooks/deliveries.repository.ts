import { sql } from 'kysely';
import { type WebhookDelivery, webhookLogSize } from '#contract/core/webhooks.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { asEvent, list as listEvents } from '../events/events.repository.ts';
import { StoppedNumber } from './webhooks.rules.ts';
import './webhooks.tables.ts';

/** Which target. */
export interface TargetKey {
  readonly companyId: string;
  readonly id: string;
}

const working = (db: Db) =>
  db
    .selectFrom('webhook_targets')
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .where('stopped', '=', StoppedNumber.none);

/** The companies that have a target which works. */
export async function listCompanies(db: Db): Promise<string[]> {
  const rows = await working(db).select('company_id').distinct().execute();
  return rows.map((row) => row.company_id);
}

/** The targets of a company that work and have not taken all events up to this number. */
export async function listBehind(db: Db, companyId: string, until: number): Promise<string[]> {
  const rows = await working(db)
    .where('company_id', '=', companyId)
    .where('read_up_to', '<', until)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

const maxTaken = 500;

/** Takes the next events for a target, up to a number; whether there may be more. */
export async function takeEvents(
  tx: Tx,
  { companyId, id }: TargetKey,
  {
    until,
    entities,
    now,
  }: { readonly until: number; readonly entities: readonly string[]; readonly now: Date },
): Promise<boolean> {
  const target = await tx
    .selectFrom('webhook_targets')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['event_types', 'read_up_to'])
    .forUpdate()
    .executeTakeFirst();
  if (!target || target.read_up_to >= until) return false;
  const range = { after: String(target.read_up_to), until, entities, max: maxTaken };
  const events = await listEvents(tx, companyId, range);
  const wanted = events.filter(({ type }) => target.event_types.includes(type));
  if (wanted.length > 0)
    await tx
      .insertInto('webhook_deliveries')
      .values(
        wanted.map((event) => ({
          ...noAnswer,
          company_id: companyId,
          id: newId(now.getTime()),
          target_id: id,
          event_id: event.id,
          number: event.number,
          type: event.type,
          record_id: event.recordId,
          body: JSON.stringify(asEvent(companyId, event)),
          next_try_at: now.toISOString(),
          created_at: now.toISOString(),
        })),
      )
      .execute();
  const isFull = events.length === maxTaken;
  await tx
    .updateTable('webhook_targets')
    .set({ read_up_to: isFull ? (events.at(-1)?.number ?? until) : until })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  return isFull;
}

const noAnswer = { failing_since: null, last_status: null, last_error: null, last_ms: null } as const;

/** Something to send that is no event of the feed: a test, or what is sent again. */
export async function insertDelivery(
  tx: Tx,
  target: TargetKey,
  made: {
    readonly eventId: string;
    readonly type: string;
    readonly recordId: string | null;
    readonly body: string;
    readonly now: Date;
  },
): Promise<string> {
  const id = newId(made.now.getTime());
  await tx
    .insertInto('webhook_deliveries')
    .values({
      ...noAnswer,
      company_id: target.companyId,
      id,
      target_id: target.id,
      event_id: made.eventId,
      number: null,
      type: made.type,
      record_id: made.recordId,
      body: made.body,
      next_try_at: made.now.toISOString(),
      created_at: made.now.toISOString(),
    })
    .execute();
  return id;
}

/** A delivery that is to be tried, with what it is sent by. */
export interface DueDelivery {
  readonly id: string;
  readonly targetId: string;
  readonly eventId: string;
  readonly body: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly oldSecret: Buffer | null;
}

// Of each record of each target the oldest: what fails holds the later ones of its record, and nothing else.
const heads = (companyId: string) => sql`
  select distinct on (d.target_id, coalesce(d.record_id, d.id))
    d.id, d.target_id, d.event_id, d.body, d.next_try_at, t.url, t.secret, t.old_secret, t.old_secret_until
  from webhook_deliveries d join webhook_targets t on t.company_id = d.company_id and t.id = d.target_id
  where d.company_id = ${companyId} and not d.is_delivered
    and t.is_active and t.stopped = ${sql.lit(StoppedNumber.none)} and t.deleted_at is null
  order by d.target_id, coalesce(d.record_id, d.id), d.id`;

/** What of a company is due. */
export async function listDue(db: Db, companyId: string, now: Date, max: number): Promise<DueDelivery[]> {
  const at = now.toISOString();
  const { rows } = await sql<DueDelivery>`
    select id, target_id as "targetId", event_id as "eventId", body, url, secret,
      case when old_secret_until > ${at}::timestamptz then old_secret end as "oldSecret"
    from (${heads(companyId)}) h where next_try_at <= ${at}::timestamptz order by next_try_at, id limit ${max}`.execute(
    db,
  );
  return rows;
}

/** When something of a company is due next; undefined when nothing waits. */
export async function findNextDue(db: Db, companyId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select min(next_try_at) as at from (${heads(companyId)}) h`.execute(db);
  const at = rows[0]?.at;
  return at ? new Date(at) : undefined;
}

/** How far a delivery is, locked; undefined when it was delivered or is gone. */
export function lockWaiting(tx: Tx, { companyId, id }: TargetKey) {
  return tx
    .selectFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('is_delivered', '=', false)
    .select(['tries', 'failures', 'failing_since as failingSince'])
    .forUpdate()
    .executeTakeFirst();
}

/** What came of an attempt. */
export interface Attempt {
  readonly number: number;
  readonly at: Date;
  readonly ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string;
}

/** Stores an attempt, and how far the delivery is after it. */
export async function recordAttempt(
  tx: Tx,
  { companyId, id }: TargetKey,
  attempt: Attempt,
  after: {
    readonly isDelivered: boolean;
    readonly failures: number;
    readonly failingSince: Date | null;
    readonly nextTryAt: Date | null;
  },
): Promise<void> {
  const { number, ms, status, error } = attempt;
  await tx
    .insertInto('webhook_attempts')
    .values({
      company_id: companyId,
      delivery_id: id,
      number,
      at: attempt.at.toISOString(),
      ms,
      status,
      error,
      answer: attempt.answer,
    })
    .execute();
  await tx
    .updateTable('webhook_deliveries')
    .set({
      is_delivered: after.isDelivered,
      tries: number,
      failures: after.failures,
      failing_since: after.failingSince?.toISOString() ?? null,
      next_try_at: after.nextTryAt?.toISOString() ?? null,
      last_status: status,
      last_error: error,
      last_ms: ms,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Stops a target, or lets it go on; whether it stood otherwise, and who changed it last. */
export function setStopped(tx: Tx, { companyId, id }: TargetKey, stopped: number) {
  return tx
    .updateTable('webhook_targets')
    .set({ stopped, row_version: sql`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('stopped', '!=', stopped)
    .where('deleted_at', 'is', null)
    .returning(['url', 'updated_by as updatedBy', 'created_by as createdBy'])
    .executeTakeFirst();
}

/** Lets all that waits for a target start over. */
export async function startOver(tx: Tx, { companyId, id }: TargetKey, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_try_at: now.toISOString(), failing_since: null, failures: 0 })
    .where('company_id', '=', companyId)
    .where('target_id', '=', id)
    .where('is_delivered', '=', false)
    .execute();
}

/** Deletes what was, or is to be, sent to a target. */
export async function removeDeliveries(tx: Tx, { companyId, id }: TargetKey): Promise<void> {
  await tx
    .deleteFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('target_id', '=', id)
    .execute();
}

/** Deletes the log of a company from before a moment, with what still waits from then. */
export async function forgetDeliveries(db: Db, companyId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('created_at', '<', before.toISOString())
    .execute();
}

const logColumns = [
  'id',
  'event_id as eventId',
  'type',
  'record_id as recordId',
  'is_delivered as isDelivered',
  'created_at as createdAt',
  'tries',
  'next_try_at as nextTryAt',
  'last_status as lastStatus',
  'last_error as lastError',
  'last_ms as lastMs',
] as const;
// Behind an older one of its record that is not delivered yet, as listDue passes over it.
const isHeld = sql<boolean>`(not d.is_delivered and exists (select 1 from webhook_deliveries o
  where o.company_id = d.company_id and o.target_id = d.target_id and o.record_id = d.record_id
    and not o.is_delivered and o.id < d.id))`.as('isHeld');

/** The log of a target, the newest first. */
export function listLog(
  db: Db,
  { companyId, id }: TargetKey,
  before: string | undefined,
): Promise<WebhookDelivery[]> {
  return db
    .selectFrom('webhook_deliveries as d')
    .where('company_id', '=', companyId)
    .where('target_id', '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .select([...logColumns, isHeld])
    .orderBy('id', 'desc')
    .limit(webhookLogSize)
    .execute();
}

/** One delivery of a target, with its attempts. */
export async function findDelivery(db: Db, { companyId, id }: TargetKey, deliveryId: string) {
  const found = await db
    .selectFrom('webhook_deliveries as d')
    .where('company_id', '=', companyId)
    .where('target_id', '=', id)
    .where('id', '=', deliveryId)
    .select([...logColumns, 'body', isHeld])
    .executeTakeFirst();
  if (!found) return undefined;
  const attempts = await db
    .selectFrom('webhook_attempts')
    .where('company_id', '=', companyId)
    .where('delivery_id', '=', deliveryId)
    .select(['number', 'at', 'ms', 'status', 'error', 'answer'])
    .orderBy('number')
    .execute();
  return { ...found, attempts };
}
