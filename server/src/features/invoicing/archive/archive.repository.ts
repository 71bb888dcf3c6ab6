import { sql, type SqlBool } from 'kysely';
import type { ArchiveQuery } from '#contract/invoicing/archive.ts';
import {
  type ApprovalState,
  approvalStates,
  invoices,
  type InvoiceStatus,
  invoiceStatuses,
} from '#contract/invoicing/invoices.ts';
import { withinAdministrations, withinBoth, withinPeriod } from '#server/features/core/index.ts';
import { findData, questionSql } from '#server/features/documents/index.ts';
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

/** An invoice on whose pages all terms stand, with these pages. */
export interface Found {
  readonly id: string;
  readonly day: string;
  readonly documentId: string;
  readonly pages: readonly number[];
}

const condition = (
  scope: Scope,
  { companyId, status, administrationId, from, to, before }: Chosen,
) => sql<SqlBool>`(
  invoices.company_id = ${companyId} and invoices.deleted_at is null and ${withinBoth(scope, 'invoices')}
  and ${withinPeriod(scope, 'invoices.invoice_date')}
  ${status === undefined ? sql`` : sql`and invoices.status = ${sql.lit(StatusNumber[status])}`}
  ${administrationId === undefined ? sql`` : sql`and invoices.administration_id = ${administrationId}`}
  ${from === undefined ? sql`` : sql`and invoices.invoice_date >= ${from}`}
  ${to === undefined ? sql`` : sql`and invoices.invoice_date <= ${to}`}
  ${before === undefined ? sql`` : sql`and (invoices.invoice_date, invoices.id) < (${before.slice(0, 10)}::date, ${before.slice(11)}::uuid)`})`;

/** The condition on `documents` that keeps pictures within the period of an inspector. */
export const ofPeriod = (scope: Scope) => sql<SqlBool>`exists (select from invoices
  where invoices.company_id = documents.company_id and invoices.document_id = documents.id
    and invoices.deleted_at is null and ${withinPeriod(scope, 'invoices.invoice_date')})`;

/** The newest of them, by their days. */
export async function listNewest(db: Db, scope: Scope, which: Chosen, max: number): Promise<Found[]> {
  const { rows } = await sql<Omit<Found, 'pages'>>`
    select invoices.id, invoices.invoice_date as day, invoices.document_id as "documentId" from invoices
    where ${condition(scope, which)}
    order by invoices.invoice_date desc, invoices.id desc limit ${max}`.execute(db);
  return rows.map((row) => ({ ...row, pages: [] }));
}

/**
 * Of the newest `among` of them those with all terms on a page, and how many were looked at. For terms that stand on many
 * pages: these are found at once, where the index would give them all. Lateral, so that each is looked up by its key.
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
      select invoices.id, invoices.invoice_date as day, invoices.document_id from invoices
      where ${condition(scope, which)}
      order by invoices.invoice_date desc, invoices.id desc limit ${among}
    ), found as materialized (
      select newest.id, newest.day, newest.document_id as "documentId", hit.pages
      from (select * from newest order by day desc, id desc) newest
        cross join lateral (select array_agg(s.number order by s.number) as pages from page_search s
          where s.company_id = ${which.companyId} and s.document_id = newest.document_id
            and s.words @@ ${questionSql(terms)}) hit
      where hit.pages is not null
      order by newest.day desc, newest.id desc limit ${max}
    )
    select (select coalesce(json_agg(found), '[]'::json) from found) as found,
      (select count(*)::integer from newest) as seen`.execute(db);
  return rows[0] ?? { found: [], seen: 0 };
}

/**
 * As `searchNewest`, for terms that stand on fewer pages: it goes on until there are enough, and looks at no more than
 * that. An empty answer says nothing about those behind `among`.
 */
export async function searchFurther(
  db: Db,
  scope: Scope,
  which: Chosen,
  terms: readonly string[],
  { among, max }: { readonly among: number; readonly max: number },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select newest.id, newest.day, newest.document_id as "documentId", hit.pages
    from (select invoices.id, invoices.invoice_date as day, invoices.document_id from invoices
        where ${condition(scope, which)}
        order by invoices.invoice_date desc, invoices.id desc limit ${among}) newest
      cross join lateral (select array_agg(s.number order by s.number) as pages from page_search s
        where s.company_id = ${which.companyId} and s.document_id = newest.document_id
          and s.words @@ ${questionSql(terms)}) hit
    where hit.pages is not null
    order by newest.day desc, newest.id desc limit ${max}`.execute(db);
  return rows;
}

/**
 * All of them with all terms on a page, the newest first, by the index of stems. Null where more pages than `unless` have
 * the terms: looking up all of their invoices would take long.
 */
export async function searchAll(
  db: Db,
  scope: Scope,
  which: Chosen,
  terms: readonly string[],
  { max, unless }: { readonly max: number; readonly unless?: number },
): Promise<Found[] | null> {
  const { companyId } = which;
  // Lateral, so that invoices are looked up by their document, whatever the planner expects.
  const { rows } = await sql<{ found: Found[]; isMore: boolean }>`
    with hits as materialized (
      select s.document_id, s.number from page_search s
      where s.company_id = ${companyId} and s.words @@ ${questionSql(terms)}
      ${unless === undefined ? sql`` : sql`limit ${unless + 1}`}
    ), size as materialized (
      select ${unless === undefined ? sql`false` : sql`count(*) > ${unless}`} as is_more from hits limit 1
    ), found as (
      select invoice.id, invoice.day, hit.document_id as "documentId", hit.pages
      from (select document_id, array_agg(number order by number) as pages from hits
          where not coalesce((select is_more from size), false) group by document_id) hit
        cross join lateral (select invoices.id, invoices.invoice_date as day from invoices
          where ${condition(scope, which)} and invoices.document_id = hit.document_id offset 0) invoice
      order by invoice.day desc, invoice.id desc limit ${max}
    )
    select (select coalesce(json_agg(found), '[]'::json) from found) as found,
      coalesce((select is_more from size), false) as "isMore"`.execute(db);
  const [answer] = rows;
  return answer?.isMore ? null : (answer?.found ?? []);
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
    .where(withinPeriod(scope, 'invoices.invoice_date'))
    .select(columns);

/** Invoices by their ids, the newest first. */
export async function listOf(db: Db, scope: Scope, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return rows(db, scope)
    .where('invoices.company_id', '=', companyId)
    .where('invoices.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('invoices.invoice_date', 'desc')
    .orderBy('invoices.id', 'desc')
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
  readonly role: 'received' | 'edited' | 'data';
  readonly filename: string;
  readonly mime: string;
  readonly sha256: string;
}

/** What came in of a document, what page work made of it where that differs, and the e-invoice beside it. */
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
  const data = await findData(db, { companyId, documentId });
  const beside: KeptFile[] = data
    ? [{ role: 'data', filename: data.filename, mime: data.mime, sha256: data.sha256 }]
    : [];
  if (sourceSha256 === '') return [{ role: 'received', filename, mime, sha256 }, ...beside];
  return [
    { role: 'received', filename: sourceFilename, mime: sourceMime, sha256: sourceSha256 },
    { role: 'edited', filename, mime, sha256 },
    ...beside,
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
