import { type Expression, sql, type SqlBool } from 'kysely';
import {
  type ApprovalState,
  approvalLineStates,
  approvalStates,
  invoices,
  type InvoiceStatus,
  invoiceStatuses,
} from '#contract/invoicing/invoices.ts';
import type { Db } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { keptUntil } from '../retention/kept-until.ts';
import type { KeptFile } from './archive.repository.ts';
import '../invoicing.tables.ts';

/** An invoice as it is written into a file. */
export interface KeptInvoice {
  readonly id: string;
  readonly documentKey: string;
  readonly documentId: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly creditor: string;
  readonly administration: string;
  readonly company: string;
  readonly currency: string;
  readonly totalInCents: number;
  readonly status: InvoiceStatus;
  readonly approvalState: ApprovalState;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly keptUntil: string | null;
  readonly receivedAt: string;
  readonly pageCount: number;
  readonly files: readonly KeptFile[];
  readonly decisions: readonly {
    readonly who: string;
    readonly onBehalfOf: string | null;
    readonly state: (typeof approvalLineStates)[number];
    readonly at: string | null;
    readonly comment: string;
    readonly round: number;
  }[];
  readonly comments: readonly { readonly at: string; readonly who: string; readonly text: string }[];
  readonly history: readonly {
    readonly at: string;
    readonly who: string;
    readonly verb: string;
    readonly seal: string | null;
  }[];
}

/** Which invoices of a company: named ones, or the next of a period. */
export type KeptOf =
  | { readonly companyId: string; readonly ids: readonly string[] }
  | {
      readonly companyId: string;
      readonly administrationId: string | null;
      readonly from: string;
      readonly to: string;
      /** Who is narrowed gets what they see. */
      readonly theirs: Expression<SqlBool>;
      readonly after: { readonly day: string; readonly id: string } | null;
      readonly max: number;
    };

const person = (id: string) =>
  sql`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(id)})`;

const files = sql`(select json_agg(json_build_object('role', f.role, 'filename', f.filename, 'mime', f.mime, 'sha256', f.sha256)
    order by f.at)
  from (
    select 1 as at, 'received' as role, d.source_filename as filename, d.source_mime as mime, d.source_sha256 as sha256
      where d.source_sha256 <> ''
    union all select 2, case when d.source_sha256 = '' then 'received' else 'edited' end, d.filename, d.mime, d.sha256
    union all select 3, 'data', b.filename, b.mime, b.sha256 from document_files b
      where b.company_id = d.company_id and b.document_id = d.id) f)`;

const decisions = sql`(select coalesce(json_agg(json_build_object('who', coalesce(${person('a.user_id')}, '?'),
    'onBehalfOf', ${person('a.on_behalf_of')}, 'state', ${nameAt(approvalLineStates, 'a.state')}, 'at', a.decided_at,
    'comment', a.comment, 'round', a.round) order by a.round, a.sequence, a.id), '[]'::json)
  from invoice_approvals a where a.company_id = invoices.company_id and a.invoice_id = invoices.id)`;

const comments = sql`(select coalesce(json_agg(json_build_object('at', e.at, 'who', e.user_name, 'text', e.text)
    order by e.at, e.id), '[]'::json)
  from invoice_comments e where e.company_id = invoices.company_id and e.invoice_id = invoices.id)`;

const lines = sql`(select coalesce(json_agg(json_build_object('at', h.at, 'who', h.user_name, 'verb', h.verb,
    'seal', (select s.hash from history_seals s where s.company_id = h.company_id and s.line_id = h.id))
    order by h.at, h.id), '[]'::json)
  from history h where h.company_id = invoices.company_id and h.entity = ${sql.lit(invoices.permission)}
    and h.entity_id = invoices.id)`;

/** Invoices with everything that a file says of them, in the order of their days. */
export async function listKept(db: Db, which: KeptOf): Promise<KeptInvoice[]> {
  const { companyId } = which;
  const chosen =
    'ids' in which
      ? sql`and invoices.id = any(${[...which.ids]}::uuid[])`
      : sql`and invoices.invoice_date between ${which.from} and ${which.to} and ${which.theirs}
          ${which.administrationId === null ? sql`` : sql`and invoices.administration_id = ${which.administrationId}`}
          ${which.after === null ? sql`` : sql`and (invoices.invoice_date, invoices.id) > (${which.after.day}::date, ${which.after.id}::uuid)`}`;
  const { rows } = await sql<KeptInvoice>`
    select invoices.id, invoices.document_id as "documentKey", invoices.document_number as "documentId",
      invoices.invoice_number as "invoiceNumber", invoices.invoice_date as "invoiceDate",
      invoices.creditor_name as creditor, coalesce(a.name, '') as administration, c.name as company, invoices.currency,
      invoices.total_in_cents as "totalInCents", ${nameAt(invoiceStatuses, 'invoices.status')} as status,
      ${nameAt(approvalStates, 'invoices.approval_state')} as "approvalState",
      invoices.decided_by_name as "decidedBy", invoices.decided_at as "decidedAt", ${keptUntil} as "keptUntil",
      d.created_at as "receivedAt", d.page_count as "pageCount", ${files} as files, ${decisions} as decisions,
      ${comments} as comments, ${lines} as history
    from invoices
    join documents d on d.company_id = ${companyId} and d.id = invoices.document_id
    join companies c on c.id = invoices.company_id
    left join administrations a on a.company_id = ${companyId} and a.id = invoices.administration_id
    where invoices.company_id = ${companyId} and invoices.deleted_at is null ${chosen}
    order by invoices.invoice_date, invoices.id
    ${'max' in which ? sql`limit ${which.max}` : sql``}`.execute(db);
  return rows;
}

/** How many invoices a file has. */
export async function countKept(db: Db, which: Exclude<KeptOf, { ids: readonly string[] }>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoices
    where invoices.company_id = ${which.companyId} and invoices.deleted_at is null
      and invoices.invoice_date between ${which.from} and ${which.to} and ${which.theirs}
      ${which.administrationId === null ? sql`` : sql`and invoices.administration_id = ${which.administrationId}`}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
