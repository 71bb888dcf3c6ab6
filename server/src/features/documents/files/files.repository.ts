import { sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import { StateNumber } from '../document-state.ts';
import '../documents.tables.ts';

/** What a file of a document is for. */
export const FileRole = { picture: 0, data: 1, attachment: 2 } as const;

/** The e-invoice beside the picture of a document; undefined where it has one file. */
export async function findData(db: Db, { companyId, documentId }: DocumentKey) {
  return db
    .selectFrom('document_files')
    .where(ofDocument({ companyId, documentId }))
    .where('role', '=', FileRole.data)
    .select([
      'sha256',
      'filename',
      'mime',
      'bytes',
      'picture_total_in_cents as pictureTotalInCents',
      'added_at as addedAt',
    ])
    .executeTakeFirst();
}

/** Whether a document, `documents`, has a second file. */
export const hasTwoFiles = sql<boolean>`exists (select from document_files f
  where f.company_id = documents.company_id and f.document_id = documents.id)`;

/** A document with its file, locked until the transaction ends. */
export async function lockFile(tx: Tx, { companyId, documentId }: DocumentKey) {
  return inOneCompany(tx, companyId)
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .where('id', '=', documentId)
    .select([
      'company_id as companyId',
      'id',
      'number',
      'sha256',
      'mime',
      'filename',
      'bytes',
      'state',
      'source_sha256 as sourceSha256',
      'source_mime as sourceMime',
      'source_filename as sourceFilename',
      'page_count as pageCount',
      'text_length as textLength',
      'is_credit as isCredit',
      'is_edited as isEdited',
      'has_edited_lines as hasEditedLines',
      'supplier_place as supplierPlace',
      'vat_rates as vatRates',
      'addressed_to as addressedTo',
      'attached_files as attachedFiles',
      'administration_id as administrationId',
      'invoice_id as invoiceId',
      'joined_into as joinedInto',
      'created_by as createdBy',
      'deleted_at as deletedAt',
      hasTwoFiles.as('hasTwoFiles'),
    ])
    .forUpdate()
    .executeTakeFirst();
}
/** A document with its file. */
export type LockedFile = NonNullable<Awaited<ReturnType<typeof lockFile>>>;

/** The document that was joined into this one. */
export async function findPart(db: Db, { companyId, documentId }: DocumentKey): Promise<string | undefined> {
  const found = await db
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .where('joined_into', '=', documentId)
    .select('id')
    .executeTakeFirst();
  return found?.id;
}

export async function insertData(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  file: Pick<LockedFile, 'sha256' | 'filename' | 'mime' | 'bytes'>,
  { pictureTotalInCents, at }: { readonly pictureTotalInCents: number | null; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('document_files')
    .values({
      company_id: companyId,
      document_id: documentId,
      number: 1,
      role: FileRole.data,
      sha256: file.sha256,
      filename: file.filename,
      mime: file.mime,
      bytes: file.bytes,
      picture_total_in_cents: pictureTotalInCents,
      added_at: at.toISOString(),
    })
    .execute();
}

export async function removeFiles(tx: Tx, key: DocumentKey): Promise<void> {
  await tx.deleteFrom('document_files').where(ofDocument(key)).execute();
}

/** The values of a document with their places, the chosen one of each first. */
export async function listFields(db: Db, key: DocumentKey) {
  return db
    .selectFrom('document_fields')
    .where(ofDocument(key))
    .orderBy('property')
    .orderBy('rank')
    .select([
      'property',
      'rank',
      'value',
      'raw',
      'known_id',
      'confidence',
      'method',
      'reason',
      'page',
      sql<number[] | null>`box`.as('box'),
    ])
    .execute();
}
/** A value that a field may have. */
export type FieldRow = Awaited<ReturnType<typeof listFields>>[number];

/** Gives a document these values instead of its own. */
export async function replaceFields(tx: Tx, key: DocumentKey, fields: readonly FieldRow[]): Promise<void> {
  const of = { company_id: key.companyId, document_id: key.documentId };
  await tx.deleteFrom('document_fields').where(ofDocument(key)).execute();
  if (fields.length > 0)
    await tx
      .insertInto('document_fields')
      .values(fields.map((field) => ({ ...of, ...field })))
      .execute();
}

/** Gives a document the lines of another one; where they stand on a page is not known. */
export async function copyLines(tx: Tx, to: DocumentKey, from: DocumentKey): Promise<void> {
  await tx.deleteFrom('document_lines').where(ofDocument(to)).execute();
  await sql`insert into document_lines (company_id, document_id, line_number, description, quantity, unit_price_in_cents,
      amount_in_cents, vat_percent)
    select company_id, ${to.documentId}::uuid, line_number, description, quantity, unit_price_in_cents, amount_in_cents,
      vat_percent
    from document_lines where company_id = ${from.companyId} and document_id = ${from.documentId}`.execute(
    tx,
  );
}

/** Documents that nobody could read whose file an e-invoice holds or names, or that came along with it. */
export async function listUnread(
  db: Db,
  { companyId, documentId }: DocumentKey,
  data: {
    readonly sha256: readonly string[];
    readonly names: readonly string[];
    readonly stem: string;
  },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from documents d join documents e on e.company_id = ${companyId} and e.id = ${documentId}
    where d.company_id = ${companyId} and d.state = ${StateNumber.Unknown}::smallint and d.deleted_at is null
      and d.mime <> 'application/xml' and not d.is_edited
      and (d.sha256 = any(${[...data.sha256]}::text[])
        or ${keyOf('d.filename')} = any(${[...data.names]}::text[])
        or (d.created_at = e.created_at and regexp_replace(${keyOf('d.filename')}, '\\.[a-z0-9]{1,5}$', '') = ${data.stem}))
    order by d.created_at, d.id limit 5`.execute(db);
  return rows.map(({ id }) => id);
}

/** A file name in SQL as `fileKey` has it. */
export const keyOf = (column: string) =>
  sql<string>`regexp_replace(lower(normalize(${sql.ref(column)}, NFC)), '\\s+', '', 'g')`;

/** Whether a document was joined into another one, `documents`; it is in the trash of nobody. */
export const isJoined = sql<SqlBool>`documents.joined_into is not null`;
