import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { historyLines } from '#server/platform/db/history.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { openOwner, readerOf } from '../work-orders/reach.ts';
import { type Line, newValues, shownColumns } from './order-lines.repository.ts';

type LineWrite = z.output<typeof lineWrite>;

const newColumns = (line: LineWrite) => snakeValues(newValues(line));
type Column = keyof ReturnType<typeof newColumns>;
type Slots = Slot<Column | 'company' | 'id' | 'orderId' | 'at' | 'by' | 'historyId' | 'userName' | 'changes'>;

// A statement of its own, so that the next one sees the line that was added meanwhile; both are sent together. Of two that
// come at once the second waits for the first, and stands behind it.
const locked = scopedStatement((db, reader, slot: Slot<'orderId'>) =>
  openOwner(db, reader, slot('orderId')).forUpdate('work_orders'),
);

const columns = [
  ['description', 'text'],
  ['edition', 'text'],
  ['size', 'text'],
  ['format', 'text'],
  ['printing', 'text'],
  ['material', 'text'],
  ['finish', 'text'],
  ['note', 'text'],
  ['vat', 'text'],
  ['purchase_amount', 'bigint'],
  ['sales_amount', 'bigint'],
  ['quantity', 'double precision'],
  ['unit_amount', 'double precision'],
  ['discount_percentage', 'double precision'],
  ['custom_id', 'integer'],
] as const satisfies readonly (readonly [Column, string])[];

/**
 * Appends one line to an order, with its history, in one statement: to an order that the caller may read, in reach of the
 * right to make lines, and not invoiced. It is `locked` before, by a statement of its own.
 */
const appended = scopedStatement((db, reader, slot: Slots) => {
  const line: readonly (readonly [column: string, value: RawBuilder<unknown>])[] = [
    ['company_id', sql`owner."companyId"`],
    ['id', sql`${slot('id')}::uuid`],
    ['work_order_id', sql`owner.id`],
    ['position', sql`1 + (select max from last)`],
    ...columns.map(([name, type]) => [name, sql`${slot(name)}::${sql.raw(type)}`] as const),
    ['created_at', sql`${slot('at')}::timestamptz`],
    ['created_by', sql`${slot('by')}::uuid`],
    ['updated_at', sql`${slot('at')}::timestamptz`],
    ['updated_by', sql`${slot('by')}::uuid`],
  ];
  const shown = shownColumns.map((column) => {
    const [name = '', alias] = column.split(' as ');
    return alias === undefined ? sql.ref(name) : sql`${sql.ref(name)} as ${sql.id(alias)}`;
  });
  const text = sql<Line>`with owner as materialized (${openOwner(db, reader, slot('orderId'))}),
    last as (select coalesce(max(l.position), 0) as max from owner
      left join order_lines l on l.company_id = owner."companyId" and l.work_order_id = owner.id and ${within(reader, 'l.company_id', () => sql<SqlBool>`true`)}),
    line as (insert into order_lines (${sql.join(line.map(([column]) => sql.id(column)))})
      select ${sql.join(line.map(([, value]) => value))} from owner
      where ${slot('company')}::uuid is null or owner."companyId" = ${slot('company')}::uuid
      returning ${sql.join(shown)}),
    entry as (insert into history (company_id, id, entity, entity_id, at, user_id, user_name, verb, changes)
      select line."companyId", ${slot('historyId')}::uuid, ${sql.lit(orderLines.permission)}, line.id, ${slot('at')}::timestamptz,
        ${slot('by')}::uuid, ${slot('userName')}::text, 'create', ${slot('changes')}::jsonb from line)
    select *, null::text as "uncountedAs" from line`;
  return { compile: (one) => text.compile(one) };
});

/** The line that was appended, or undefined where something refuses it: who asks finds out what. Ends the transaction. */
export async function insertFast(
  tx: Tx,
  ctx: Context,
  orderId: string,
  line: LineWrite,
): Promise<Line | undefined> {
  if (!isId(orderId) || ctx.scope.reach === 'user') return undefined;
  const id = newId(ctx.now().getTime());
  const { customId: _customId, ...after } = line;
  const [entry] = historyLines(ctx, [
    { entity: orderLines.permission, entityId: id, companyId: '', verb: 'create', after },
  ]);
  if (!entry) return undefined;
  const { purchase_amount, sales_amount, quantity, unit_amount, discount_percentage, custom_id, ...texts } =
    newColumns(line);
  const said = (value: number | null) => (value === null ? null : String(value));
  const reader = await narrowToRow(tx, readerOf(ctx), 'work_orders', orderId);
  await locked.later(tx, reader, { orderId });
  return appended.firstAndCommit(tx, reader, {
    company: ctx.scope.reach === 'system' ? null : ctx.scope.companyId,
    id,
    orderId,
    ...texts,
    purchase_amount: String(purchase_amount),
    sales_amount: String(sales_amount),
    quantity: said(quantity),
    unit_amount: said(unit_amount),
    discount_percentage: said(discount_percentage),
    custom_id: said(custom_id),
    at: entry.at,
    by: entry.user_id,
    historyId: entry.id,
    userName: entry.user_name,
    changes: entry.changes,
  });
}
