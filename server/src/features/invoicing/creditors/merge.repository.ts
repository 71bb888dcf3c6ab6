import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { AccountMoves, MergedAccount } from './merge.rules.ts';
import '../invoicing.tables.ts';

/** What a merge moved, by table. */
export interface Moved {
  readonly invoices: readonly string[];
  readonly documents: readonly string[];
  readonly bookings: readonly { readonly administrationId: string; readonly sourceKey: string }[];
  /** Administrations of which the number went along. */
  readonly numbers: readonly string[];
  readonly accounts: AccountMoves;
}

interface Pair {
  readonly companyId: string;
  /** The creditor that goes up in the other. */
  readonly from: string;
  readonly into: string;
}

/** Locks both creditors, always in the same order. */
export async function lockBoth(tx: Tx, { companyId, from, into }: Pair): Promise<void> {
  await sql`select from creditors where company_id = ${companyId} and id = any(${[from, into]}::uuid[])
    order by id for update`.execute(tx);
}

export async function accountsOf(tx: Tx, companyId: string, creditorId: string): Promise<MergedAccount[]> {
  return tx
    .selectFrom('creditor_accounts')
    .where('company_id', '=', companyId)
    .where('creditor_id', '=', creditorId)
    .orderBy('id')
    .select(['id', 'iban', 'state'])
    .execute();
}

/** Gives the other one what refers to a creditor: its invoices, documents, bookings and numbers. */
export async function moveReferences(
  tx: Tx,
  { companyId, from, into }: Pair,
): Promise<Omit<Moved, 'accounts'>> {
  const invoices = await sql<{ id: string }>`update invoices set creditor_id = ${into}
    where company_id = ${companyId} and creditor_id = ${from} returning id`.execute(tx);
  const documents = await sql<{ id: string }>`update documents set creditor_id = ${into}
    where company_id = ${companyId} and creditor_id = ${from} returning id`.execute(tx);
  const bookings = await sql<{ administrationId: string; sourceKey: string }>`update imported_bookings
    set creditor_id = ${into} where company_id = ${companyId} and creditor_id = ${from}
    returning administration_id as "administrationId", source_key as "sourceKey"`.execute(tx);
  // Where both have a number of an administration, that of the one that stays counts.
  const numbers = await sql<{ id: string }>`update creditor_numbers n set creditor_id = ${into}
    where n.company_id = ${companyId} and n.creditor_id = ${from} and not exists (select from creditor_numbers o
      where o.company_id = n.company_id and o.administration_id = n.administration_id and o.creditor_id = ${into})
    returning n.administration_id as id`.execute(tx);
  return {
    invoices: invoices.rows.map(({ id }) => id),
    documents: documents.rows.map(({ id }) => id),
    bookings: bookings.rows,
    numbers: numbers.rows.map(({ id }) => id),
  };
}

export async function moveAccounts(
  tx: Tx,
  { companyId, into }: Pair,
  { moved, states }: AccountMoves,
): Promise<void> {
  await sql`update creditor_accounts set creditor_id = ${into}, row_version = row_version + 1
    where company_id = ${companyId} and id = any(${moved}::uuid[])`.execute(tx);
  await sql`update creditor_accounts a set state = s.after, row_version = a.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s (id uuid, after smallint)
    where a.company_id = ${companyId} and a.id = s.id`.execute(tx);
}

/** Says that a creditor went up in another, with what moved. */
export async function noteMerge(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, from, into }: Pair,
  moved: Moved,
): Promise<string> {
  const id = newId(now().getTime());
  const at = now().toISOString();
  await tx
    .insertInto('creditor_merges')
    .values({
      company_id: companyId,
      id,
      creditor_id: from,
      into_id: into,
      moved: JSON.stringify(moved),
      merged_at: at,
      merged_by: caller.userId ?? '',
      merged_by_name: caller.name,
      undone_at: null,
      undone_by: null,
    })
    .execute();
  await setMergedInto(tx, { companyId, from, into });
  return id;
}

async function setMergedInto(
  tx: Tx,
  {
    companyId,
    from,
    into,
  }: { readonly companyId: string; readonly from: string; readonly into: string | null },
): Promise<void> {
  await sql`update creditors set merged_into = ${into}, row_version = row_version + 1
    where company_id = ${companyId} and id = ${from}`.execute(tx);
}

/** A merge that was not undone. */
export async function findMerge(
  tx: Tx,
  companyId: string,
  id: string,
  into: string,
): Promise<{ from: string; moved: Moved } | undefined> {
  const { rows } = await sql<{
    from: string;
    moved: Moved;
  }>`select creditor_id as "from", moved from creditor_merges
    where company_id = ${companyId} and id = ${id} and into_id = ${into} and undone_at is null for update`.execute(
    tx,
  );
  return rows[0];
}

/** Gives back what a merge moved, as far as nothing else moved it since. */
export async function moveBack(tx: Tx, { companyId, from, into }: Pair, moved: Moved): Promise<void> {
  const { invoices, documents, bookings, numbers, accounts } = moved;
  for (const [table, ids] of [['invoices', invoices] as const, ['documents', documents] as const]) {
    await sql`update ${sql.table(table)} set creditor_id = ${from}
      where company_id = ${companyId} and creditor_id = ${into} and id = any(${ids}::uuid[])`.execute(tx);
  }
  await sql`update imported_bookings b set creditor_id = ${from}
    from jsonb_to_recordset(${JSON.stringify(bookings)}::jsonb) as m ("administrationId" uuid, "sourceKey" text)
    where b.company_id = ${companyId} and b.administration_id = m."administrationId" and b.source_key = m."sourceKey"
      and b.creditor_id = ${into}`.execute(tx);
  await sql`update creditor_numbers set creditor_id = ${from}
    where company_id = ${companyId} and creditor_id = ${into} and administration_id = any(${numbers}::uuid[])`.execute(
    tx,
  );
  await sql`update creditor_accounts set creditor_id = ${from}, row_version = row_version + 1
    where company_id = ${companyId} and creditor_id = ${into} and id = any(${accounts.moved}::uuid[])`.execute(
    tx,
  );
  // What a person confirmed or blocked since stays as they left it.
  await sql`update creditor_accounts a set state = s.before, row_version = a.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(accounts.states)}::jsonb) as s (id uuid, before smallint, after smallint)
    where a.company_id = ${companyId} and a.id = s.id and a.state = s.after`.execute(tx);
}

/** Says that a merge was undone. */
export async function noteUndone(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, from }: Pick<Pair, 'companyId' | 'from'>,
  id: string,
): Promise<void> {
  await tx
    .updateTable('creditor_merges')
    .set({ undone_at: now().toISOString(), undone_by: caller.userId })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await setMergedInto(tx, { companyId, from, into: null });
}
