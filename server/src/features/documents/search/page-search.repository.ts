import { type RawBuilder, sql } from 'kysely';
import { type Db, executeLater, type Tx } from '#server/platform/db/database.ts';
import { unpackWords } from '../triggers/documents-text.repository.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { candidateWords, searchText } from './search-words.rules.ts';
import '../documents.tables.ts';

/** A page as it was read. */
interface ReadText {
  readonly number: number;
  readonly text: string;
  readonly ocrText: string | null;
}

// A longer document shows its places on these.
const maxPages = 200;

const stemsOf = (text: string) => sql<string>`to_tsvector('dutch', ${text})`;

/** Makes pages findable by what was read on them, in the transaction that stores them (decision 0146). */
export async function indexPages(
  tx: Tx,
  companyId: string,
  pages: readonly (ReadText & { readonly documentId: string })[],
): Promise<void> {
  if (pages.length === 0) return;
  const rows = pages.map(({ documentId, number, text, ocrText }) => ({
    company_id: companyId,
    document_id: documentId,
    number,
    words: stemsOf(searchText(text, ocrText)),
  }));
  // Another one may have been there meanwhile.
  const addition = tx
    .insertInto('page_search')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());
  await executeLater(tx, addition);
}

/** Pages of a company that nobody can find yet, of documents above one in the order of their ids. */
export async function listUnindexed(db: Db, companyId: string, above: string, max: number) {
  const { rows } = await sql<ReadText & { documentId: string }>`
    select p.document_id as "documentId", p.number, p.text, p.ocr_text as "ocrText"
    from document_pages p left join page_search s
      on s.company_id = ${companyId} and s.document_id = p.document_id and s.number = p.number
    where p.company_id = ${companyId} and p.document_id > ${above} and s.document_id is null
    order by p.document_id, p.number limit ${max}`.execute(db);
  return rows;
}

/** The terms as PostgreSQL seeks them: all of them, each as a phrase. Words such as 'de' and 'van' count for nothing. */
export function questionSql(terms: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(
    terms.map((term) => sql`phraseto_tsquery('dutch', ${term})`),
    sql` && `,
  )})`;
}

/** The stems of the terms; none when they are words that count for nothing. */
export async function stemsOfTerms(db: Db, terms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ stems: string[] }>`
    select tsvector_to_array(to_tsvector('dutch', ${terms.join(' ')})) as stems`.execute(db);
  return rows[0]?.stems ?? [];
}

/** Which of the words of these texts have one of the stems, in lower case. */
export async function matchingWords(
  db: Db,
  texts: readonly string[],
  stems: readonly string[],
): Promise<Set<string>> {
  const words = [...new Set(texts.flatMap((text) => candidateWords(text, stems)))];
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) as w (word)
    where tsvector_to_array(to_tsvector('dutch', w.word)) && ${[...stems]}::text[]`.execute(db);
  return new Set(rows.map(({ word }) => word));
}

/** The texts of pages, to show what was found in them. */
export async function textsOfPages(
  db: Db,
  companyId: string,
  pages: readonly { readonly documentId: string; readonly number: number }[],
) {
  if (pages.length === 0) return [];
  const { rows } = await sql<ReadText & { documentId: string }>`
    select p.document_id as "documentId", p.number, p.text, p.ocr_text as "ocrText"
    from unnest(${pages.map(({ documentId }) => documentId)}::uuid[], ${pages.map(({ number }) => number)}::integer[])
      as found (document_id, number)
    join document_pages p on p.company_id = ${companyId} and p.document_id = found.document_id and p.number = found.number`.execute(
    db,
  );
  return rows;
}

/** The words of a document's pages with their places; where the page has no text, those that OCR read. */
export async function wordsOfPages(db: Db, key: DocumentKey) {
  const rows = await db
    .selectFrom('document_pages')
    .where(ofDocument(key))
    .orderBy('number')
    .limit(maxPages)
    .select(['number', 'words', 'ocr_words as ocrWords'])
    .execute();
  return rows.map(({ number, words, ocrWords }) => ({ number, words: unpackWords(words ?? ocrWords) }));
}
