import { sql } from 'kysely';
import { accountKinds, accountStates } from '#contract/invoicing/bank-accounts.ts';
import { type PaymentStatus, paymentStatuses } from '#contract/invoicing/invoices.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import {
  ApprovalNumber,
  PaymentNumber,
  PaymentStateNumber,
  SeverityNumber,
  StatusNumber,
  TurnNumber,
} from '../state-numbers.ts';
import type { Payable } from './payable.rules.ts';
import '../invoicing.tables.ts';

/** Which payment looks, and at whose invoices. */
export interface PayablesOf {
  readonly companyId: string;
  readonly administrationId: string;
  /** The payment itself: what it has taken is not taken by another. */
  readonly paymentId: string;
  readonly now: Date;
}

// What was settled longer ago than this is not listed as left out.
const shownDays = 90;

const accounts = sql`(select coalesce(json_agg(json_build_object('part', p.part, 'iban', p.iban,
    'kind', ${nameAt(accountKinds, 'p.kind')}, 'amountInCents', p.amount_in_cents,
    'state', case when a.id is not null then ${nameAt(accountStates, 'a.state')} end) order by p.part), '[]'::json)
  from invoice_payments p
  left join creditor_accounts a on a.company_id = p.company_id and a.creditor_id = i.creditor_id and a.iban = p.iban
  where p.company_id = i.company_id and p.invoice_id = i.id)`;

const isProgram = (id: string) =>
  sql`exists (select from service_accounts program where program.id = ${sql.ref(id)})`;

// A person decided, or approved in their turn; a program or a rule alone is not enough.
const hasPerson = sql<boolean>`(i.decided_by is not null and not ${isProgram('i.decided_by')}
  or exists (select from invoice_approvals t where t.company_id = i.company_id and t.invoice_id = i.id
    and t.state = ${sql.lit(TurnNumber.approved)} and not ${isProgram('t.user_id')}))`;

/** The approved invoices of an administration since it pays from here, and those on hold; the earliest due first. */
export async function listPayables(
  db: Db,
  { companyId, administrationId, paymentId, now }: PayablesOf,
): Promise<Payable[]> {
  const since = new Date(now.getTime() - shownDays * 86_400_000).toISOString();
  const { rows } = await sql<Payable>`
    select i.id, i.document_number as "documentId", i.invoice_number as "invoiceNumber",
      i.creditor_id as "creditorId", i.creditor_name as "creditorName", i.due_date as "dueDate", i.currency,
      i.total_in_cents as "totalInCents", i.payment_reference as "paymentReference",
      ${nameAt<PaymentStatus>(paymentStatuses, 'i.payment_status')} as "paymentStatus",
      i.approval_state = ${sql.lit(ApprovalNumber.onHold)} as "isOnHold",
      i.warning_level >= ${sql.lit(SeverityNumber.stop)} as "isStopped",
      ${hasPerson} as "hasPerson", ${accounts} as accounts,
      case when o.payment_file_id is not null then json_build_object('id', o.payment_file_id, 'number', o.number) end as other,
      coalesce(c.street, '') as street, coalesce(c.postal_code, '') as "postalCode", coalesce(c.city, '') as city,
      coalesce(c.country, '') as country
    from invoices i
    join paying_accounts s on s.company_id = i.company_id and s.administration_id = i.administration_id
    left join creditors c on c.company_id = i.company_id and c.id = i.creditor_id
    left join lateral (select l.payment_file_id, f.number, f.state from payment_file_parts l
      join payment_files f on f.company_id = l.company_id and f.id = l.payment_file_id
      where l.company_id = i.company_id and l.invoice_id = i.id and l.is_live and l.payment_file_id <> ${paymentId}
      limit 1) o on true
    where i.company_id = ${companyId} and i.administration_id = ${administrationId} and i.deleted_at is null
      and s.company_id = ${companyId}
      and (i.approval_state = ${sql.lit(ApprovalNumber.onHold)} and i.status = ${sql.lit(StatusNumber.Concept)}
        or i.status in (${sql.lit(StatusNumber.ReadyForProcessing)}, ${sql.lit(StatusNumber.Processed)})
          and i.decided_at >= s.pays_from::timestamp at time zone 'Europe/Amsterdam'
          and (i.decided_at >= ${since} or i.payment_status = ${sql.lit(PaymentNumber.toPay)}
            and o.state is distinct from ${sql.lit(PaymentStateNumber.released)}))
    order by i.due_date nulls last, i.document_number collate natural_order`.execute(db);
  return rows;
}

/** Says how much of an invoice goes to its G-account, and the rest to its other one. */
export async function divide(
  tx: Tx,
  { companyId, invoiceId }: { readonly companyId: string; readonly invoiceId: string },
  parts: readonly { readonly part: number; readonly amountInCents: number }[],
): Promise<void> {
  for (const { part, amountInCents } of parts) {
    const of = { company_id: companyId, invoice_id: invoiceId, part };
    if (amountInCents === 0) {
      await tx
        .deleteFrom('invoice_payments')
        .where('company_id', '=', of.company_id)
        .where('invoice_id', '=', of.invoice_id)
        .where('part', '=', of.part)
        .execute();
      continue;
    }
    await tx
      .updateTable('invoice_payments')
      .set({ amount_in_cents: amountInCents })
      .where('company_id', '=', of.company_id)
      .where('invoice_id', '=', of.invoice_id)
      .where('part', '=', of.part)
      .execute();
  }
}
