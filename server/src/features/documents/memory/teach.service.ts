import { documentProperty } from '#contract/documents/properties.ts';
import { pageBox } from '#contract/documents/properties.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { type ConfirmedValue, exampleOf, type FieldName, linesOfPage } from '#server/recognition/index.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { findStoredPages } from '../processing/stored-pages.repository.ts';
import * as repository from './memory.repository.ts';
import { confirmedOf } from './memory.rules.ts';
import '../documents.tables.ts';

/** Learns from a document that a person just confirmed. An electronic invoice teaches nothing: it is data. */
export async function learnFrom(tx: Tx, key: DocumentKey, at: Date): Promise<void> {
  const stored = await findStoredPages(tx, key);
  if (!stored) return;
  const confirmed = await confirmedValues(tx, key);
  await repository.teach(tx, key, exampleOf(stored.pages.flatMap(linesOfPage), confirmed), at);
}

const box = pageBox.nullable().catch(null);

/** The confirmed value of each property that the document has. */
export async function confirmedValues(
  db: Db,
  key: DocumentKey,
): Promise<Partial<Record<FieldName, ConfirmedValue>>> {
  const rows = await db
    .selectFrom('document_fields')
    .where(ofDocument(key))
    .orderBy('rank')
    .select(['property', 'rank', 'value', 'method', 'reason', 'page', 'box'])
    .execute();
  const found = documentProperty.options.flatMap((property) => {
    const candidates = rows
      .filter((row) => row.property === property)
      .map((row) => ({ ...row, box: box.parse(row.box) }));
    const confirmed = confirmedOf(candidates);
    return confirmed ? [[property, confirmed] as const] : [];
  });
  return Object.fromEntries(found);
}
