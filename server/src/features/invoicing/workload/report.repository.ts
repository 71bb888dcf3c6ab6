import { sql } from 'kysely';
import type { z } from 'zod';
import type { approvalReport } from '#contract/invoicing/approval-work.ts';
import { withinBoth } from '#server/features/core/index.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { TurnNumber } from '../state-numbers.ts';
import { isUntouched } from './is-untouched.ts';
import '../invoicing.tables.ts';

type Report = z.output<typeof approvalReport>;

const maxReasons = 5;
// Who is narrowed to administrations counts no others (decision 0117).
const decidedSince = (
  scope: Scope,
  companyId: string,
  since: string,
) => sql`i.company_id = ${companyId} and ${withinBoth(scope, 'i')} and i.deleted_at is null
  and i.decided_at >= (${since}::date::timestamp at time zone 'Europe/Amsterdam')`;

/** From receipt to decision by week, of the weeks in which anything was decided. */
export async function listWeeks(
  db: Db,
  scope: Scope,
  companyId: string,
  since: string,
): Promise<Report['weeks']> {
  const { rows } = await sql<Report['weeks'][number]>`
    with decided as (
      select date_trunc('week', i.decided_at at time zone 'Europe/Amsterdam')::date as monday,
        extract(epoch from i.decided_at - i.created_at) / 86400 as days
      from invoices i where ${decidedSince(scope, companyId, since)})
    select monday as "fromDay", monday + 6 as "untilDay", count(*)::integer as decided,
      round(percentile_cont(0.5) within group (order by days)::numeric, 1)::float as "medianDays",
      round(percentile_cont(0.9) within group (order by days)::numeric, 1)::float as "ninetyDays"
    from decided group by monday order by monday`.execute(db);
  return rows;
}

/** How many were decided, and how many of those without anybody changing a value or a booking line. */
export async function countUntouched(
  db: Db,
  scope: Scope,
  companyId: string,
  since: string,
): Promise<Pick<Report, 'decided' | 'untouched'>> {
  const { rows } = await sql<Pick<Report, 'decided' | 'untouched'>>`
    select count(*)::integer as decided, (count(*) filter (where ${isUntouched('i')}))::integer as untouched
    from invoices i where ${decidedSince(scope, companyId, since)}`.execute(db);
  return rows[0] ?? { decided: 0, untouched: 0 };
}

/** The reasons that approvers gave most when they rejected, each with how many invoices had it. */
export async function listReasons(
  db: Db,
  scope: Scope,
  companyId: string,
  since: string,
): Promise<Report['reasons']> {
  const { rows } = await sql<Report['reasons'][number]>`
    select min(trim(a.comment)) as reason, count(distinct a.invoice_id)::integer as count
    from invoice_approvals a
    where a.company_id = ${companyId} and a.state = ${sql.lit(TurnNumber.rejected)} and trim(a.comment) <> ''
      and a.decided_at >= (${since}::date::timestamp at time zone 'Europe/Amsterdam')
      and exists (select from invoices i where i.company_id = a.company_id and i.id = a.invoice_id
        and ${withinBoth(scope, 'i')} and i.deleted_at is null)
    group by lower(trim(a.comment)) order by 2 desc, 1 limit ${maxReasons}`.execute(db);
  return rows;
}
