import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { nameKey, pickCreditor, type SupplierIdentity } from './creditors.rules.ts';
import '../documents.tables.ts';

const mostKnown = 5000;
const columns = ['id', 'name', 'kvk', 'vat_id as vatId', 'iban'] as const;

/** A supplier of a company, as kept. */
export interface Creditor extends SupplierIdentity {
  readonly id: string;
}

/** The suppliers of a company, the newest first. */
export async function listKnown(db: Db, companyId: string): Promise<Creditor[]> {
  return db
    .selectFrom('creditors')
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .limit(mostKnown)
    .select([...columns])
    .execute();
}

/**
 * The creditor that a supplier is; made when he is new, completed with what was not known of him yet. Undefined for
 * a new one without a name: nobody could tell him from others.
 */
export async function findOrMake(
  tx: Tx,
  companyId: string,
  supplier: SupplierIdentity,
  now: Date,
): Promise<Creditor | undefined> {
  const candidates = await tx
    .selectFrom('creditors')
    .where('company_id', '=', companyId)
    .where((where) =>
      where.or([
        where('kvk', '=', supplier.kvk),
        where('vat_id', '=', supplier.vatId),
        where('iban', '=', supplier.iban),
        where.and([where('name_key', '=', nameKey(supplier.name)), where('name_key', '<>', '')]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .select([...columns])
    .execute();
  const known = pickCreditor(supplier, candidates);
  if (known) return complete(tx, companyId, known, supplier);
  return nameKey(supplier.name) === '' ? undefined : make(tx, companyId, supplier, now);
}

async function make(tx: Tx, companyId: string, supplier: SupplierIdentity, now: Date): Promise<Creditor> {
  const { name, kvk, vatId, iban } = supplier;
  const id = newId(now.getTime());
  await tx
    .insertInto('creditors')
    .values({
      company_id: companyId,
      id,
      name,
      name_key: nameKey(name),
      kvk,
      vat_id: vatId,
      iban,
      created_at: now.toISOString(),
    })
    .execute();
  return { id, name, kvk, vatId, iban };
}

async function complete(
  tx: Tx,
  companyId: string,
  known: Creditor,
  supplier: SupplierIdentity,
): Promise<Creditor> {
  const kvk = known.kvk ?? supplier.kvk;
  const vatId = known.vatId ?? supplier.vatId;
  const iban = known.iban ?? supplier.iban;
  if (kvk === known.kvk && vatId === known.vatId && iban === known.iban) return known;
  await tx
    .updateTable('creditors')
    .set({ kvk, vat_id: vatId, iban })
    .where('company_id', '=', companyId)
    .where('id', '=', known.id)
    .execute();
  return { ...known, kvk, vatId, iban };
}
