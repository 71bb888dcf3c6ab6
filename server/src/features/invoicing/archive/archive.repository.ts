import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ArchiveQuery } from '#contract/invoicing/archive.ts';
import {
  type ApprovalState,
  approvalStates,
  invoices,
  type InvoiceStatus,
  invoiceStatuses,
} from '#contract/invoicing/invoices.ts';
import { withinAdministrations, withinBoth } from '#server/features/core/index.ts';
import { questionSql } from '#server/features/documents/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { keptUntil } from '../retention/kept-until.ts';
import { StatusNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** Which invoices of one company. */
export interface Chosen extends Pick<ArchiveQuery, 'status' | 'administrationId' | 'from' | 'to' | 'before'> {
  readonly companyId: string;
}

/** A document on whose pages all terms stand, with these pages. */
export interface Found {
  readonly documentId: string;
  readonly pages: readonly number[];
}

const condition = (scope: Scope, { companyId, status, administrationId, from, to }: Chosen) => sql<SqlBool>`(
  invoices.company_id = ${companyId} and invoices.deleted_at is null and ${withinBoth(scope, 'invoices')}
  ${status === undefined ? sql`` : sql`and invoices.status = ${sql.lit(StatusNumber[status])}`}
  ${administrationId === undefined ? sql`` : sql`and invoices.administration_id = ${administrationId}`}
  ${from === undefined ? sql`` : sql`and invoices.invoice_date >= ${from}`}
  ${to === undefined ? sql`` : sql`and invoices.invoice_date <= ${to}`})`;

const earlier = (column: string, { before }: Chosen): RawBuilder<unknown> =>
  before === undefined ? sql`` : sql`and ${sql.ref(column)} < ${before}`;

/** The newest of them, by their documents: ids begin with their moment. */
export async function listNewest(db: Db, scope: Scope, which: Chosen, max: number): Promise<Found[]> {
  const { rows } = await sql<{ documentId: string }>`
    select invoices.document_id as "documentId" from invoices
    where ${condition(scope, which)} ${earlier('invoices.document_id', which)}
    order by invoices.document_id desc limit ${max}`.execute(db);
  return rows.map(({ documentId }) => ({ documentId, pages: [] }));
}

/**
 * Of the newest `among` of them those with all terms on a page, and how many were looked at. For terms that stand on many
 * pages: these are found at once, where the index would give them all.
 */
export async function searchNewest(
  db: Db,
  scope: Scope,
  which: Chosen,
  terms: readonly string[],
  { among, max }: { readonly among: number; readonly max: number },
): Promise<{ readonly found: Found[]; readonly seen: number }> {
  const { rows } = await sql<{ found: Found[]; seen: number }>`
    with newest as materialized (
      select invoices.document_id from invoices
      where ${condition(scope, which)} ${earlier('invoices.document_id', which)}
      order by invoices.document_id desc limit ${among}
    ), found as materialized (
      select s.document_id as "documentId", array_agg(s.number order by s.number) as pages
      from newest join page_search s on s.company_id = ${which.companyId} and s.document_id = newest.document_id
      where s.words @@ ${questionSql(terms)}
      group by s.document_id order by s.document_id desc limit ${max}
    )
    select (select coalesce(json_agg(found), '[]'::json) from found) as found,
      (select count(*)::integer from newest) as seen`.execute(db);
  return rows[0] ?? { found: [], seen: 0 };
}

/** All of them with all terms on a page, the newest first, by the index of stems: for terms that stand on few. */
export async function searchAll(
  db: Db,
  scope: Scope,
  which: Chosen,
  terms: readonly string[],
  max: number,
): Promise<Found[]> {
  const { companyId } = which;
  // Lateral, so that only as many invoices are looked up as are shown, whatever the planner expects.
  const { rows } = await sql<Found>`
    select hit.document_id as "documentId", hit.pages
    from (select s.document_id, array_agg(s.number order by s.number) as pages from page_search s
        where s.company_id = ${companyId} and s.words @@ ${questionSql(terms)} ${earlier('s.document_id', which)}
        group by s.document_id order by s.document_id desc) hit
      cross join lateral (select from invoices
        where ${condition(scope, which)} and invoices.document_id = hit.document_id offset 0) invoice
    order by hit.document_id desc limit ${max}`.execute(db);
  return rows;
}

const columns = [
  'invoices.id',
  'invoices.company_id as companyId',
  'invoices.document_id as documentKey',
  'invoices.document_number as documentId',
  'invoices.invoice_number as invoiceNumber',
  'invoices.invoice_date as invoiceDate',
  'invoices.creditor_name as creditorName',
  'invoices.administration_id as administrationId',
  'invoices.currency',
  'invoices.total_in_cents as totalAmount',
  nameAt<InvoiceStatus>(invoiceStatuses, 'invoices.status').as('statusValue'),
  nameAt<ApprovalState>(approvalStates, 'invoices.approval_state').as('approvalState'),
  sql<string | null>`(select a.name from administrations a
    where a.company_id = invoices.company_id and a.id = invoices.administration_id)`.as('administrationName'),
] as const;

const rows = (db: Db, scope: Scope) =>
  db
    .selectFrom('invoices')
    .where('invoices.deleted_at', 'is', null)
    .where(withinBoth(scope, 'invoices'))
    .select(columns);

/** The invoices of documents, the newest first. */
export async function listOf(db: Db, scope: Scope, companyId: string, documentIds: readonly string[]) {
  if (documentIds.length === 0) return [];
  return rows(db, scope)
    .where('invoices.company_id', '=', companyId)
    .where('invoices.document_id', '=', sql<string>`any(${[...documentIds]}::uuid[])`)
    .orderBy('invoices.document_id', 'desc')
    .execute();
}

/** The administrations of a company that the caller may see, by name. */
export async function listAdministrations(db: Db, scope: Scope, companyId: string) {
  return db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id', undefined, 'administrations.id'))
    .where(withinAdministrations(scope, 'administrations.id'))
    .orderBy('name')
    .select(['id', 'name'])
    .execute();
}

/** One invoice as it is kept. */
export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return rows(db, scope)
    .where('invoices.id', '=', id)
    .select([
      'invoices.description',
      'invoices.due_date as dueDate',
      'invoices.excl_in_cents as exclAmount',
      'invoices.vat_in_cents as vatAmount',
      'invoices.iban',
      'invoices.decided_at as decidedAt',
      'invoices.decided_by_name as decidedBy',
      keptUntil.as('keptUntil'),
    ])
    .executeTakeFirst();
}

/** A file of a document, by its hash. */
export interface KeptFile {
  readonly role: 'received' | 'edited';
  readonly filename: string;
  readonly mime: string;
  readonly sha256: string;
}

/** What came in of a document, and what page work made of it where that differs. */
export async function filesOf(db: Db, companyId: string, documentId: string): Promise<KeptFile[]> {
  const found = await db
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .where('id', '=', documentId)
    .select([
      'sha256',
      'mime',
      'filename',
      'source_sha256 as sourceSha256',
      'source_mime as sourceMime',
      'source_filename as sourceFilename',
    ])
    .executeTakeFirst();
  if (!found) return [];
  const { sha256, mime, filename, sourceSha256, sourceMime, sourceFilename } = found;
  if (sourceSha256 === '') return [{ role: 'received', filename, mime, sha256 }];
  return [
    { role: 'received', filename: sourceFilename, mime: sourceMime, sha256: sourceSha256 },
    { role: 'edited', filename, mime, sha256 },
  ];
}

/** What happened to an invoice, the oldest first. */
export async function historyOf(db: Db, companyId: string, invoiceId: string) {
  return db
    .selectFrom('history')
    .where('company_id', '=', companyId)
    .where('entity', '=', invoices.permission)
    .where('entity_id', '=', invoiceId)
    .orderBy('at')
    .orderBy('id')
    .select([
      'id',
      'at',
      'user_id as userId',
      'user_name as userName',
      'verb',
      'changes',
      sql<boolean>`exists (select from history_seals s where s.company_id = ${companyId} and s.line_id = history.id)`.as(
        'isSealed',
      ),
    ])
    .execute();
}
