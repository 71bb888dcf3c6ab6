import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '#contract/list-query/tree.ts';
import { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { fits } from '#contract/list-query/evaluate.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';

/**
 * How many orders there are within a scope, read from the stored numbers (decision 0030); null where a filter asks
 * for more than their status, or a scope for less than whole companies.
 */
export function storedCount(scope: Scope, filter: Filter | null): RawBuilder<number> | null {
  if (scope.reach === 'user' || !asksForStatusOnly(filter)) return null;
  const statuses = Object.values(WorkOrderStatus).filter(
    (status) => filter === null || fits(filter, workOrders.fields, { status }),
  );
  if (statuses.length === 0) return sql<number>`0`;
  const sum = sql.join(
    statuses.map((status) => sql.ref(`c.status_${status}`)),
    sql` + `,
  );
  return sql<number>`(select coalesce(sum(${sum}), 0)::integer from work_order_counts c where ${within(scope, 'c.company_id')})`;
}

function asksForStatusOnly(filter: Filter | null): boolean {
  if (filter === null) return true;
  switch (filter.kind) {
    case 'always':
      return true;
    case 'not':
      return asksForStatusOnly(filter.part);
    case 'and':
    case 'or':
      return filter.parts.every(asksForStatusOnly);
    case 'compare':
    case 'in':
      return filter.field.path === 'status';
    case 'any':
    case 'match':
      return false;
  }
}
