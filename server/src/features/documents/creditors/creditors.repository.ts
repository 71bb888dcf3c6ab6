import { sql } from 'kysely';
import { countryCodes } from '#contract/countries.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { nameKey, pickCreditor, type SupplierIdentity } from './creditors.rules.ts';
import { endSupplierRule } from '../rules/supplier-rules.repository.ts';
import type { SupplierPlace } from '../documents.tables.ts';

const maxKnown = 5000;
const maxMerges = 20;
const columns = [
  'id',
  'name',
  'kvk',
  'vat_id as vatId',
  'iban',
  'is_name_confirmed as isNameConfirmed',
  'merged_into as mergedInto',
] as const;

/** A supplier of a company, as stored. */
export interface Creditor extends SupplierIdentity {
  readonly id: string;
  /** By a person; recognition knows no others. */
  readonly isNameConfirmed: boolean;
  /** The creditor that took its place (decision 0127). */
  readonly mergedInto: string | null;
}

/** A supplier as a document gives it. */
export interface FoundSupplier extends SupplierIdentity {
  /** Whether a person wrote the name. */
  readonly isNameConfirmed: boolean;
  /** Where an electronic invoice says that they are. */
  readonly place?: SupplierPlace | null;
}

/** The suppliers of a company whose names a person confirmed, the newest first. */
export async function listKnown(db: Db, companyId: string): Promise<Creditor[]> {
  return db
    .selectFrom('creditors')
    .where('company_id', '=', companyId)
    .where('is_name_confirmed', '=', true)
    .orderBy('created_at', 'desc')
    .limit(maxKnown)
    .select([...columns])
    .execute();
}

/**
 * The creditor that a supplier is: created when it is new, completed with values that were not known yet. Undefined
 * for a new one without a name, which could not be distinguished from others.
 */
export async function findOrCreate(
  tx: Tx,
  companyId: string,
  supplier: FoundSupplier,
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
  const picked = pickCreditor(supplier, candidates);
  if (picked) {
    const known = await successorOf(tx, companyId, picked);
    if (supplier.place) await fillPlace(tx, companyId, known.id, supplier.place);
    await endAutomaticOnNewIban(tx, companyId, known, supplier);
    return complete(tx, companyId, known, supplier);
  }
  return nameKey(supplier.name) === '' ? undefined : insert(tx, companyId, supplier, now);
}

// A merged creditor is still known by its own marks, and stands for the one that took its place.
async function successorOf(tx: Tx, companyId: string, creditor: Creditor): Promise<Creditor> {
  let found = creditor;
  for (let hop = 0; found.mergedInto !== null && hop < maxMerges; hop += 1) {
    found = await tx
      .selectFrom('creditors')
      .where('company_id', '=', companyId)
      .where('id', '=', found.mergedInto)
      .select([...columns])
      .executeTakeFirstOrThrow();
  }
  return found;
}

// When the bank account changes a person checks again, also for an automatic supplier.
async function endAutomaticOnNewIban(
  tx: Tx,
  companyId: string,
  known: Creditor,
  { iban }: SupplierIdentity,
): Promise<void> {
  if (iban === null || iban === known.iban) return;
  if (!(await endSupplierRule(tx, companyId, known.id, 'new-iban'))) return;
  await countPositives(tx, companyId, known.id, false);
}

/** Counts a verdict for the supplier: three in a row, positive and without edits, allow automatic; a negative one ends it. */
export async function noteVerdict(
  tx: Tx,
  companyId: string,
  id: string,
  verdict: { readonly isCorrect: boolean; readonly wasCorrected: boolean },
): Promise<void> {
  await countPositives(tx, companyId, id, verdict.isCorrect && !verdict.wasCorrected);
  if (!verdict.isCorrect) await endSupplierRule(tx, companyId, id, 'negative-verdict');
}

async function countPositives(tx: Tx, companyId: string, id: string, isClean: boolean): Promise<void> {
  await sql`update creditors set positives_in_a_row = case when ${isClean} then positives_in_a_row + 1 else 0 end
    where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(tx);
}

/** Recounts the unedited positive verdicts since the last other one, and who still confirms the name, after a verdict was undone. */
export async function recountVerdicts(tx: Tx, companyId: string, id: string): Promise<void> {
  await sql`update creditors set positives_in_a_row = (
      select count(*) from documents d
      where d.company_id = creditors.company_id and d.creditor_id = creditors.id and d.is_correct and not d.was_corrected
        and d.verdict_at > coalesce((select max(o.verdict_at) from documents o
          where o.company_id = d.company_id and o.creditor_id = d.creditor_id and (not o.is_correct or o.was_corrected)
            and o.is_correct is not null), '-infinity')),
      is_name_confirmed = exists (
        select from documents d where d.company_id = creditors.company_id and d.creditor_id = creditors.id
          and (d.is_correct or exists (select from document_fields f
            where f.company_id = d.company_id and f.document_id = d.id and f.property = 'creditor' and f.rank = 0
              and f.method = 'user')))
    where company_id = ${companyId}::uuid and id = ${id}::uuid`.execute(tx);
}

// An address that anybody wrote down stays.
async function fillPlace(tx: Tx, companyId: string, id: string, place: SupplierPlace): Promise<void> {
  await tx
    .updateTable('creditors')
    .set(placeColumns(place))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('street', '=', '')
    .where('city', '=', '')
    .where('postal_code', '=', '')
    .execute();
}

function placeColumns({ street, zipCode, city, country }: SupplierPlace) {
  return {
    street: street.slice(0, 255),
    postal_code: zipCode.slice(0, 20),
    city: city.slice(0, 255),
    ...(countryCodes.includes(country) ? { country } : {}),
  };
}

async function insert(tx: Tx, companyId: string, supplier: FoundSupplier, now: Date): Promise<Creditor> {
  const { name, kvk, vatId, iban, isNameConfirmed } = supplier;
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
      is_name_confirmed: isNameConfirmed,
      ...(supplier.place ? placeColumns(supplier.place) : {}),
      created_at: now.toISOString(),
    })
    .execute();
  return { id, name, kvk, vatId, iban, isNameConfirmed, mergedInto: null };
}

async function complete(
  tx: Tx,
  companyId: string,
  known: Creditor,
  supplier: FoundSupplier,
): Promise<Creditor> {
  const kvk = known.kvk ?? supplier.kvk;
  const vatId = known.vatId ?? supplier.vatId;
  const iban = known.iban ?? supplier.iban;
  // What was only read gives way to another reading, and both to what a person wrote.
  const isOther = !['', nameKey(known.name)].includes(nameKey(supplier.name));
  const isRenamed = supplier.isNameConfirmed ? supplier.name !== '' : isOther && !known.isNameConfirmed;
  const name = isRenamed ? supplier.name : known.name;
  const isNameConfirmed = known.isNameConfirmed || supplier.isNameConfirmed;
  const completed = { ...known, name, kvk, vatId, iban, isNameConfirmed };
  const isSame =
    name === known.name &&
    isNameConfirmed === known.isNameConfirmed &&
    kvk === known.kvk &&
    vatId === known.vatId &&
    iban === known.iban;
  if (isSame) return known;
  await tx
    .updateTable('creditors')
    .set({ name, name_key: nameKey(name), kvk, vat_id: vatId, iban, is_name_confirmed: isNameConfirmed })
    .where('company_id', '=', companyId)
    .where('id', '=', known.id)
    .execute();
  return completed;
}

/** A positive verdict confirms the name on the document; one that was confirmed before stays. */
export async function confirmName(tx: Tx, companyId: string, id: string, name: string): Promise<void> {
  if (nameKey(name) === '') return;
  await tx
    .updateTable('creditors')
    .set({ name, name_key: nameKey(name), is_name_confirmed: true })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('is_name_confirmed', '=', false)
    .execute();
}
