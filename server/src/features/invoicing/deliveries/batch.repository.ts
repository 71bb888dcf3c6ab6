import { type Expression, sql, type SqlBool } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { listExported } from '../exports/exported-invoices.repository.ts';
import type { BatchContent } from './exported-batch.ts';
import type { DeliveryKey, LockedDelivery } from './deliveries.repository.ts';
import { findCodes } from './package-codes.repository.ts';
import { unmappedIn, withPackageCodes } from './package-codes.rules.ts';
import '../invoicing.tables.ts';

/** Whose invoices are written, and for which package. */
type BatchBooks = Pick<LockedDelivery, 'companyId' | 'administrationId' | 'coupling'>;

/** What is written of the invoices, `i`, of which this is true: as they are now, in the codes of the package. */
export async function readBatch(
  db: Db,
  books: BatchBooks,
  isWanted: Expression<SqlBool>,
): Promise<BatchContent> {
  return batchOf(db, books, await listExported(db, books.companyId, isWanted));
}

/** What is written of these invoices, in the codes of the package. */
export async function batchOf(
  db: Db,
  { companyId, administrationId, coupling }: BatchBooks,
  invoices: readonly ExportedInvoice[],
): Promise<BatchContent> {
  const administration = await db
    .selectFrom('administrations as a')
    .leftJoin('delivery_settings as s', (join) =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.administration_id', '=', 'a.id'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', administrationId)
    .select([
      'a.name',
      'a.kvk_number as kvk',
      sql<string>`coalesce(s.journal, '')`.as('journal'),
      sql<boolean>`coalesce(s.requires_mapping, false)`.as('requiresMapping'),
    ])
    .executeTakeFirst();
  const codes = await findCodes(db, { companyId, administrationId });
  return {
    administration: {
      id: administrationId,
      name: administration?.name ?? '',
      kvk: administration?.kvk ?? '',
    },
    journal: administration?.journal ?? '',
    invoices: invoices.map((invoice) => withPackageCodes(invoice, codes)),
    unmapped: administration?.requiresMapping
      ? unmappedIn(invoices, codes, { coupling, administrationId })
      : [],
  };
}

/** An administration as the customer on its invoices. */
export async function findCustomer(db: Db, { companyId, administrationId }: BatchBooks) {
  return db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('id', '=', administrationId)
    .select([
      'name',
      'street',
      'postal_code as zipCode',
      'city',
      'country',
      sql<string | null>`nullif(kvk_number, '')`.as('kvk'),
      sql<string | null>`nullif(vat_id, '')`.as('vatId'),
    ])
    .executeTakeFirst();
}

/** The invoices, `i`, of a delivery. */
export const isInDelivery = ({ id }: DeliveryKey) =>
  sql<SqlBool>`exists (select from delivery_invoices d where d.company_id = i.company_id
    and d.delivery_id = ${id} and d.invoice_id = i.id)`;
