import { sql } from 'kysely';
import { accountKinds } from '#contract/invoicing/bank-accounts.ts';
import { type InvoiceWarning, type WarningMark, warningSeverities } from '#contract/invoicing/warnings.ts';
import { executeLater, type Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { SeverityNumber, WarningStateNumber } from '../state-numbers.ts';
import type { InvoiceKey } from './facts.repository.ts';
import type { RaisedWarning } from './warning.rules.ts';
import '../invoicing.tables.ts';

/** Writes the warnings that hold, ends those that no longer do, and the level of the invoice. */
export async function write(
  tx: Tx,
  { companyId, id }: InvoiceKey,
  raised: readonly RaisedWarning[],
  { level, at }: { readonly level: number; readonly at: Date },
): Promise<void> {
  const rows = JSON.stringify(raised.map((one) => ({ ...one, severity: SeverityNumber[one.severity] })));
  const over = sql`update invoice_warnings w set state = ${WarningStateNumber.over}
    where w.company_id = ${companyId} and w.invoice_id = ${id} and w.state = ${WarningStateNumber.open}
      and not exists (select from jsonb_to_recordset(${rows}::jsonb) as r (code text, subject text)
        where r.code = w.code and r.subject = w.subject)`;
  await executeLater(tx, over);
  if (raised.length > 0) {
    const put = sql`insert into invoice_warnings as w (company_id, invoice_id, code, subject, severity, details, raised_at)
      select ${companyId}::uuid, ${id}::uuid, r.code, r.subject, r.severity, r.details, ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as r (code text, subject text, severity smallint, details jsonb)
      on conflict (company_id, invoice_id, code, subject) do update set severity = excluded.severity,
        details = excluded.details, state = ${sql.lit(WarningStateNumber.open)},
        raised_at = case when w.state = ${sql.lit(WarningStateNumber.open)} then w.raised_at else excluded.raised_at end,
        closed_at = null, closed_by = null, closed_by_name = '', reason = ''`;
    await executeLater(tx, put);
  }
  const raiseOrLower = sql`update invoices set warning_level = ${level}
    where company_id = ${companyId} and id = ${id} and warning_level <> ${level}`;
  await executeLater(tx, raiseOrLower);
}

/** Closes the open warnings about an account, on all invoices: a person confirmed it, and said how. */
export async function closeForAccount(
  tx: Tx,
  {
    companyId,
    creditorId,
    iban,
  }: { readonly companyId: string; readonly creditorId: string; readonly iban: string },
  by: { readonly userId: string; readonly name: string; readonly at: Date; readonly reason: string },
): Promise<void> {
  await sql`update invoice_warnings w set state = ${WarningStateNumber.closed}, closed_at = ${by.at.toISOString()},
      closed_by = ${by.userId}, closed_by_name = ${by.name}, reason = ${by.reason}
    from invoices i
    where w.company_id = ${companyId} and w.state = ${WarningStateNumber.open} and w.subject = ${iban}
      and w.code in ('new-account', 'account-of-other', 'account-blocked')
      and i.company_id = w.company_id and i.id = w.invoice_id and i.creditor_id = ${creditorId}`.execute(tx);
}

const isOn = sql`not exists (select from warning_settings s
  where s.company_id = w.company_id and s.code = w.code and not s.is_on)`;
const ofInvoice = sql`w.company_id = invoices.company_id and w.invoice_id = invoices.id and ${isOn}`;
const severity = nameAt(['', ...warningSeverities], 'w.severity');
const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The open warnings of `invoices` for its row, without those that the company does without. */
export const openWarnings = sql<WarningMark[]>`case when invoices.warning_level > 0 then (
  select coalesce(json_agg(json_build_object('code', w.code, 'severity', ${severity})
    order by w.severity desc, w.raised_at, w.code), '[]'::json)
  from invoice_warnings w where ${ofInvoice} and w.state = ${sql.lit(WarningStateNumber.open)}) else '[]'::json end`;

/** Whether the company of `invoices` does without the one that is known when it is read. */
export const isDueSoonOff = sql<boolean>`exists (select from warning_settings s
  where s.company_id = invoices.company_id and s.code = 'due-soon' and not s.is_on)`;

/** The open and closed warnings of `invoices` with their evidence, without those that the company does without. */
export const allWarnings = sql<InvoiceWarning[]>`(
  select coalesce(json_agg(json_build_object('code', w.code, 'subject', w.subject, 'severity', ${severity},
      'details', w.details, 'state', case when w.state = ${sql.lit(WarningStateNumber.open)} then 'open' else 'closed' end,
      'raisedAt', ${instant('w.raised_at')}, 'closedAt', ${instant('w.closed_at')}, 'closedBy', w.closed_by_name,
      'reason', w.reason) order by w.state, w.severity desc, w.raised_at, w.code, w.subject), '[]'::json)
  from invoice_warnings w where ${ofInvoice} and w.state <> ${sql.lit(WarningStateNumber.over)})`;

/** To whom `invoices` asks to be paid. */
export const payments = sql<{ iban: string; amount: number; kind: 'normal' | 'g' }[]>`(
  select coalesce(json_agg(json_build_object('iban', p.iban, 'amount', p.amount_in_cents,
    'kind', ${nameAt(accountKinds, 'p.kind')}) order by p.part), '[]'::json)
  from invoice_payments p where p.company_id = invoices.company_id and p.invoice_id = invoices.id)`;
