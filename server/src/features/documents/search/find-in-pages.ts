import type { Db } from '#server/platform/db/database.ts';
import type { DocumentKey } from '../document-rows.ts';
import * as repository from './page-search.repository.ts';
import { type Piece, snippetOf } from './search-words.rules.ts';

/** What was found on a page. */
export interface Snippet {
  readonly documentId: string;
  readonly number: number;
  readonly pieces: readonly Piece[];
}

/** The place with most of the terms on each of these pages, the terms marked. */
export async function snippetsOf(
  db: Db,
  companyId: string,
  pages: readonly { readonly documentId: string; readonly number: number }[],
  terms: readonly string[],
): Promise<Snippet[]> {
  if (pages.length === 0) return [];
  const [texts, stems] = await Promise.all([
    repository.textsOfPages(db, companyId, pages),
    repository.stemsOfTerms(db, terms),
  ]);
  const words = await repository.matchingWords(
    db,
    texts.flatMap(({ text, ocrText }) => [text, ocrText ?? '']),
    stems,
  );
  return texts.map(({ documentId, number, text, ocrText }) => {
    const pieces = snippetOf(text, words);
    return { documentId, number, pieces: pieces.length > 0 ? pieces : snippetOf(ocrText ?? '', words) };
  });
}

/** A word on a page, and where it stands. */
export interface Place {
  readonly text: string;
  readonly box: [number, number, number, number];
}

/** Where the terms stand on the pages of a document, by the number of the page. */
export async function findInPages(
  db: Db,
  key: DocumentKey,
  terms: readonly string[],
): Promise<ReadonlyMap<number, Place[]>> {
  if (terms.length === 0) return new Map();
  const stems = await repository.stemsOfTerms(db, terms);
  const pages = await repository.wordsOfPages(db, key);
  const sought = await repository.matchingWords(
    db,
    pages.flatMap(({ words }) => words.map(({ text }) => text)),
    stems,
  );
  return new Map(
    pages.map(({ number, words }) => [
      number,
      words.filter(({ text }) => hasWord(text, sought)).map(({ text, box }) => ({ text, box: [...box] })),
    ]),
  );
}

// What stands between spaces on a page may be several words: `F2026-0042`.
const hasWord = (text: string, sought: ReadonlySet<string>) =>
  snippetOf(text, sought).some(({ isHit }) => isHit);
