import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { bookingLine } from '#contract/invoicing/booking.ts';
import { type LineKind, lineKinds, type LineOrigin, lineOrigins } from '#contract/invoicing/booking-rules.ts';
import {
  type ApprovalState,
  approvalStates,
  type fileRoles,
  invoices,
  type InvoiceStatus,
  invoiceStatuses,
  type PaymentStatus,
  paymentStatuses,
} from '#contract/invoicing/invoices.ts';
import { exportedCouplings } from '#contract/invoicing/deliveries.ts';
import { type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { withinBoth } from '#server/features/core/index.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, nameAt, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage, scopedList } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { isAwayToday } from '../absences/absences.repository.ts';
import { ApprovalNumber, StatusNumber, TurnNumber } from '../state-numbers.ts';
import { cameIn, type CameIn } from '../touchless/stopped.ts';
import { allWarnings, isDueSoonOff, openWarnings, payments } from '../warnings/warnings.repository.ts';
import { keptUntil } from '../retention/kept-until.ts';
import { isUntouched } from '../workload/is-untouched.ts';
import '../invoicing.tables.ts';

const statusName = nameAt<InvoiceStatus>(invoiceStatuses, 'invoices.status');
const approvalName = nameAt<ApprovalState>(approvalStates, 'invoices.approval_state');

const paymentName = nameAt<PaymentStatus>(paymentStatuses, 'invoices.payment_status');

const administrationName = sql<string | null>`(select a.name from administrations a
  where a.company_id = invoices.company_id and a.id = invoices.administration_id)`;
const companyName = sql<string>`(select c.name from companies c where c.id = invoices.company_id)`;
// Whose turn it is; without turns, or when all had theirs, who decided.
const approver = sql<string>`coalesce(case when invoices.has_turns then (
  select string_agg(u.first_name || ' ' || u.last_name, ', ' order by a.sequence, u.last_name)
  from invoice_approvals a join users u on u.id = a.user_id
  where a.company_id = invoices.company_id and a.invoice_id = invoices.id
    and a.state = ${sql.lit(TurnNumber.pending)}) end, invoices.decided_by_name, '')`;

const columns = listColumns(invoices.fields, {
  id: { sql: 'invoices.id', nullable: false },
  documentId: { sql: 'invoices.document_number', natural: true, nullable: false },
  invoiceNumber: { sql: 'invoices.invoice_number', natural: true, nullable: false },
  invoiceDate: { sql: 'invoices.invoice_date', nullable: false },
  dueDate: 'invoices.due_date',
  'creditor/name': { sql: 'invoices.creditor_name', natural: true, nullable: false },
  description: { sql: 'invoices.description', nullable: false },
  currency: { sql: 'invoices.currency', nullable: false },
  totalAmount: { sql: 'invoices.total_in_cents', nullable: false },
  statusValue: { sql: statusName, nullable: false },
  approvalState: { sql: approvalName, nullable: false },
  'administration/name': { sql: administrationName, natural: true },
  'company/name': { sql: companyName, natural: true, nullable: false },
  iban: 'invoices.iban',
  kvk: { sql: 'invoices.kvk', nullable: false },
  orderNumber: { sql: 'invoices.order_number', natural: true, nullable: false },
  createdAt: { sql: 'invoices.created_at', nullable: false },
  creditorId: 'invoices.creditor_id',
  paymentStatus: { sql: paymentName, nullable: false },
  decidedAt: 'invoices.decided_at',
  isUntouched: { sql: isUntouched('invoices'), nullable: false },
  // What a delivery failed to take is still its own.
  isExportFailed: {
    sql: sql`(invoices.export_error is not null and invoices.export_id is null)`,
    nullable: false,
  },
  rejections: {
    exists: (
      condition,
    ) => sql<SqlBool>`exists (select from invoice_approvals r where r.company_id = invoices.company_id
      and r.invoice_id = invoices.id and r.state = ${sql.lit(TurnNumber.rejected)} and ${condition})`,
    any: { reason: sql`trim(r.comment)`, decidedAt: 'r.decided_at' },
  },
});

const search = searchColumns([{ folded: sql`invoices.search` }]);

// Whether the caller had its pages in view.
const isOpened = (scope: Scope) => sql<boolean>`exists (select from invoice_openings o
  where o.company_id = invoices.company_id and o.invoice_id = invoices.id and o.user_id = ${scope.userId})`;

// Who mentioned the caller last, unless the caller wrote something since.
const mentionedBy = (scope: Scope) => sql<string | null>`(select e.user_name from invoice_comments e
  where e.company_id = invoices.company_id and e.invoice_id = invoices.id and e.mentions @> array[${scope.userId}::uuid]
    and not exists (select from invoice_comments o where o.company_id = e.company_id and o.invoice_id = e.invoice_id
      and o.user_id = ${scope.userId}::uuid and o.at >= e.at and o.id <> e.id)
  order by e.at desc limit 1)`;

function rows(db: Db, scope: Scope) {
  return db
    .selectFrom('invoices')
    .where('invoices.deleted_at', 'is', null)
    .where(withinBoth(scope, 'invoices'))
    .select([
      'invoices.id',
      'invoices.document_number as documentId',
      isOpened(scope).as('isOpened'),
      mentionedBy(scope).as('mentionedBy'),
      'invoices.company_id as companyId',
      'invoices.invoice_number as invoiceNumber',
      'invoices.invoice_date as invoiceDate',
      'invoices.due_date as dueDate',
      'invoices.administration_id as administrationId',
      administrationName.as('administrationName'),
      companyName.as('companyName'),
      approver.as('approver'),
      'invoices.creditor_name as creditorName',
      'invoices.description',
      'invoices.currency',
      'invoices.total_in_cents as totalAmount',
      statusName.as('statusValue'),
      approvalName.as('approvalState'),
      'invoices.picture as invoicePicture',
      'invoices.created_at as createdAt',
      openWarnings.as('warnings'),
      isDueSoonOff.as('isDueSoonOff'),
      paymentName.as('paymentStatus'),
    ]);
}

/** Which of the invoices in scope are listed. */
export interface Which {
  /** Statuses and approval states, any of which suffices; empty: those that still wait for a decision (§C5). */
  readonly states: readonly (InvoiceStatus | ApprovalState)[];
  readonly companyId: string | undefined;
  /** Those of whose turn it is; undefined: of anybody. */
  readonly turnOf?: readonly string[] | undefined;
  /** When they came in, and why a person was needed; undefined: whenever, and whatever. */
  readonly came?: CameIn | undefined;
}

export function list(db: Db, scope: Scope, query: ListQuery, which: Which) {
  if (which.states.length === 0 && which.companyId === undefined && !which.turnOf && !which.came)
    return listWaiting(db, scope, query);
  return listPage(query, { base: chosen(db, scope, which), columns, search });
}

/** All of a list, whatever its page, through a cursor. */
export function stream(db: Db, scope: Scope, query: ListQuery, which: Which) {
  const base = chosen(db, scope, which).select([
    'invoices.kvk',
    'invoices.iban',
    'invoices.order_number as orderNumber',
  ]);
  return streamList(db, query, { base, columns, search });
}

/** Invoices of every state that every word fits, the newest first; for the global search. */
export async function find(db: Db, scope: Scope, words: readonly string[], max: number) {
  const query = {
    ...parseListQuery(invoices, { $orderby: 'createdAt desc', $top: String(max), $count: 'false' }),
    words,
  };
  return (await listPage(query, { base: rows(db, scope), columns, search })).rows;
}

/** The company of an invoice within the scope. */
export async function companyOf(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  return isId(id)
    ? (await rows(db, scope).where('invoices.id', '=', id).executeTakeFirst())?.companyId
    : undefined;
}

/** The document of an invoice. */
export async function documentOf(db: Db, companyId: string, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select('document_id')
    .executeTakeFirst();
  return found?.document_id;
}

// Whose turn it is says which invoices: those are not only the caller's own.
function turnOfAny(userIds: readonly string[]) {
  return sql<SqlBool>`(${open} and exists (select from invoice_approvals a where a.company_id = invoices.company_id
    and a.invoice_id = invoices.id and a.state = ${sql.lit(TurnNumber.pending)} and a.user_id = any(${userIds}::uuid[])))`;
}

function chosen(db: Db, scope: Scope, { states, companyId, turnOf, came }: Which) {
  const every = came ? rows(db, scope).where(cameIn(came)) : rows(db, scope);
  const base =
    turnOf !== undefined
      ? every.where(turnOfAny(turnOf))
      : states.length > 0
        ? every.where(inStates(states))
        : came
          ? every
          : every.where(waiting(scope));
  if (companyId === undefined) return base;
  return base.where(isId(companyId) ? sql<SqlBool>`invoices.company_id = ${companyId}` : sql<SqlBool>`false`);
}

const listWaiting = scopedList({
  base: (db, scope) => rows(db, scope).where(waiting(scope)),
  columns,
  search,
});

const isByRule = sql<boolean>`exists (select from touchless_results r
  where r.company_id = invoices.company_id and r.invoice_id = invoices.id and r.validation_rule is not null)`;

const open = sql<SqlBool>`(invoices.status < ${sql.lit(StatusNumber.ReadyForProcessing)}
  and invoices.approval_state in (${sql.lit(ApprovalNumber.pending)}, ${sql.lit(ApprovalNumber.onHold)}))`;

// The literals match the partial indexes. Where approval lines exist, only who is next sees the invoice, or for whom a
// substitute decided (§C5); staff see them all. The caller's lines are found once, by the index on person, and their
// invoices by their keys: where 20,000 wait, to ask each of them takes a quarter of a second.
function waiting(scope: Scope) {
  if (scope.reach === 'system') return open;
  return sql<SqlBool>`(${open} and (not invoices.has_turns
    or invoices.id = any(array(select a.invoice_id from invoice_approvals a
      where a.company_id = ${scope.companyId} and a.state = ${sql.lit(TurnNumber.pending)}
        and a.user_id = any(array(${whoseTurns(scope)}))))
    or (invoices.id = any(array(select a.invoice_id from invoice_approvals a
        where a.company_id = ${scope.companyId} and a.on_behalf_of = ${scope.userId}))
      and exists (select from invoice_approvals a where a.company_id = invoices.company_id and a.invoice_id = invoices.id
        and a.on_behalf_of = ${scope.userId} and a.round = invoices.round and a.state = ${sql.lit(TurnNumber.approved)}))))`;
}

// The caller, and for whom they stand in today (§C13).
const whoseTurns = (
  scope: Exclude<Scope, { reach: 'system' }>,
) => sql`select ${scope.userId}::uuid union all select b.user_id from approver_absences b
  where b.company_id = ${scope.companyId} and b.substitute_id = ${scope.userId} and ${isAwayToday}`;

// Literals, in a fixed order: few texts, and the planner knows how rare each state is.
function inStates(states: Which['states']) {
  const parts = [
    ...invoiceStatuses.flatMap((name) =>
      states.includes(name) ? [sql`invoices.status = ${sql.lit(StatusNumber[name])}`] : [],
    ),
    ...approvalStates.flatMap((name) =>
      states.includes(name) ? [sql`invoices.approval_state = ${sql.lit(ApprovalNumber[name])}`] : [],
    ),
  ];
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** An invoice with its booking lines, what it duplicates and what it resembles, in one statement. */
export async function findById(db: Db, scope: Scope, id: string) {
  return isId(id) ? complete.first(db, scope, { id }) : undefined;
}

/** As `findById`, at the end of a transaction, which commits with it. */
export async function findByIdAndCommit(tx: Tx, scope: Scope, id: string) {
  return isId(id) ? complete.firstAndCommit(tx, scope, { id }) : undefined;
}

// Why it is not in the books: what failed, or that its coupling has no exporter.
const exporters = sql.join(exportedCouplings.map((name) => sql.lit(name)));
const exportError = sql<string | null>`coalesce(invoices.export_error,
  (select 'no-exporter' from administrations a where a.company_id = invoices.company_id
    and a.id = invoices.administration_id and invoices.status = ${sql.lit(StatusNumber.ReadyForProcessing)}
    and a.coupling not in (${exporters})))`;

const complete = scopedStatement((db, scope, slot: Slot<'id'>) => detailed(db, scope, slot('id')));

function detailed(db: Db, scope: Scope, id: string) {
  return rows(db, scope)
    .where('invoices.id', '=', id)
    .select([
      'invoices.document_id as documentKey',
      'invoices.excl_in_cents as exclAmount',
      'invoices.vat_in_cents as vatAmount',
      'invoices.iban',
      'invoices.kvk',
      'invoices.order_number as orderNumber',
      'invoices.payment_reference as paymentReference',
      'invoices.comments',
      'invoices.comments_version as commentsVersion',
      'invoices.decided_at as decidedAt',
      'invoices.decided_by_name as decidedBy',
      'invoices.round',
      isLocked.as('isLocked'),
      flow.as('flow'),
      exportError.as('exportError'),
      'invoices.row_version as rowVersion',
      bookingLines.as('lines'),
      duplicateOf.as('duplicateOf'),
      lookalike.as('lookalike'),
      'invoices.creditor_id as creditorId',
      payments.as('payments'),
      allWarnings.as('warningDetails'),
      otherInvoices.as('splitBefore'),
      addressedTo.as('addressedTo'),
      isEInvoice.as('isEInvoice'),
      files.as('files'),
      isByRule.as('isByRule'),
      'invoices.is_real_estate as isRealEstate',
      keptUntil.as('keptUntil'),
    ]);
}

/** What `findById` gives. */
export type StoredInvoice = NonNullable<Awaited<ReturnType<typeof findById>>>;

/** A booking line as it is read. */
export type BookingLine = z.output<typeof bookingLine>;

const bookingLines = sql<BookingLine[]>`(
  select coalesce(json_agg(json_build_object(
    'id', l.id, 'lineNumber', l.line_number, 'kind', ${nameAt<LineKind>(lineKinds, 'l.kind')},
    'ledger', json_build_object('number', l.ledger_number, 'name', l.ledger_name), 'costcenter', l.cost_center,
    'costUnit', l.cost_unit, 'vatCode', l.vat_code, 'vatRate', l.vat_rate, 'period', l.period,
    'debit', l.debit_in_cents, 'credit', l.credit_in_cents, 'description', l.description,
    'origin', ${nameAt<LineOrigin>(lineOrigins, 'l.origin')}, 'isTouched', l.touched_by is not null
  ) order by l.line_number), '[]'::json)
  from invoice_lines l where l.company_id = invoices.company_id and l.invoice_id = invoices.id)`;

// As a booking is locked, or a value (§C13).
const isLocked = sql<boolean>`(invoices.has_turns and exists (select from invoice_approvals a
  where a.company_id = invoices.company_id and a.invoice_id = invoices.id and a.round = invoices.round
    and a.state in (${sql.lit(TurnNumber.approved)}, ${sql.lit(TurnNumber.rejected)})))`;

const flow = sql<{ version: number; rule: number; name: string } | null>`(
  select json_build_object('version', v.version, 'rule', invoices.flow_rule,
    'name', coalesce(v.content -> 'rules' -> (invoices.flow_rule - 1) ->> 'name', ''))
  from approval_flow_versions v where v.company_id = invoices.company_id and v.version = invoices.flow_version)`;

const duplicateOf = sql<{ id: string; documentId: string } | null>`(
  select json_build_object('id', o.id, 'documentId', o.document_number)
  from invoices o where o.company_id = invoices.company_id and o.id = invoices.duplicate_of)`;

// What reading the document noticed.
const otherInvoices = sql<number[]>`coalesce((select d.split_before from documents d
  where d.company_id = invoices.company_id and d.id = invoices.document_id), '{}')`;
const addressedTo = sql<string | null>`(select d.addressed_to from documents d
  where d.company_id = invoices.company_id and d.id = invoices.document_id)`;

const isEInvoice = sql<boolean>`exists (select from documents d where d.company_id = invoices.company_id
  and d.id = invoices.document_id and (d.mime = 'application/xml' or exists (select from document_files f
    where f.company_id = invoices.company_id and f.document_id = invoices.document_id)
  or exists (select from document_fields v where v.company_id = invoices.company_id
    and v.document_id = invoices.document_id and v.method = 'xml')))`;

// What is shown first, then the e-invoice beside it (§C21).
const allFiles = sql`(select 0 as number, d.sha256, d.mime, d.filename, d.bytes from documents d
    where d.company_id = invoices.company_id and d.id = invoices.document_id
  union all select f.number, f.sha256, f.mime, f.filename, f.bytes from document_files f
    where f.company_id = invoices.company_id and f.document_id = invoices.document_id)`;
const fileRole = sql`case when f.mime = 'application/xml' then 'data' else 'picture' end`;
const files = sql<z.output<typeof invoices.record>['files']>`(select json_agg(json_build_object(
    'role', ${fileRole}, 'filename', f.filename, 'bytes', f.bytes) order by f.number) from ${allFiles} f)`;

/** A file of an invoice; undefined where it has none of the kind. */
export async function findFile(
  db: Db,
  scope: Scope,
  id: string,
  role: (typeof fileRoles)[number],
): Promise<{ readonly sha256: string; readonly mime: string; readonly filename: string } | undefined> {
  if (!isId(id)) return undefined;
  const found = await rows(db, scope)
    .where('invoices.id', '=', id)
    .select(
      sql<{
        sha256: string;
        mime: string;
        filename: string;
      } | null>`(select json_build_object('sha256', f.sha256,
        'mime', f.mime, 'filename', f.filename) from ${allFiles} f where ${fileRole} = ${role} limit 1)`.as(
        'file',
      ),
    )
    .executeTakeFirst();
  return found?.file ?? undefined;
}

// The same supplier, amount and date under another number: a hint, never a verdict (§C2).
const lookalike = sql<{ id: string; documentId: string } | null>`(
  select json_build_object('id', o.id, 'documentId', o.document_number)
  from invoices o
  where o.company_id = invoices.company_id and o.supplier_key = invoices.supplier_key
    and o.invoice_date = invoices.invoice_date and o.total_in_cents = invoices.total_in_cents
    and o.invoice_number_key <> invoices.invoice_number_key and o.id <> invoices.id and o.deleted_at is null
  order by o.created_at, o.id limit 1)`;
