import type { Db } from '#server/platform/db/database.ts';
import type { DocumentMime, ReadPage } from '#server/recognition/index.ts';
import { unpackWords } from '../triggers/documents-text.repository.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { hasTwoFiles } from '../files/files.repository.ts';
import '../documents.tables.ts';

const mimes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'image/avif',
] as const;
const sources = ['pdf', 'ocr'] as const;

/** A page that was read, and where its picture is. */
export type StoredPage = ReadPage & { readonly imageSha256: string };

/** The pages of a document that was read; null where there is nothing that can be read again without its bytes. */
export async function findStoredPages(
  db: Db,
  { companyId, documentId }: DocumentKey,
): Promise<{ readonly mime: DocumentMime; readonly pages: readonly StoredPage[] } | null> {
  const document = await db
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .where('id', '=', documentId)
    .select(['mime', hasTwoFiles.as('hasTwoFiles')])
    .executeTakeFirst();
  const mime = mimes.find((known) => known === document?.mime);
  const rows = await db
    .selectFrom('document_pages')
    .where(ofDocument({ companyId, documentId }))
    .orderBy('number')
    .select([
      'number',
      'width_px as widthPx',
      'height_px as heightPx',
      'image_sha256 as imageSha256',
      'text_source as textSource',
      'text',
      'words',
      'ocr_text as ocrText',
      'ocr_words as ocrWords',
    ])
    .execute();
  const hasXml = await db
    .selectFrom('document_fields')
    .where(ofDocument({ companyId, documentId }))
    .where('method', '=', 'xml')
    .select('property')
    .executeTakeFirst();
  // What XML inside a PDF says is not in its pages; XML beside it is read by itself.
  if (!mime || rows.length === 0 || (hasXml && document?.hasTwoFiles !== true)) return null;
  const pages = rows.map(({ textSource, words, ocrText, ocrWords, ...page }) => ({
    ...page,
    textSource: sources.find((known) => known === textSource) ?? ('none' as const),
    words: unpackWords(words),
    ...(ocrText === null ? {} : { byOcr: { text: ocrText, words: unpackWords(ocrWords) } }),
  }));
  return { mime, pages };
}
