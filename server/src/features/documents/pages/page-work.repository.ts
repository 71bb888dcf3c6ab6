import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { changedBy } from '#server/platform/db/record.ts';
import { noVerdict, ofDocument, updateDocument } from '../document-rows.ts';
import { StateNumber } from '../document-state.ts';
import '../documents.tables.ts';

/** The file that a document is from now on, and the one that came in. */
export interface NewFile {
  readonly sha256: string;
  readonly mime: string;
  readonly filename: string;
  readonly bytes: number;
  /** Empty when the document is what came in again. */
  readonly sourceSha256: string;
  readonly sourceMime: string;
  readonly sourceFilename: string;
}

/** Gives a document another file and lets it be read again; what a person wrote goes when `forgetsManual`. */
export async function replaceFile(
  tx: Tx,
  ctx: Context,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  file: NewFile,
  forgetsManual: boolean,
): Promise<void> {
  await updateDocument(
    tx,
    { companyId, id },
    {
      sha256: file.sha256,
      mime: file.mime,
      filename: file.filename,
      bytes: file.bytes,
      source_sha256: file.sourceSha256,
      source_mime: file.sourceMime,
      source_filename: file.sourceFilename,
      state: StateNumber.Reading,
      reasons: [],
      ...noVerdict,
      ...(forgetsManual ? { is_edited: false, edited_by_customer: false, has_edited_lines: false } : {}),
      ...changedBy(ctx),
    },
  );
  if (!forgetsManual) return;
  await tx
    .deleteFrom('document_fields')
    .where(ofDocument({ companyId, documentId: id }))
    .where('method', '=', 'user')
    .execute();
}

/** Where the parts of a split came from. */
export async function setSource(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  file: NewFile,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({
      source_sha256: file.sourceSha256,
      source_mime: file.sourceMime,
      source_filename: file.sourceFilename,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

/** The numbers that people see, by id. */
export async function numbersOf(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .select(['id', 'number'])
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}
