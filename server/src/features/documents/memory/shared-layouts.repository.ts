import { z } from 'zod';
import { sharedProperty } from '#contract/documents/memory.ts';
import { pageBox } from '#contract/documents/properties.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { Example, SharedField, SupplierCodes } from '#server/recognition/index.ts';
import { sharedExample } from '#server/recognition/index.ts';
import type { SupplierKey } from './memory.repository.ts';
import './memory.tables.ts';

const layout = z.array(
  z.object({
    field: sharedProperty,
    side: z.enum(['before', 'above']),
    label: z.string(),
    page: z.int(),
    box: pageBox,
    wasRead: z.boolean(),
  }),
);

/** More layouts of one supplier than this say nothing new. */
const maxShared = 20;

/** The layouts that staff shared of the supplier with one of these registrations, the newest first. */
export async function listSharedLayouts(db: Db, { kvk, vatId }: SupplierCodes): Promise<Example[]> {
  if (kvk === null && vatId === null) return [];
  const rows = await db
    .selectFrom('shared_layouts')
    .where((where) => where.or([where('kvk', '=', kvk), where('vat_id', '=', vatId)]))
    .orderBy('shared_at', 'desc')
    .limit(maxShared)
    .select('layout')
    .execute();
  return rows.map((row) => sharedExample(layout.parse(row.layout)));
}

/** What is shared of a supplier of one company, and since when. */
export async function findShared(
  db: Db,
  { companyId, creditorId }: SupplierKey,
): Promise<{ readonly fields: readonly SharedField[]; readonly sharedAt: string } | undefined> {
  const found = await db
    .selectFrom('shared_layouts')
    .where('company_id', '=', companyId)
    .where('creditor_id', '=', creditorId)
    .select(['layout', 'shared_at as sharedAt'])
    .executeTakeFirst();
  return found && { fields: layout.parse(found.layout), sharedAt: found.sharedAt };
}

/** Shares these fields of a supplier, in the place of what was shared of it. */
export async function share(
  tx: Tx,
  { companyId, creditorId }: SupplierKey,
  { kvk, vatId }: SupplierCodes,
  fields: readonly SharedField[],
  by: string,
  at: Date,
): Promise<void> {
  const values = {
    kvk,
    vat_id: vatId,
    layout: JSON.stringify(fields),
    shared_at: at.toISOString(),
    shared_by: by,
  };
  await tx
    .insertInto('shared_layouts')
    .values({ id: newId(at.getTime()), company_id: companyId, creditor_id: creditorId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'creditor_id']).doUpdateSet(values))
    .execute();
}

/** Takes back what was shared of a supplier. */
export async function takeBack(tx: Tx, { companyId, creditorId }: SupplierKey): Promise<void> {
  await tx
    .deleteFrom('shared_layouts')
    .where('company_id', '=', companyId)
    .where('creditor_id', '=', creditorId)
    .execute();
}

/** By which registrations a supplier is known. */
export async function findCodes(db: Db, { companyId, creditorId }: SupplierKey): Promise<SupplierCodes> {
  const found = await db
    .selectFrom('creditors')
    .where('company_id', '=', companyId)
    .where('id', '=', creditorId)
    .select(['kvk', 'vat_id as vatId'])
    .executeTakeFirst();
  return found ?? { kvk: null, vatId: null };
}

/** The same supplier at other companies; for staff, since it reads across companies. */
export async function listElsewhere(
  db: Db,
  { companyId }: SupplierKey,
  { kvk, vatId }: SupplierCodes,
): Promise<SupplierKey[]> {
  return db
    .selectFrom('creditors')
    .where('company_id', '<>', companyId)
    .where((where) => where.or([where('kvk', '=', kvk), where('vat_id', '=', vatId)]))
    .orderBy('created_at', 'desc')
    .limit(maxShared)
    .select(['company_id as companyId', 'id as creditorId'])
    .execute();
}
