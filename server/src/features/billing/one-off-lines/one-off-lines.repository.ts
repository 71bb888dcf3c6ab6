import { sql, type SqlBool } from 'kysely';
import { oneOffLines } from '#contract/billing/one-off-lines.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import { problem } from '#server/platform/http/problem.ts';
import '../billing.tables.ts';

export const { list, findById } = recordReaders(oneOffLines, {
  table: 'one_off_lines',
  rows: (db, scope) =>
    rowsOf('one_off_lines')(db, scope).leftJoin('billing_invoices as invoice', (join) =>
      join
        .onRef('invoice.company_id', '=', 'one_off_lines.company_id')
        .onRef('invoice.id', '=', 'one_off_lines.invoice_id'),
    ),
  columns: {
    description: { natural: true, nullable: false },
    quantity: { nullable: false },
    price: { sql: 'one_off_lines.price_in_cents', nullable: false },
    amount: sql`one_off_lines.price_in_cents * one_off_lines.quantity`,
    day: { sql: 'one_off_lines.on_day', nullable: false },
    invoiceNumber: { sql: sql`coalesce(invoice.invoice_number, '')`, nullable: false },
  },
  search: ['one_off_lines.description', 'invoice.invoice_number'],
});

/** What users enter. */
export interface Values {
  readonly description: string;
  readonly quantity: number;
  readonly price: number;
  readonly day: string;
}

const stored = ({ description, quantity, price, day }: Values) => ({
  description,
  quantity,
  priceInCents: price,
  onDay: day,
});

export function insert(tx: Tx, ctx: Context, companyId: string, values: Values): Promise<string> {
  return insertRow(tx, ctx, 'one_off_lines', { companyId, ...stored(values) });
}

export function update(
  tx: Tx,
  ctx: Context,
  key: { readonly companyId: string; readonly id: string },
  values: Values,
): Promise<unknown> {
  return updateRow(tx, ctx, 'one_off_lines', key, stored(values));
}

/** A line that no final invoice has. */
export interface OpenLine {
  readonly companyId: string;
  readonly id: string;
  readonly description: string;
  readonly quantity: number;
  readonly priceInCents: number;
  readonly day: string;
}

/** The lines of these companies, up to a day, that no final invoice has. */
export async function listOpen(
  db: Db,
  companyIds: readonly string[],
  until: string,
): Promise<ReadonlyMap<string, readonly OpenLine[]>> {
  const rows = await db
    .selectFrom('one_off_lines')
    .where(sql<SqlBool>`company_id = any(${[...companyIds]}::uuid[])`)
    .where('invoice_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('on_day', '<=', until)
    .orderBy('company_id')
    .orderBy('on_day')
    .orderBy('id')
    .select([
      'company_id as companyId',
      'id',
      'description',
      'quantity',
      'price_in_cents as priceInCents',
      'on_day as day',
    ])
    .execute();
  return Map.groupBy(rows, ({ companyId }) => companyId);
}

/** Gives lines to a final invoice. 409 if one has been changed or billed since they were counted. */
export async function giveToInvoice(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  lineIds: readonly string[],
): Promise<void> {
  if (lineIds.length === 0) return;
  const { numUpdatedRows } = await tx
    .updateTable('one_off_lines')
    .set({ invoice_id: id })
    .where('company_id', '=', companyId)
    .where('id', 'in', lineIds)
    .where('invoice_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== lineIds.length) throw problem.of('wrong-state', { sentence: 'run-changed' });
}
