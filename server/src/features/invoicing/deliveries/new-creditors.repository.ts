import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { NewCreditor } from './creditors-csv.rules.ts';
import type { LockedDelivery } from './deliveries.repository.ts';
import '../creditors/creditors.tables.ts';
import '../invoicing.tables.ts';

type Books = Pick<LockedDelivery, 'companyId' | 'administrationId' | 'id'>;

/** The creditors of a delivery without a number in its administration, by their names. */
export async function listWithoutNumber(
  db: Db,
  { companyId, administrationId, id }: Books,
): Promise<Omit<NewCreditor, 'number'>[]> {
  const { rows } = await sql<Omit<NewCreditor, 'number'>>`select c.id as "creditorId", c.name, c.street,
      c.postal_code as "postalCode", c.city, c.country, coalesce(c.vat_id, '') as "vatId", coalesce(c.kvk, '') as kvk,
      coalesce(max(i.iban), '') as iban
    from delivery_invoices d
      join invoices i on i.company_id = d.company_id and i.id = d.invoice_id
      join creditors c on c.company_id = i.company_id and c.id = i.creditor_id
    where d.company_id = ${companyId} and d.delivery_id = ${id}
      and not exists (select from creditor_numbers n where n.company_id = c.company_id
        and n.administration_id = ${administrationId} and n.creditor_id = c.id)
    group by c.company_id, c.id
    order by c.name, c.id`.execute(db);
  return rows;
}

/** The number after the highest one of an administration; 1 where none is known. */
export async function nextNumber(db: Db, { companyId, administrationId }: Books): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(number::integer), 0) + 1 as next
    from creditor_numbers where company_id = ${companyId} and administration_id = ${administrationId}
      and number ~ '^[0-9]{1,9}$'`.execute(db);
  return rows[0]?.next ?? 1;
}

/** Stores the numbers of creditors in an administration. */
export async function insertNumbers(
  tx: Tx,
  { companyId, administrationId }: Books,
  numbers: readonly { readonly creditorId: string; readonly number: string }[],
): Promise<void> {
  await tx
    .insertInto('creditor_numbers')
    .values(
      numbers.map(({ creditorId, number }) => ({
        company_id: companyId,
        administration_id: administrationId,
        creditor_id: creditorId,
        number,
      })),
    )
    .execute();
}
