import { type RawBuilder, sql } from 'kysely';
import { type Db, executeLater, type Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import '../documents.tables.ts';

/**
 * The one place that writes `usage_events` and `usage_days`, which are the sums of the events of each day (decision 0028).
 * What changes what a use is worth, the state of its document or whether its invoice is a duplicate, calls `markUsage` in
 * its own transaction.
 */

/** What is billed by the piece (§I6). */
export type UsageKind = 'scan' | 'processed' | 'attachment';

/** Whose use it is, and of what: the document itself, or the extra file that was stored with it. */
export interface Usage {
  readonly companyId: string;
  readonly documentId: string;
  readonly subjectId: string;
}

/**
 * Writes down a use, once for ever: a second reading or a retry adds nothing (§D6, §I6). A company that is switched off
 * uses nothing new (§A8).
 */
export async function noteUsage(
  tx: Tx,
  kind: UsageKind,
  { companyId, documentId, subjectId }: Usage,
  at: Date,
): Promise<void> {
  await insert(tx, kind, companyId, sql`d.id = ${documentId}::uuid`, sql`${subjectId}::uuid`, at);
}

/** The same for many documents at once. */
export async function noteProcessed(
  tx: Tx,
  companyId: string,
  documentIds: readonly string[],
  at: Date,
): Promise<void> {
  await insert(tx, 'processed', companyId, sql`d.id = any(${[...documentIds]}::uuid[])`, sql`d.id`, at);
}

// What keeps a use from costing anything: that its document `d` is unprocessable, the second file of another, or came in
// before (§I6).
const markOfDocument = sql`case when d.joined_into is not null then 'duplicate' when d.state = 4 then 'unprocessable'
  when exists (select from invoices i where i.company_id = d.company_id and i.document_id = d.id and i.status = 1
    and i.deleted_at is null) then 'duplicate' else '' end`;

// What one event is in the sums of its day, or takes from them.
const worth = (mark: 'mark' | 'was', sign: 1 | -1 = 1) =>
  sql`${sql.lit(sign)} * (${sql.ref(mark)} <> '')::integer as marked,
    ${sql.lit(sign)} * (${sql.ref(mark)} = '' and is_trial)::integer as trial`;

/** The statement that adds changes to the sums; `changes` gives `company_id, day, kind, total, marked, trial`. */
function addToDays(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  // In one order everywhere, so that two of these wait for each other instead of for ever.
  return sql`insert into usage_days as s (company_id, day, kind, total, marked, trial)
    select company_id, day, kind, sum(total)::integer, sum(marked)::integer, sum(trial)::integer
    from (${changes}) changed group by company_id, day, kind
    having sum(total) <> 0 or sum(marked) <> 0 or sum(trial) <> 0 order by company_id, day, kind
    on conflict (company_id, day, kind) do update set
      total = s.total + excluded.total, marked = s.marked + excluded.marked, trial = s.trial + excluded.trial`;
}

/** The statement that stores events, which `events` inserts, with their days. */
function withDays(events: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with noted as (${events} returning company_id, day, kind, mark, is_trial)
    ${addToDays(sql`select company_id, day, kind, 1 as total, ${worth('mark')} from noted`)}`;
}

async function insert(
  tx: Tx,
  kind: UsageKind,
  companyId: string,
  which: RawBuilder<unknown>,
  subject: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  const events = sql`
    insert into usage_events (company_id, kind, subject_id, document_id, administration_id, at, is_trial, mark)
    select d.company_id, ${kind}, ${subject}, d.id, d.administration_id, ${at.toISOString()}::timestamptz,
      coalesce(s.subscription in (3, 4), false), ${markOfDocument}
    from documents d
      join companies c on c.id = d.company_id and c.is_active
      left join customer_settings s on s.company_id = d.company_id
    where d.company_id = ${companyId}::uuid and ${which}
    order by d.id
    on conflict do nothing`;
  await executeLater(tx, withDays(events));
}

/**
 * Marks the uses of documents by what these and their invoices are now. What a final run has billed keeps its price: the
 * past does not change (§I2).
 */
export async function markUsage(tx: Tx, companyId: string, documentIds: readonly string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const changed = sql`select company_id, day, kind, 0 as total, ${worth('mark')} from marked
    union all select company_id, day, kind, 0, ${worth('was', -1)} from marked`;
  await executeLater(
    inOneCompany(tx, companyId),
    sql`with due as (
      select e.company_id, e.kind, e.subject_id, e.mark as was, ${markOfDocument} as mark
      from usage_events e join documents d on d.company_id = e.company_id and d.id = e.document_id
      where e.company_id = ${companyId}::uuid and e.document_id = any(${[...documentIds]}::uuid[])
        and not exists (select from billing_final_days f where f.company_id = e.company_id and e.day between f.from_on and f.to_on)
      order by e.kind, e.subject_id for update of e
    ), marked as (
      update usage_events e set mark = due.mark from due
      where e.company_id = ${companyId}::uuid and e.company_id = due.company_id and e.kind = due.kind
        and e.subject_id = due.subject_id and due.was <> due.mark
      returning e.company_id, e.day, e.kind, e.is_trial, e.mark, due.was
    ) ${addToDays(changed)}`,
  );
}

/** Like `markUsage`, of documents of several companies. */
export async function markUsageOf(
  tx: Tx,
  documents: readonly { readonly companyId: string; readonly id: string }[],
): Promise<void> {
  const groups = Map.groupBy(documents, ({ companyId }) => companyId);
  for (const [companyId, some] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await markUsage(
      tx,
      companyId,
      some.map(({ id }) => id),
    );
}

/**
 * Compares the sums of a company with its events, and puts right what differs; gives whether something did. Both are read
 * at one moment, so that nobody has to wait.
 */
export async function checkDays(db: Db, companyId: string): Promise<boolean> {
  const { numAffectedRows } = await addToDays(
    sql`select company_id, day, kind, 1 as total, ${worth('mark')} from usage_events where company_id = ${companyId}::uuid
      union all select company_id, day, kind, -total, -marked, -trial from usage_days where company_id = ${companyId}::uuid`,
  ).execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
