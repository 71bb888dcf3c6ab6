import type { Selectable } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { ofDocument } from '../document-rows.ts';
import { indexPages } from '../search/page-search.repository.ts';
import type { DocumentPagesTable } from '../documents.tables.ts';

/** A page as it was read, with its pictures. */
export type ReusedPage = Selectable<DocumentPagesTable>;

// A statement takes 65,535 parameters.
const rowsAtOnce = 1000;

/** What was read of a document, by number of the page. */
export async function pagesOf(
  tx: Tx,
  companyId: string,
  documentId: string,
): Promise<ReadonlyMap<number, ReusedPage>> {
  const rows = await tx
    .selectFrom('document_pages')
    .where(ofDocument({ companyId, documentId }))
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** Gives a document these pages instead of its own, numbered by their place; a hole is a page that nobody read. */
export async function replacePages(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  pages: readonly (ReusedPage | undefined)[],
): Promise<void> {
  await tx
    .deleteFrom('document_pages')
    .where(ofDocument({ companyId, documentId: id }))
    .execute();
  const rows = pages.flatMap((page, at) =>
    page ? [{ ...page, document_id: id, id: newId(), number: at + 1 }] : [],
  );
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    await tx.insertInto('document_pages').values(some).execute();
    const texts = some.map(({ number, text, ocr_text: ocrText }) => ({
      documentId: id,
      number,
      text,
      ocrText,
    }));
    await indexPages(tx, companyId, texts);
  }
}
