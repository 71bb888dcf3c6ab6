import { sql } from 'kysely';
import { withinBoth } from '#server/features/core/index.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { ApprovalNumber, StatusNumber, TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** One open turn. */
export interface OpenTurn {
  readonly id: string;
  readonly invoiceId: string;
  readonly userId: string;
  readonly since: string;
}

const waits = sql`i.deleted_at is null and i.status = ${sql.lit(StatusNumber.Concept)}
  and i.approval_state in (${sql.lit(ApprovalNumber.pending)}, ${sql.lit(ApprovalNumber.onHold)})`;

/** The turns of a company that somebody has now on what the scope sees, the oldest first. */
export async function listOpenTurns(db: Db, scope: Scope, companyId: string): Promise<OpenTurn[]> {
  const { rows } = await sql<OpenTurn>`
    select a.id, a.invoice_id as "invoiceId", a.user_id as "userId", coalesce(a.pending_since, i.created_at) as since
    from invoice_approvals a join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
    where a.company_id = ${companyId} and ${withinBoth(scope, 'i')} and a.state = ${sql.lit(TurnNumber.pending)} and ${waits}
    order by since, a.id`.execute(db);
  return rows;
}

/** The people of a company who have a turn now. */
export async function listPeopleWithTurns(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice_approvals')
    .where('company_id', '=', companyId)
    .where('state', '=', sql.lit(TurnNumber.pending))
    .groupBy('user_id')
    .select('user_id as id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many open invoices of a company have no lines, so that anybody with the right may approve. */
export async function countWithoutLines(db: Db, scope: Scope, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoices i
    where i.company_id = ${companyId} and ${withinBoth(scope, 'i')} and ${waits} and not i.has_turns`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
