import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { chosenValues } from '../values/values.repository.ts';
import { decisive, type RejectedValue } from './rejections.rules.ts';
import '../documents.tables.ts';

/** Stores which values a verdict rejected: those that were named, else the decisive ones together. */
export async function insert(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  wrong: readonly DocumentProperty[],
  at: Date,
): Promise<void> {
  const values = await chosenValues(tx, { companyId, documentId });
  const rows = (wrong.length > 0 ? [...new Set(wrong)] : decisive).map((property) => ({
    company_id: companyId,
    document_id: documentId,
    rejected_at: at.toISOString(),
    property,
    value: values[property] ?? '',
    is_named: wrong.length > 0,
  }));
  await tx.insertInto('document_rejections').values(rows).execute();
}

/** Forgets what a verdict of that moment rejected. */
export async function removeOf(tx: Tx, key: DocumentKey, verdictAt: string): Promise<void> {
  await tx
    .deleteFrom('document_rejections')
    .where(ofDocument(key))
    .where('rejected_at', '=', verdictAt)
    .execute();
}

/** Forgets all that was rejected: a person decided otherwise, or the pages are others. */
export async function removeAll(tx: Tx, key: DocumentKey): Promise<void> {
  await tx.deleteFrom('document_rejections').where(ofDocument(key)).execute();
}

export async function list(db: Db, key: DocumentKey): Promise<RejectedValue[]> {
  const rows = await db
    .selectFrom('document_rejections')
    .where(ofDocument(key))
    .orderBy('rejected_at')
    .select(['rejected_at as rejectedAt', 'property', 'value', 'is_named as isNamed'])
    .execute();
  return rows.map((row) => ({ ...row, property: documentProperty.parse(row.property) }));
}
