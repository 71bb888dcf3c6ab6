import { sql } from 'kysely';
import { documents, documentStates, type DocumentState } from '#contract/documents/documents.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { noteProcessed } from '../usage/usage.repository.ts';
import '../documents.tables.ts';

const stateName = sql<DocumentState>`(array[${sql.join(documentStates.map((state) => sql.lit(state)))}])[documents.state + 1]`;

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

function visible(db: Db, scope: Scope) {
  return (
    db
      .selectFrom('documents')
      .where('documents.deleted_at', 'is', null)
      // One's own documents are the ones that one sent in (§A2).
      .where(within(scope, 'documents.company_id', (userId) => sql`documents.created_by = ${userId}`))
  );
}

function rows(db: Db, scope: Scope) {
  return visible(db, scope).select([
    'documents.id',
    'documents.number as documentId',
    'documents.company_id as companyId',
    'documents.filename',
    stateName.as('state'),
    'documents.reasons',
    'documents.page_count as pageCount',
    'documents.created_at as createdAt',
    'documents.invoice_id as invoiceId',
  ]);
}

export function list(db: Db, scope: Scope, query: ListQuery) {
  return listPage(query, { base: rows(db, scope), columns, search });
}

export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return rows(db, scope).where('documents.id', '=', id).executeTakeFirst();
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

/** Keeps which invoice was made of a document, and whose; an automatic supplier's needs no verdict. */
export async function setInvoice(
  tx: Tx,
  companyId: string,
  id: string,
  invoiceId: string,
  creditorId: string | null = null,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({
      invoice_id: invoiceId,
      creditor_id: creditorId,
      skips_validation: sql<boolean>`coalesce((select c.is_automatic from creditors c
        where c.company_id = documents.company_id and c.id = ${creditorId}::uuid), false)`,
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The documents are done: their invoices were handed over (§D3). */
export async function setProcessed(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({
      state: documentStates.indexOf('Verwerkt'),
      updated_at: at.toISOString(),
      row_version: sql`row_version + 1`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  await noteProcessed(tx, companyId, ids, at);
}
