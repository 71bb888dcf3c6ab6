import { brotliCompressSync } from 'node:zlib';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '#server/features/documents/index.ts';

/** The pages of a document with these texts, straight into the database; they are not findable yet. */
export async function buildPages(
  db: Db,
  companyId: string,
  documentId: string,
  texts: readonly string[],
): Promise<void> {
  await db
    .insertInto('document_pages')
    .values(
      texts.map((text, index) => ({
        company_id: companyId,
        document_id: documentId,
        id: newId(),
        number: index + 1,
        width_px: 1000,
        height_px: 1414,
        image_sha256: documentId,
        thumbnail_sha256: documentId,
        text_source: 'pdf',
        words: brotliCompressSync(
          JSON.stringify(
            text.split(/\s+/).map((word, at) => ({
              text: word,
              box: [at / 100, 0.1, (at + 1) / 100, 0.11],
              confidence: 1,
            })),
          ),
        ),
        text,
      })),
    )
    .execute();
}
