import { sql } from 'kysely';
import {
  type accountChecks,
  accountKinds,
  accountStates,
  bankAccounts,
} from '#contract/invoicing/bank-accounts.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { AccountStateNumber, StatusNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const ofAccount = sql`i.company_id = creditor_accounts.company_id and i.creditor_id = creditor_accounts.creditor_id
  and i.deleted_at is null and exists (select from invoice_payments p where p.company_id = i.company_id
    and p.invoice_id = i.id and p.iban = creditor_accounts.iban)`;

const event = sql`json_build_object('id', e.id, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'state', ${nameAt(accountStates, 'e.state')}, 'userName', e.user_name, 'method', e.method, 'reason', e.reason,
  'invoice', (select json_build_object('id', i.id, 'documentId', i.document_number) from invoices i
    where i.company_id = e.company_id and i.id = e.invoice_id and i.deleted_at is null))`;
const eventsOf = sql`creditor_account_events e
  where e.company_id = creditor_accounts.company_id and e.account_id = creditor_accounts.id`;

// What depends on the caller is asked beside the row.
const stored = {
  ...bankAccounts,
  record: bankAccounts.record.omit({ mayConfirm: true, confirmers: true }),
};

export const { list, findById } = recordReaders(stored, {
  table: 'creditor_accounts',
  rows: (db, scope: Scope) =>
    db.selectFrom('creditor_accounts').where(within(scope, 'creditor_accounts.company_id')),
  columns: {
    creditorName: {
      sql: sql`(select c.name from creditors c where c.company_id = creditor_accounts.company_id
        and c.id = creditor_accounts.creditor_id)`,
      natural: true,
    },
    kind: nameAt(accountKinds, 'creditor_accounts.kind'),
    state: nameAt(accountStates, 'creditor_accounts.state'),
    invoiceCount: sql<number>`(select count(*)::integer from invoices i where ${ofAccount})`,
    lastInvoiceDate: sql<string | null>`(select max(i.invoice_date) from invoices i where ${ofAccount})`,
    lastEvent: sql`(select ${event} from ${eventsOf} order by e.at desc, e.id desc limit 1)`,
    events: sql`(select coalesce(json_agg(${event} order by e.at desc, e.id desc), '[]'::json) from ${eventsOf})`,
    openInvoices: sql<number>`(select count(*)::integer from invoices i
      where ${ofAccount} and i.status < ${sql.lit(StatusNumber.Processed)})`,
  },
  search: ['creditor_accounts.iban'],
});

/** An account as it is stored. */
export type StoredAccount = NonNullable<Awaited<ReturnType<typeof findById>>>;

/**
 * Who uploaded, validated or booked an invoice that names the account and is not Processed, or the first that named it:
 * they cannot confirm it.
 */
export async function listInvolved(
  db: Db,
  { companyId, creditorId, iban, id }: Pick<StoredAccount, 'companyId' | 'creditorId' | 'iban' | 'id'>,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with named as (
      select i.id, i.document_id from invoices i
      join invoice_payments p on p.company_id = i.company_id and p.invoice_id = i.id and p.iban = ${iban}
      where i.company_id = ${companyId} and i.creditor_id = ${creditorId} and i.deleted_at is null
        and (i.status < ${StatusNumber.Processed} or i.id = (select a.first_invoice_id from creditor_accounts a
          where a.company_id = ${companyId} and a.id = ${id}))
    )
    select distinct unnest(array[d.created_by, d.verdict_by]) as "userId"
      from named n join documents d on d.company_id = ${companyId} and d.id = n.document_id
    union select l.touched_by from named n
      join invoice_lines l on l.company_id = ${companyId} and l.invoice_id = n.id`.execute(db);
  return rows.map(({ userId }) => userId).filter((userId) => userId !== null);
}

/** What an account is to become, and why. */
export interface AccountChange {
  readonly state: 'confirmed' | 'blocked' | 'seen';
  readonly method?: (typeof accountChecks)[number];
  readonly reason: string;
}

/** Gives an account another state, and notes who did it and how it was checked. */
export async function change(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, id }: Pick<StoredAccount, 'companyId' | 'id'>,
  { state, method, reason }: AccountChange,
): Promise<void> {
  const at = now().toISOString();
  await tx
    .updateTable('creditor_accounts')
    .set({
      state: AccountStateNumber[state],
      updated_at: at,
      updated_by: caller.userId,
      row_version: sql<number>`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await tx
    .insertInto('creditor_account_events')
    .values({
      company_id: companyId,
      id: newId(now().getTime()),
      account_id: id,
      at,
      state: AccountStateNumber[state],
      user_id: caller.userId,
      user_name: caller.name,
      method: method ?? '',
      reason,
      invoice_id: null,
    })
    .execute();
}

/** The creditor of an account. */
export async function creditorOf(db: Db, companyId: string, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('creditor_accounts')
    .where('company_id', '=', companyId)
    .where('id', '=', accountId)
    .select('creditor_id')
    .executeTakeFirst();
  return found?.creditor_id;
}
