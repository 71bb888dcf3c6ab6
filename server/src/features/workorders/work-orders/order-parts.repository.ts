import { type RawBuilder, sql } from 'kysely';
import { problem } from '#server/platform/http/problem.ts';
import type { TrashOptions } from '#server/platform/resource/trash.ts';
import { mayChangeParts } from './work-orders.rules.ts';

/** How lines and hours go to the trash: they are restored only while their order is not invoiced (§E3). */
export function trashOfPart(table: 'order_lines' | 'order_times', name: RawBuilder<unknown>): TrashOptions {
  return {
    table,
    name,
    standsAlone: sql`exists (select from work_orders o where o.company_id = ${sql.ref(`${table}.company_id`)}
      and o.id = ${sql.ref(`${table}.work_order_id`)} and o.deleted_at is null)`,
    async afterRestore(tx, _ctx, record) {
      const { rows } = await sql<{ status: number }>`
        select o.status from work_orders o join ${sql.table(table)} t on t.company_id = o.company_id and t.work_order_id = o.id
        where t.company_id = ${record.companyId} and t.id = ${record.id} for update of o`.execute(tx);
      if (rows[0] && !mayChangeParts(rows[0].status))
        throw problem.of('wrong-state', { sentence: 'work-order-invoiced' });
    },
  };
}
