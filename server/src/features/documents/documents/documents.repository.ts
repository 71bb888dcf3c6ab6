import { type Expression, sql, type SqlBool } from 'kysely';
import { documents } from '#contract/documents/documents.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { readers } from '#server/platform/db/readers.ts';
import { type DocumentKey, updateDocument } from '../document-rows.ts';
import { isJoined } from '../files/files.repository.ts';
import { StateNumber, stateName } from '../document-state.ts';
import '../documents.tables.ts';

const columns = listColumns(documents.fields, {
  id: 'documents.id',
  documentId: { sql: 'documents.number', natural: true },
  filename: { sql: 'documents.filename', natural: true },
  state: stateName,
  pageCount: 'documents.page_count',
  createdAt: 'documents.created_at',
  invoiceId: { sql: 'documents.invoice_id', nullable: true },
});
const search = searchColumns(['documents.number', 'documents.filename']);

/** Documents within the scope; those of a user are the ones that they sent in (§A2). */
export function inScope(scope: Scope): Expression<SqlBool> {
  const own = sql<SqlBool>`documents.created_by = ${scope.userId}`;
  const company = within(scope, 'documents.company_id', () => own, 'documents.administration_id');
  // Who is narrowed still sees what they sent in themselves.
  return sql<SqlBool>`(${company} and (${withinAdministrations(scope, 'documents.administration_id')} or ${own}))`;
}

/** The documents that a caller may see, in any state. */
export function visible(db: Db, scope: Scope) {
  return db.selectFrom('documents').where('documents.deleted_at', 'is', null).where(inScope(scope));
}

function rows(db: Db, scope: Scope) {
  return selected(visible(db, scope));
}

// With those that are the second file of another one (§C21): whoever sent them asks what became of them.
function rowsWithJoined(db: Db, scope: Scope) {
  const isThere = sql<SqlBool>`(documents.deleted_at is null or ${isJoined})`;
  return selected(db.selectFrom('documents').where(isThere).where(inScope(scope)));
}

function selected(query: ReturnType<typeof visible>) {
  return query.select([
    'documents.id',
    'documents.number as documentId',
    'documents.company_id as companyId',
    'documents.filename',
    stateName.as('state'),
    'documents.reasons',
    'documents.page_count as pageCount',
    'documents.created_at as createdAt',
    sql<string | null>`coalesce(documents.invoice_id, (select j.invoice_id from documents j
      where j.company_id = documents.company_id and j.id = documents.joined_into))`.as('invoiceId'),
    'documents.is_duplicate as isDuplicate',
    sql<{
      id: string;
      documentId: string;
    } | null>`(select json_build_object('id', j.id, 'documentId', j.number)
      from documents j where j.company_id = documents.company_id and j.id = documents.joined_into)`.as(
      'joinedInto',
    ),
  ]);
}

const own = readers({ base: rows, columns, search });
const withJoined = readers({ base: rowsWithJoined, columns, search });

export const { findById } = withJoined;

/** Documents, with the second files of others where their ids are asked for. */
export const list: typeof own.list = (db, scope, query) =>
  asksForIds(query.filter) ? withJoined.list(db, scope, query) : own.list(db, scope, query);

function asksForIds(filter: ListQuery['filter']): boolean {
  if (filter === null) return false;
  if (filter.kind === 'and' || filter.kind === 'or') return filter.parts.some(asksForIds);
  return (filter.kind === 'in' || filter.kind === 'compare') && filter.field.path === 'id';
}

/** Where the bytes of a document are, and what they are. */
export interface Original {
  readonly sha256: string;
  readonly mime: string;
  readonly filename: string;
}

export async function findOriginal(db: Db, scope: Scope, id: string): Promise<Original | undefined> {
  if (!isId(id)) return undefined;
  return visible(db, scope)
    .where('documents.id', '=', id)
    .where('documents.sha256', '<>', '')
    .select(['documents.sha256', 'documents.mime', 'documents.filename'])
    .executeTakeFirst();
}

/** The file as it came in, also when page work has changed the document since. */
export async function findSource(db: Db, scope: Scope, id: string): Promise<Original | undefined> {
  const source = await visible(db, scope)
    .where('documents.id', '=', id)
    .where('documents.source_sha256', '<>', '')
    .select([
      'documents.source_sha256 as sha256',
      'documents.source_mime as mime',
      'documents.source_filename as filename',
    ])
    .executeTakeFirst();
  return source ?? findOriginal(db, scope, id);
}

/** What a document knows of its invoice. */
interface InvoiceOfDocument {
  readonly id: string;
  readonly creditorId?: string | null;
  /** Absent: as before. */
  readonly isDuplicate?: boolean;
}

/** Stores the invoice and supplier of a document. */
export async function setInvoice(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  { id: invoiceId, creditorId = null, isDuplicate }: InvoiceOfDocument,
): Promise<void> {
  await updateDocument(
    tx,
    { companyId, id: documentId },
    {
      invoice_id: invoiceId,
      ...(isDuplicate === undefined ? {} : { is_duplicate: isDuplicate }),
      creditor_id: creditorId,
      // Its version stays: nothing that a person may write changed, and who has it open must not be refused.
    },
  );
}

/** Whether a rule decided in the place of a verdict; the version stays, as above. */
export async function setSkipsValidation(
  tx: Tx,
  { companyId, documentId }: DocumentKey,
  skipsValidation: boolean,
): Promise<void> {
  await updateDocument(tx, { companyId, id: documentId }, { skips_validation: skipsValidation });
}

/** Sets the state of documents whose invoices were exported (§D3). */
export async function setProcessed(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({
      state: StateNumber.Processed,
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
}

/** Takes the document of a removed duplicate out of the trash; false where it is not there as it was left. */
export async function undelete(
  tx: Tx,
  { companyId, id }: { companyId: string; id: string },
): Promise<boolean> {
  const found = await tx
    .updateTable('documents')
    .set({ deleted_at: null, deleted_by: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(sql<SqlBool>`'duplicate' = any(reasons)`)
    .returning('id')
    .executeTakeFirst();
  return found !== undefined;
}
