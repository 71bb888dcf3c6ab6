import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { executeLater } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { AccountKindNumber, AccountStateNumber } from '../state-numbers.ts';
import { type PaymentPart, paymentsOf } from './payment.rules.ts';
import '../invoicing.tables.ts';

interface NamedAccounts {
  readonly companyId: string;
  readonly id: string;
  /** Null when the supplier is not known. */
  readonly creditorId: string | null;
  readonly iban: string | null;
  readonly gAccount: string | null;
  readonly totalInCents: number;
}

/**
 * Notes to whom an invoice asks to be paid, in the place of what was noted before, and those accounts as seen ones of
 * its creditor. Nothing goes the other way: no account of a creditor ever comes into an invoice (decision 0127).
 */
export async function notePayment(
  tx: Tx,
  who: Writer,
  invoice: NamedAccounts,
  isNew: boolean,
): Promise<void> {
  const parts = paymentsOf(invoice);
  if (!isNew) {
    const stale = tx
      .deleteFrom('invoice_payments')
      .where('company_id', '=', invoice.companyId)
      .where('invoice_id', '=', invoice.id);
    await executeLater(tx, stale);
  }
  if (parts.length > 0) await insertParts(tx, invoice, parts);
  if (!isNew) await removeUnnamed(tx, invoice);
  if (parts.length > 0 && invoice.creditorId !== null)
    await noteAccounts(tx, who, { ...invoice, creditorId: invoice.creditorId }, parts);
}

async function insertParts(
  tx: Tx,
  invoice: Pick<NamedAccounts, 'companyId' | 'id'>,
  parts: readonly PaymentPart[],
): Promise<void> {
  const rows = parts.map(({ part, iban, amountInCents, kind }) => ({
    company_id: invoice.companyId,
    invoice_id: invoice.id,
    part,
    iban,
    amount_in_cents: amountInCents,
    kind: AccountKindNumber[kind],
  }));
  await executeLater(tx, tx.insertInto('invoice_payments').values(rows));
}

// An account that was read wrongly, or went to another creditor, and that nothing else names.
async function removeUnnamed(
  tx: Tx,
  { companyId, id }: Pick<NamedAccounts, 'companyId' | 'id'>,
): Promise<void> {
  const query = sql`delete from creditor_accounts a
    where a.company_id = ${companyId} and a.first_invoice_id = ${id} and a.state = ${AccountStateNumber.seen}
      and not exists (select from invoice_payments p
        join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = a.company_id and p.iban = a.iban and i.creditor_id = a.creditor_id and i.deleted_at is null)`;
  await executeLater(tx, query);
}

async function noteAccounts(
  tx: Tx,
  { caller, now }: Writer,
  {
    companyId,
    id,
    creditorId,
  }: { readonly companyId: string; readonly id: string; readonly creditorId: string },
  parts: readonly PaymentPart[],
): Promise<void> {
  const at = now().toISOString();
  const added = await tx
    .insertInto('creditor_accounts')
    .values(
      parts.map(({ iban, kind }) => ({
        company_id: companyId,
        id: newId(now().getTime()),
        creditor_id: creditorId,
        iban,
        kind: AccountKindNumber[kind],
        first_invoice_id: id,
        created_at: at,
        created_by: caller.userId,
        updated_at: at,
        updated_by: caller.userId,
      })),
    )
    .onConflict((conflict) => conflict.constraint('creditor_accounts_taken').doNothing())
    .returning('id')
    .execute();
  if (added.length === 0) return;
  const events = added.map((account) => ({
    company_id: companyId,
    id: newId(now().getTime()),
    account_id: account.id,
    at,
    state: AccountStateNumber.seen,
    user_id: caller.userId,
    user_name: caller.name,
    invoice_id: id,
  }));
  await executeLater(tx, tx.insertInto('creditor_account_events').values(events));
}
