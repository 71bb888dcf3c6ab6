import { sql } from 'kysely';
import type { EventType } from '#contract/core/events.ts';
import { type Db, executeLater, type Tx } from './database.ts';
import { newId, noCompany } from './ids.ts';
import { type Slot, statement } from './statement.ts';
import { inTransaction } from './transaction.ts';

declare module './schema.ts' {
  interface Tables {
    events: {
      company_id: string;
      id: string;
      number: number | null;
      type: EventType;
      entity: string;
      record_id: string;
      at: string;
    };
  }
}

/** Something that happened to a record; `entity` is the permission name of its resource. */
export interface NewEvent {
  readonly companyId: string;
  readonly type: EventType;
  readonly entity: string;
  readonly recordId: string;
}

// PostgreSQL takes 65,535 parameters a statement; an event has six.
const maxRows = 1000;

/**
 * Writes events in the transaction of what happened (decision 0131); they travel with the next statement. What belongs to
 * no company is an event of the provider's.
 */
export async function recordEvents(tx: Tx, now: Date, all: readonly NewEvent[]): Promise<void> {
  if (all.length === 0) return;
  const provider = all.some(({ companyId }) => companyId === noCompany) ? await providerId(tx) : undefined;
  const rows = all.flatMap(({ companyId, type, entity, recordId }) => {
    const company = companyId === noCompany ? provider : companyId;
    if (company === undefined) return [];
    const id = newId(now.getTime());
    return [{ company_id: company, id, type, entity, record_id: recordId, at: now.toISOString() }];
  });
  const [only] = rows;
  if (rows.length === 1 && only) return insertEvent.later(tx, only);
  for (let index = 0; index < rows.length; index += maxRows)
    await executeLater(
      tx,
      tx
        .insertInto('events')
        .values(rows.slice(index, index + maxRows).map((row) => ({ ...row, number: null }))),
    );
}

const insertEvent = statement(
  (_db, slot: Slot<'company_id' | 'id' | 'type' | 'entity' | 'record_id' | 'at'>) => sql`
    insert into events (company_id, id, type, entity, record_id, at)
    values (${slot('company_id')}, ${slot('id')}, ${slot('type')}, ${slot('entity')}, ${slot('record_id')}, ${slot('at')})`,
);

async function providerId(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from companies where is_provider and deleted_at is null`.execute(tx);
  return rows[0]?.id;
}

const counter = 'events';
const maxNumbered = 1000;

/**
 * Numbers the committed events of a company, and gives the highest number. One transaction at a time does it for a company
 * and a number shows with those below it, so whoever has read up to a number has missed none: an event that is committed
 * late gets a later number.
 */
export async function numberEvents(db: Db, companyId: string): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ last: number | null; waits: boolean }>`
      select (select value from counters where company_id = ${companyId} and name = ${counter}) as last,
        exists (select from events where company_id = ${companyId} and number is null) as waits`.execute(db);
    if (!rows[0]?.waits) return rows[0]?.last ?? 0;
    await inTransaction(db, (tx) => numberSome(tx, companyId));
  }
}

// The counter is locked first: what is read behind it is all that was committed before.
async function numberSome(tx: Tx, companyId: string): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    insert into counters (company_id, name, value) values (${companyId}, ${counter}, 0)
    on conflict (company_id, name) do update set value = counters.value returning value as last`.execute(tx);
  const last = rows[0]?.last ?? 0;
  const { numAffectedRows } = await sql`
    update events e set number = ${last}::bigint + n.place
    from (select id, row_number() over (order by id) as place from events
      where company_id = ${companyId} and number is null order by id limit ${maxNumbered}) n
    where e.company_id = ${companyId} and e.id = n.id`.execute(tx);
  await sql`update counters set value = ${last + Number(numAffectedRows ?? 0)}
    where company_id = ${companyId} and name = ${counter}`.execute(tx);
}

const forgottenCounter = 'events-forgotten';

/** Up to which number the events of a company were deleted. */
export async function forgottenUpTo(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .where('company_id', '=', companyId)
    .where('name', '=', forgottenCounter)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** Deletes the numbered events of a company from before a moment. */
export async function forgetEvents(db: Db, companyId: string, before: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ last: number | null }>`
      select max(number) as last from events where company_id = ${companyId} and at < ${before.toISOString()}`.execute(
      tx,
    );
    const last = rows[0]?.last ?? 0;
    if (last === 0) return;
    await sql`insert into counters (company_id, name, value) values (${companyId}, ${forgottenCounter}, ${last}::bigint)
      on conflict (company_id, name) do update set value = greatest(counters.value, excluded.value)`.execute(
      tx,
    );
    await sql`delete from events where company_id = ${companyId} and number <= ${last}::bigint
      and at < ${before.toISOString()}`.execute(tx);
  });
}
