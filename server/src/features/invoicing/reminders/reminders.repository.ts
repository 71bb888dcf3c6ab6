import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { isAwayToday } from '../absences/absences.repository.ts';
import { ApprovalNumber, StatusNumber, TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** An invoice that waits for a person. */
export interface WaitingInvoice {
  readonly id: string;
  readonly documentId: string;
  readonly creditor: string;
  readonly totalInCents: number;
  readonly currency: string;
  readonly dueDate: string | null;
  readonly since: string;
}

const pending = sql.lit(TurnNumber.pending);
const waits = sql`i.deleted_at is null and i.status = ${sql.lit(StatusNumber.Concept)}
  and i.approval_state = ${sql.lit(ApprovalNumber.pending)}`;

/** Whom the turns of a company wait for today: an absent person's wait for who stands in. */
export async function listWaitedFor(db: Db, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce((select b.substitute_id from approver_absences b
      where b.company_id = a.company_id and b.user_id = a.user_id and ${isAwayToday} limit 1), a.user_id) as id
    from invoice_approvals a where a.company_id = ${companyId} and a.state = ${pending}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What waits for a person: their own turns unless they are away, and those of whom they stand in for; the oldest first. */
export async function listWaiting(
  db: Db,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
): Promise<WaitingInvoice[]> {
  const { rows } = await sql<WaitingInvoice>`
    select distinct on (since, i.id) i.id, i.document_number as "documentId", i.creditor_name as creditor,
      i.total_in_cents as "totalInCents", i.currency, i.due_date as "dueDate",
      coalesce(a.pending_since, i.created_at) as since
    from invoice_approvals a join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
    where a.company_id = ${companyId} and a.state = ${pending} and ${waits}
      and ${userId}::uuid = coalesce((select b.substitute_id from approver_absences b
        where b.company_id = a.company_id and b.user_id = a.user_id and ${isAwayToday} limit 1), a.user_id)
    order by since, i.id`.execute(db);
  return rows;
}
