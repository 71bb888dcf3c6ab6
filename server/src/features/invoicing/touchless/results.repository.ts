import { sql, type SqlBool } from 'kysely';
import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';
import { type RuleKind, ruleKinds } from '#contract/invoicing/touchless.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { AccountStateNumber, SeverityNumber, StatusNumber } from '../state-numbers.ts';
import type { Decided, Rule, RuleFacts } from './engine.rules.ts';
import '../invoicing.tables.ts';

/** Which invoice. */
export interface InvoiceKey {
  readonly companyId: string;
  readonly id: string;
}

/** The rules of a company that are on, in the order of their numbers. */
export function listOn(db: Db, companyId: string): Promise<Rule[]> {
  return db
    .selectFrom('touchless_rules')
    .where('company_id', '=', companyId)
    .where('is_on', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .select([
      'id',
      'number',
      'version',
      nameAt<RuleKind>(ruleKinds, 'kind').as('kind'),
      'creditor_id as creditorId',
      'content',
    ])
    .execute();
}

// What makes no invoice can be as doubtful as it is (§D1).
const besides: readonly DocumentProperty[] = [
  'orderNumber',
  'customerNumber',
  'deliveryDate',
  'periodFrom',
  'periodTo',
  'paymentTerm',
];
const needed = documentProperty.options.filter((property) => !besides.includes(property));
const monthOf = (moment: string) =>
  sql`date_trunc('month', ${moment}::timestamptz at time zone 'Europe/Amsterdam') at time zone 'Europe/Amsterdam'`;
const trusted = sql.join([sql.lit(AccountStateNumber.imported), sql.lit(AccountStateNumber.confirmed)]);

// Invoices of the creditor, and of those merged into it, whose values a person confirmed.
// No rule asks for more than 99 of them.
const confirmed = (which: ReturnType<typeof sql>) => sql`(select count(*)::int from (select from documents d
  join invoices o on o.company_id = d.company_id and o.document_id = d.id and o.deleted_at is null
  where d.company_id = i.company_id and d.is_correct and not d.is_duplicate and d.deleted_at is null and o.id <> i.id
    and d.creditor_id in (select c.id from creditors c where c.company_id = i.company_id
      and (c.id = i.creditor_id or c.merged_into = i.creditor_id)) and ${which}
  limit 99) counted)`;

// A supplier's name is as sure as the code beside it, where both are what a person confirmed of the creditor.
const sureness = sql`case when f.property = 'creditor' then greatest(f.confidence, coalesce((
    select max(code.confidence) from document_fields code
    join creditors c on c.company_id = i.company_id and c.id = i.creditor_id and c.is_name_confirmed
      and c.name = f.value
    where code.company_id = i.company_id and code.document_id = i.document_id and code.rank = 0
      and code.value = case code.property when 'kvk' then c.kvk when 'vatId' then c.vat_id when 'iban' then c.iban end
  ), 0)) else f.confidence end`;

/** What the rules know of an invoice, with where it stands. */
export interface StoredFacts extends RuleFacts {
  readonly documentId: string;
  readonly administrationId: string | null;
  readonly invoiceDate: string;
}

/** What the rules know of an invoice as it is now; undefined for one that is not there. */
export async function factsOf(
  db: Db,
  { companyId, id }: InvoiceKey,
  now: Date,
): Promise<StoredFacts | undefined> {
  const since = monthOf(now.toISOString());
  const decidedBy = (
    column: 'validation_rule' | 'approval_rule',
  ) => sql`select r.${sql.ref(column)} as rule_id,
      count(*)::int as count, coalesce(sum(abs(o.total_in_cents)), 0)::bigint as total
    from touchless_results r join invoices o on o.company_id = r.company_id and o.id = r.invoice_id
    where r.company_id = i.company_id and r.creditor_id = i.creditor_id and r.at >= ${since} and r.undone_at is null
      and r.${sql.ref(column)} is not null and r.invoice_id <> i.id
    group by 1`;
  const { rows } = await sql<StoredFacts>`
    select i.creditor_id as "creditorId", i.status = ${sql.lit(StatusNumber.Duplicate)} as "isDuplicate",
      i.document_id as "documentId", i.administration_id as "administrationId", i.invoice_date::text as "invoiceDate",
      cardinality(coalesce(doc.split_before, '{}')) = 0 and doc.addressed_to is null as "isOneOfOurs",
      (select min(${sureness}) from document_fields f where f.company_id = i.company_id
        and f.document_id = i.document_id and f.rank = 0 and f.value <> '' and f.property = any(${needed}::text[])) as confidence,
      ${confirmed(sql`true`)} as confirmed,
      case when i.iban is null then -1
        when exists (select from creditor_accounts a where a.company_id = i.company_id and a.creditor_id = i.creditor_id
          and a.iban = i.iban and a.state in (${trusted})) then null
        else ${confirmed(sql`o.iban = i.iban`)} end as "accountSeen",
      i.warning_level >= ${sql.lit(SeverityNumber.warning)} as "hasWarning",
      i.total_in_cents as "totalInCents", i.currency,
      (select coalesce(json_agg(json_build_object('ruleId', m.rule_id, 'count', m.count, 'totalInCents', m.total)), '[]'::json)
        from (${decidedBy('validation_rule')} union all ${decidedBy('approval_rule')}) m) as decided
    from invoices i join documents doc on doc.company_id = i.company_id and doc.id = i.document_id
    where i.company_id = ${companyId} and i.id = ${id} and i.deleted_at is null`.execute(
    inOneCompany(db, companyId),
  );
  return rows[0];
}

/** Whether an invoice has lines of people who approve. */
export async function hasTurns(db: Db, { companyId, id }: InvoiceKey): Promise<boolean> {
  const found = await db
    .selectFrom('invoice_approvals')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** One in how many decisions of a company is drawn. */
export async function sampleEvery(db: Db, companyId: string): Promise<number> {
  const row = await db
    .selectFrom('touchless_settings')
    .where('company_id', '=', companyId)
    .select('sample_every as every')
    .executeTakeFirst();
  return row?.every ?? 20;
}

/** Stores what the rules made of an invoice; there is one result, of when it came in. */
export async function insertResult(
  tx: Tx,
  { companyId, id }: InvoiceKey,
  { validation, approval, stop }: Decided,
  more: {
    readonly at: Date;
    readonly creditorId: string | null;
    readonly evidence: object;
    readonly isSample: boolean;
  },
): Promise<void> {
  await tx
    .insertInto('touchless_results')
    .values({
      company_id: companyId,
      invoice_id: id,
      at: more.at.toISOString(),
      creditor_id: more.creditorId,
      stopped_by: stop ?? '',
      validation_rule: validation?.id ?? null,
      validation_version: validation?.version ?? null,
      approval_rule: approval?.id ?? null,
      approval_version: approval?.version ?? null,
      evidence: JSON.stringify(more.evidence),
      is_sample: more.isSample,
      undone_at: null,
      undone_by: null,
      checked_at: null,
      checked_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Approves by a rule: nobody decided, and the name says which rule did. */
export async function approve(tx: Tx, { companyId, id }: InvoiceKey, name: string, at: Date): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({
      status: StatusNumber.ReadyForProcessing,
      approval_state: 1,
      decided_at: at.toISOString(),
      decided_by: null,
      decided_by_name: name,
      updated_at: at.toISOString(),
      row_version: sql<number>`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** What an approval took of an invoice is open again. */
export async function reopen(tx: Tx, { companyId, id }: InvoiceKey, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({
      status: StatusNumber.Concept,
      approval_state: 0,
      decided_at: null,
      decided_by: null,
      decided_by_name: null,
      updated_at: at.toISOString(),
      updated_by: by,
      row_version: sql<number>`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The result of an invoice, with what is needed to undo it; undefined where no rule looked at it. */
export async function findResult(db: Db, { companyId, id }: InvoiceKey) {
  const name = (column: 'validation' | 'approval') =>
    sql<string | null>`(select u.number || '.' || r.${sql.ref(`${column}_version`)} from touchless_rules u
      where u.company_id = r.company_id and u.id = r.${sql.ref(`${column}_rule`)})`;
  return db
    .selectFrom('touchless_results as r')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.company_id', '=', 'r.company_id').onRef('i.id', '=', 'r.invoice_id'),
    )
    .where('r.company_id', '=', companyId)
    .where('r.invoice_id', '=', id)
    .select([
      'r.at',
      name('validation').as('validatedBy'),
      name('approval').as('approvedBy'),
      'r.stopped_by as stoppedBy',
      'r.evidence',
      'r.undone_at as undoneAt',
      'r.undone_by_name as undoneByName',
      'r.is_sample as isSample',
      'r.checked_at as checkedAt',
      'r.checked_by_name as checkedByName',
      'r.wrong',
      'i.status',
      'i.export_id as exportId',
      'i.decided_by as decidedBy',
      'i.document_id as documentId',
    ])
    .executeTakeFirst();
}

/** Notes that a person took back or changed what a rule decided; what was wrong of it is added. */
export async function noteUndone(
  tx: Tx,
  { companyId, id }: InvoiceKey,
  { userId, name, at, wrong }: { userId: string | null; name: string; at: Date; wrong: readonly string[] },
): Promise<void> {
  await sql`update touchless_results set undone_at = coalesce(undone_at, ${at.toISOString()}::timestamptz),
      undone_by = coalesce(undone_by, ${userId}::uuid),
      undone_by_name = case when undone_at is null then ${name} else undone_by_name end,
      wrong = array(select distinct unnest(wrong || ${[...wrong]}::text[]) order by 1)
    where company_id = ${companyId} and invoice_id = ${id} and validation_rule is not null`.execute(tx);
}

/** Notes what a person found in a sample. */
export async function noteChecked(
  tx: Tx,
  { companyId, id }: InvoiceKey,
  { userId, name, at, wrong }: { userId: string; name: string; at: Date; wrong: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('touchless_results')
    .set({
      checked_at: at.toISOString(),
      checked_by: userId,
      checked_by_name: name,
      wrong: [...wrong],
    })
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .execute();
}

/**
 * Whether an invoice may leave: one that was drawn for a check waits until a person looked (§C16).
 *
 * @param invoices the name of the table of invoices in the statement
 */
export const isReleased = (invoices: string) => sql<SqlBool>`not exists (select from touchless_results t
  where t.company_id = ${sql.ref(`${invoices}.company_id`)} and t.invoice_id = ${sql.ref(`${invoices}.id`)}
    and t.is_sample and t.checked_at is null and t.undone_at is null)`;
