import { type RawBuilder, sql } from 'kysely';
import { type Db, executeLater } from '#server/platform/db/database.ts';

/**
 * The one place that writes `work_order_counts` (decision 0030): what changes how many orders of a status a company has
 * says so here, in its own transaction. Orders in the trash do not count.
 */

const statuses = [0, 1, 2, 3, 4, 5, 6] as const;

// Into how many rows the counts of a company are divided: two writers wait for each other only where they share one.
const slots = 64;
const slotOfTransaction = new WeakMap<Db, number>();

/** A row of the counts for a statement that is a transaction by itself. */
export const randomSlot = (): number => Math.floor(Math.random() * slots);

// One for all that a transaction counts, so that two of them never wait in a circle.
function slotOf(tx: Db): number {
  const known = slotOfTransaction.get(tx) ?? randomSlot();
  slotOfTransaction.set(tx, known);
  return known;
}

/** The statement that adds changes to a row of the counts; `changes` gives `company_id, status, added`. */
export function addToCounts(slot: RawBuilder<unknown>, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = statuses.map((status) => sql.ref(`status_${status}`));
  return sql`insert into work_order_counts as kept (company_id, slot, ${sql.join(columns)})
    select company_id, ${slot}::smallint, ${sql.join(
      statuses.map(
        (status) => sql`coalesce(sum(added) filter (where status = ${sql.lit(status)}), 0)::integer`,
      ),
    )}
    from (${changes}) changed group by company_id
    on conflict (company_id, slot) do update set ${sql.join(
      columns.map((column) => sql`${column} = kept.${column} + excluded.${column}`),
    )}`;
}

/** Counts orders of a company that came to a status (`to`), left one (`from`), or both. */
export async function countOrder(
  tx: Db,
  companyId: string,
  { from, to }: { readonly from?: number; readonly to?: number },
): Promise<void> {
  if (from === to) return;
  const changes = [
    ...(from === undefined ? [] : [sql`(${from}::smallint, -1)`]),
    ...(to === undefined ? [] : [sql`(${to}::smallint, 1)`]),
  ];
  await executeLater(
    tx,
    addToCounts(
      sql`${slotOf(tx)}`,
      sql`select ${companyId}::uuid as company_id, status, added from (values ${sql.join(changes)}) one (status, added)`,
    ),
  );
}

/** Counts an order that is back from the trash. */
export async function countRestored(
  tx: Db,
  { companyId, id }: { readonly companyId: string | null; readonly id: string },
): Promise<void> {
  await executeLater(
    tx,
    addToCounts(
      sql`${slotOf(tx)}`,
      sql`select company_id, status, 1 as added from work_orders
        where company_id = ${companyId}::uuid and id = ${id}::uuid and deleted_at is null`,
    ),
  );
}

/**
 * Compares the counts of a company with its orders, and puts right what differs; gives whether something did. Both are
 * read at one moment, so that nobody has to wait.
 */
export async function checkCounts(db: Db, companyId: string): Promise<boolean> {
  const stored = sql.join(
    statuses.map((status) => sql`(${sql.lit(status)}::smallint, c.${sql.ref(`status_${status}`)})`),
  );
  const { numAffectedRows } = await addToCounts(
    sql`0`,
    sql`select company_id, status, sum(number)::integer as added from (
        select company_id, status, count(*)::integer as number from work_orders
          where company_id = ${companyId}::uuid and deleted_at is null group by company_id, status
        union all
        select c.company_id, s.status, -s.number from work_order_counts c, lateral (values ${stored}) s (status, number)
          where c.company_id = ${companyId}::uuid) each
      group by company_id, status having sum(number) <> 0`,
  ).execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}
