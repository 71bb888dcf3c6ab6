import { sql, type SqlBool } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { listExported } from '../exports/exported-invoices.repository.ts';
import type { ExportedBatch } from './exported-batch.ts';
import type { LockedDelivery } from './deliveries.repository.ts';
import '../invoicing.tables.ts';

/** What a delivery is written from: its invoices as they are now. */
export async function readBatch(db: Db, delivery: LockedDelivery): Promise<Omit<ExportedBatch, 'read'>> {
  const { companyId, administrationId, id } = delivery;
  const administration = await db
    .selectFrom('administrations as a')
    .leftJoin('delivery_settings as s', (join) =>
      join.onRef('s.company_id', '=', 'a.company_id').onRef('s.administration_id', '=', 'a.id'),
    )
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', administrationId)
    .select(['a.name', 'a.kvk_number as kvk', sql<string>`coalesce(s.journal, '')`.as('journal')])
    .executeTakeFirst();
  return {
    administration: {
      id: administrationId,
      name: administration?.name ?? '',
      kvk: administration?.kvk ?? '',
    },
    journal: administration?.journal ?? '',
    invoices: await listExported(
      db,
      companyId,
      sql<SqlBool>`exists (select from delivery_invoices d where d.company_id = i.company_id
        and d.delivery_id = ${id} and d.invoice_id = i.id)`,
    ),
  };
}
