import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { StateNumber } from '../document-state.ts';
import { visible } from '../documents/documents.repository.ts';
import type { RecognisedWord } from '../recognition/recognised.ts';
import type { DocumentTexts } from './matcher.ts';
import type { TextPage } from './trigger-text.ts';
import '../documents.tables.ts';

const unit = z.number();
const storedWords = z.array(
  z.object({ text: z.string(), box: z.tuple([unit, unit, unit, unit]).readonly(), confidence: unit }),
);

/** Words as they are kept, one compressed blob a page. */
export function unpackWords(packed: Buffer | null): RecognisedWord[] {
  return packed === null ? [] : storedWords.parse(JSON.parse(brotliDecompressSync(packed).toString('utf8')));
}

/** The pages of a document with text and words, of the PDF itself or by OCR; undefined for a foreign one. */
export async function findPages(
  db: Db,
  scope: Scope,
  id: string,
  isPdf: boolean,
): Promise<TextPage[] | undefined> {
  if (!isId(id)) return undefined;
  const found = await visible(db, scope)
    .where('documents.id', '=', id)
    .select(['documents.company_id', 'documents.id'])
    .executeTakeFirst();
  if (!found) return undefined;
  const pages = await db
    .selectFrom('document_pages')
    .where('company_id', '=', found.company_id)
    .where('document_id', '=', found.id)
    .orderBy('number')
    .select([
      'number',
      'text',
      'text_source as textSource',
      'words',
      'ocr_text as ocrText',
      'ocr_words as ocrWords',
    ])
    .execute();
  return pages.map(({ number, text, textSource, words, ocrText, ocrWords }) =>
    isPdf || ocrText === null
      ? { number, text, textSource: sourceOf(textSource), words: unpackWords(words) }
      : { number, text: ocrText, textSource: 'ocr', words: unpackWords(ocrWords) },
  );
}

function sourceOf(stored: string): TextPage['textSource'] {
  return stored === 'pdf' || stored === 'ocr' || stored === 'xml' ? stored : 'none';
}

/** A document to try a trigger on, with the values it has. */
export interface TriedOn extends DocumentTexts {
  readonly number: string;
  readonly filename: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Ids of the documents to try on, the newest first. */
export async function listIds(
  db: Db,
  scope: Scope,
  which: 'unknown' | 'known',
  companyId: string | null,
  max: number,
): Promise<string[]> {
  const states =
    which === 'unknown' ? [StateNumber.Unknown] : [StateNumber.Recognised, StateNumber.Processed];
  const rows = await visible(db, scope)
    .where('documents.state', 'in', states)
    .$if(companyId !== null, (query) => query.where('documents.company_id', '=', companyId ?? ''))
    // What an XML says is no matter of triggers.
    .where('documents.mime', '<>', 'application/xml')
    .orderBy('documents.updated_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(max)
    .select('documents.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Texts and chosen values of these documents. */
export async function listTriedOn(db: Db, scope: Scope, ids: readonly string[]): Promise<TriedOn[]> {
  const rows = await visible(db, scope)
    .where('documents.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .select([
      'documents.id',
      'documents.company_id as companyId',
      'documents.number',
      'documents.filename',
      sql<string>`coalesce((select string_agg(p.text, E'\n' order by p.number) from document_pages p
        where p.company_id = documents.company_id and p.document_id = documents.id), '')`.as('pdf'),
      sql<
        string | null
      >`(select string_agg(coalesce(p.ocr_text, p.text), E'\n' order by p.number) from document_pages p
        where p.company_id = documents.company_id and p.document_id = documents.id
        having bool_or(p.ocr_text is not null))`.as('ocr'),
      sql<
        Record<string, string>
      >`coalesce((select jsonb_object_agg(f.property, f.value) from document_fields f
        where f.company_id = documents.company_id and f.document_id = documents.id and f.rank = 0 and f.value <> ''
        and f.property in ('number', 'date', 'total')), '{}'::jsonb)`.as('values'),
    ])
    .execute();
  const order = new Map(ids.map((id, at) => [id, at]));
  return rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}
