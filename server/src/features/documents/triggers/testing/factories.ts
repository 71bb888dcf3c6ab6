import { brotliCompressSync } from 'node:zlib';
import { documentStates, type DocumentState } from '#contract/documents/documents.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { TriggerValues } from '../trigger-values.ts';
import '../../documents.tables.ts';
import '../triggers.tables.ts';

/** A stored trigger; what is not said is empty. */
export async function buildTrigger(
  db: Db,
  {
    companyId,
    createdAt,
    ...values
  }: Partial<TriggerValues> & { companyId: string | null; createdAt?: string },
): Promise<{ id: string }> {
  const id = newId();
  await db
    .insertInto('triggers')
    .values({
      id,
      company_id: companyId,
      naam: 'Trigger',
      keywords: 'x',
      factuurnummer: '',
      factuurdatum: '',
      totaalbedrag: '',
      creditmodifier: '',
      ...values,
      ...(createdAt === undefined ? {} : { created_at: createdAt }),
      created_by: null,
      updated_by: null,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  return { id };
}

/** What a test says of a read document. */
export interface TextDocumentSeed {
  readonly text: string;
  readonly state?: DocumentState;
  readonly number?: string;
  readonly values?: Readonly<Record<string, string>>;
}

let made = 0;

/** A document of one page whose words stand in a row, with the values that were found. */
export async function buildTextDocument(
  db: Db,
  owner: { readonly companyId: string; readonly userId: string },
  { text, state = 'Onbekend', number, values = {} }: TextDocumentSeed,
): Promise<{ id: string; number: string }> {
  const id = newId();
  made += 1;
  const shown = number ?? `2026-11-${String(made).padStart(4, '0')}`;
  await db
    .insertInto('documents')
    .values({
      company_id: owner.companyId,
      id,
      number: shown,
      administration_id: null,
      sha256: id,
      filename: `${shown}.pdf`,
      mime: 'application/pdf',
      bytes: 1,
      source: 'upload',
      state: documentStates.indexOf(state),
      reasons: [],
      page_count: 1,
      invoice_id: null,
      created_by: owner.userId,
      updated_by: owner.userId,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word, at) => ({ text: word, box: [at / 1000, 0.1, (at + 1) / 1000, 0.11], confidence: 1 }));
  await db
    .insertInto('document_pages')
    .values({
      company_id: owner.companyId,
      document_id: id,
      id: newId(),
      number: 1,
      width_px: 1000,
      height_px: 1414,
      image_sha256: id,
      thumbnail_sha256: id,
      text_source: 'pdf',
      words: brotliCompressSync(JSON.stringify(words)),
      text,
    })
    .execute();
  for (const [property, value] of Object.entries(values)) {
    await db
      .insertInto('document_fields')
      .values({
        company_id: owner.companyId,
        document_id: id,
        property,
        rank: 0,
        value,
        raw: value,
        reason: '',
        known_id: null,
        confidence: 0.9,
        method: 'heuristic',
        page: null,
        box: null,
      })
      .execute();
  }
  return { id, number: shown };
}
