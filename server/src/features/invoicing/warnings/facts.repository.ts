import { sql } from 'kysely';
import { accountKinds, accountStates } from '#contract/invoicing/bank-accounts.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { type Slot, statement } from '#server/platform/db/statement.ts';
import { AccountStateNumber, StatusNumber } from '../state-numbers.ts';
import type { WarningFacts } from './warning.rules.ts';
import '../invoicing.tables.ts';

/** Which invoice. */
export interface InvoiceKey {
  readonly companyId: string;
  readonly id: string;
}

/** What the rules know of an invoice, with what is stored about it. */
export interface StoredFacts extends Omit<WarningFacts, 'today'> {
  readonly status: number;
  readonly warningLevel: number;
  readonly open: readonly { readonly code: string; readonly subject: string }[];
  /** Codes that the company does without. */
  readonly off: readonly string[];
}

const isTrusted = sql.join([sql.lit(AccountStateNumber.imported), sql.lit(AccountStateNumber.confirmed)]);

// What came before it of the same creditor; copies count for nothing.
const before = (than: string) => sql`e.company_id = i.company_id and e.creditor_id = i.creditor_id
  and e.deleted_at is null and e.status <> ${sql.lit(StatusNumber.Duplicate)}
  and (e.created_at, e.id) < (${sql.ref(`${than}.created_at`)}, ${sql.ref(`${than}.id`)})`;

const accounts = sql`(select coalesce(json_agg(json_build_object('iban', p.iban, 'kind', ${nameAt(accountKinds, 'p.kind')},
    'accountId', a.id, 'state', case when a.id is not null then ${nameAt(accountStates, 'a.state')} end,
    'isLater', a.id is not null and (exists (select from invoices e where ${before('f')})
      or exists (select from creditor_accounts o where o.company_id = i.company_id and o.creditor_id = i.creditor_id
        and o.state in (${isTrusted}) and o.created_at < a.created_at))) order by p.part), '[]'::json)
  from invoice_payments p
  left join creditor_accounts a on a.company_id = p.company_id and a.creditor_id = i.creditor_id and a.iban = p.iban
  left join invoices f on f.company_id = a.company_id and f.id = a.first_invoice_id
  where p.company_id = i.company_id and p.invoice_id = i.id)`;

const earlier = sql`(select coalesce(json_agg(json_build_object('id', e.id, 'documentId', e.document_number,
    'invoiceDate', e.invoice_date, 'totalInCents', e.total_in_cents, 'currency', e.currency, 'iban', e.iban)), '[]'::json)
  from (select * from invoices e where ${before('i')} order by e.created_at desc, e.id desc limit 24) e)`;

// Of whom it was first, or is more than seen: whoever copies an account stops no invoice of its owner.
const ofOthers = sql`(select coalesce(json_agg(json_build_object('iban', a.iban, 'creditorId', c.id, 'creditor', c.name)
    order by a.created_at, a.id), '[]'::json)
  from invoice_payments p
  join creditor_accounts a on a.company_id = p.company_id and a.iban = p.iban
  join creditors c on c.company_id = a.company_id and c.id = a.creditor_id
  left join creditor_accounts own on own.company_id = p.company_id and own.iban = p.iban and own.creditor_id = i.creditor_id
  where p.company_id = i.company_id and p.invoice_id = i.id and a.creditor_id is distinct from i.creditor_id
    and (own.id is null or (a.created_at, a.id) < (own.created_at, own.id) or a.state <> ${sql.lit(AccountStateNumber.seen)}))`;

// Alike by their letters; whether one may be taken for the other is for the rules. Only where the creditor is new.
const others = sql`(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'nameKey', o.name_key,
    'ibans', array(select a.iban from creditor_accounts a where a.company_id = o.company_id and a.creditor_id = o.id
      and a.state <> ${sql.lit(AccountStateNumber.blocked)} order by a.state desc, a.created_at desc))), '[]'::json)
  from (select * from creditors o where o.company_id = i.company_id and o.id <> i.creditor_id and o.merged_into is null
      and o.name_key % c.name_key
      and not exists (select from invoices e where ${before('i')} offset 2)
    order by similarity(o.name_key, c.name_key) desc limit 20) o)`;

const digits = (key: string) => sql`ltrim(regexp_replace(${sql.ref(key)}, '\\D', '', 'g'), '0')`;

// An amount that varies from invoice to invoice, and comes back to the cent.
const comesBack = sql`(i.total_in_cents >= 10000 and abs(o.invoice_date - i.invoice_date) < 366
  and (select count(*) from invoices e where ${before('i')} and e.total_in_cents = i.total_in_cents) = 1
  and (select count(distinct e.total_in_cents) >= 4 from invoices e where ${before('i')}))`;

// Equal supplier and amount; of the same day, with the same digits in its number, or else of an amount that varies (§C2).
const lookalike = sql`(select json_build_object('id', o.id, 'documentId', o.document_number)
  from invoices o
  where o.company_id = i.company_id and (o.supplier_key = i.supplier_key or o.creditor_id = i.creditor_id)
    and o.total_in_cents = i.total_in_cents and o.invoice_number_key <> i.invoice_number_key and o.id <> i.id
    and o.deleted_at is null and (o.invoice_date = i.invoice_date
      or (length(${digits('o.invoice_number_key')}) > 2 and ${digits('o.invoice_number_key')} = ${digits('i.invoice_number_key')}
        and abs(o.invoice_date - i.invoice_date) < 366) or ${comesBack})
  order by o.created_at, o.id limit 1)`;

const facts = statement(
  (_db, slot: Slot<'companyId' | 'id'>) => sql<StoredFacts>`
    select i.status, i.warning_level as "warningLevel", i.invoice_number as "invoiceNumber",
      i.invoice_date as "invoiceDate", i.due_date as "dueDate", i.currency, i.total_in_cents as "totalInCents",
      i.excl_in_cents as "exclInCents", i.vat_in_cents as "vatInCents", i.kvk,
      (select nullif(f.value, '') from document_fields f where f.company_id = i.company_id
        and f.document_id = i.document_id and f.property = 'vatId' and f.rank = 0) as "vatId",
      d.addressed_to as "addressedTo",
      (select f.picture_total_in_cents from document_files f where f.company_id = i.company_id
        and f.document_id = i.document_id limit 1) as "pictureTotalInCents",
      (select coalesce(json_agg(json_build_object('amountInCents', l.amount_in_cents, 'vatPercent', l.vat_percent)), '[]'::json)
        from document_lines l where l.company_id = i.company_id and l.document_id = i.document_id) as lines,
      case when c.id is not null then json_build_object('id', c.id, 'nameKey', c.name_key,
        'isBlocked', c.blocked_at is not null, 'blockReason', c.block_reason) end as creditor,
      ${accounts} as accounts, ${earlier} as earlier,
      (select count(*) from (select from invoices e where ${before('i')} limit 1000) e) as "earlierCount",
      ${ofOthers} as "ofOthers", ${others} as others, ${lookalike} as lookalike,
      (select coalesce(json_agg(json_build_object('code', w.code, 'subject', w.subject)), '[]'::json)
        from invoice_warnings w where w.company_id = i.company_id and w.invoice_id = i.id and w.state = 0) as open,
      array(select s.code from warning_settings s where s.company_id = i.company_id and not s.is_on) as off
    from invoices i
    left join documents d on d.company_id = i.company_id and d.id = i.document_id
    left join creditors c on c.company_id = i.company_id and c.id = i.creditor_id
    where i.company_id = ${slot('companyId')}::uuid and i.id = ${slot('id')}::uuid and i.deleted_at is null`,
  { company: 'companyId' },
);

/** What the rules know of an invoice; undefined when it was withdrawn. */
export async function factsOf(tx: Tx, { companyId, id }: InvoiceKey): Promise<StoredFacts | undefined> {
  return facts.first(tx, { companyId, id });
}

/** The invoices of these creditors that are not Processed: what changes of a creditor touches them. */
export async function listUnprocessed(
  tx: Tx,
  companyId: string,
  creditorIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from invoices
    where company_id = ${companyId} and creditor_id = any(${creditorIds}::uuid[]) and deleted_at is null
      and status < ${StatusNumber.Processed} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The invoices that are not Processed and ask to be paid to one of these accounts, of whatever creditor. */
export async function listNaming(tx: Tx, companyId: string, ibans: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct i.id from invoice_payments p
    join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${companyId} and p.iban = any(${ibans}::text[]) and i.deleted_at is null
      and i.status < ${StatusNumber.Processed} order by i.id`.execute(tx);
  return rows.map(({ id }) => id);
}
