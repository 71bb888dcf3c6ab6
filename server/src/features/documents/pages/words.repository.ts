import type { z } from 'zod';
import { documentPage, type pageWords } from '#contract/documents/properties.ts';
import type { Db } from '#server/platform/db/database.ts';
import { unpackWords } from '../triggers/documents-text.repository.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { pictureName } from './pages.repository.ts';
import '../documents.tables.ts';

type PageWord = z.output<typeof pageWords>['words'][number];

const textSource = documentPage.shape.textSource.catch('none');

const columns = [
  'number',
  'width_px as width',
  'height_px as height',
  'image_sha256 as imageSha256',
  'text_source as textSource',
] as const;

/** The pages of a document without their words, in order. */
export async function listPagesOf(db: Db, key: DocumentKey) {
  const rows = await db
    .selectFrom('document_pages')
    .where(ofDocument(key))
    .orderBy('number')
    .select([...columns, 'text'])
    .execute();
  return rows.map(({ imageSha256, ...row }) => ({
    ...row,
    picture: pictureName(imageSha256),
    textSource: textSource.parse(row.textSource),
  }));
}

/** One page with its words and their boxes; undefined when there is no such page. */
export async function findPage(db: Db, key: DocumentKey, number: number) {
  const row = await db
    .selectFrom('document_pages')
    .where(ofDocument(key))
    .where('number', '=', number)
    .select([...columns, 'text', 'words'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { imageSha256, words, ...page } = row;
  return {
    ...page,
    picture: pictureName(imageSha256),
    textSource: textSource.parse(page.textSource),
    words: unpackWords(words).map((word): PageWord => ({ ...word, box: [...word.box] })),
  };
}
