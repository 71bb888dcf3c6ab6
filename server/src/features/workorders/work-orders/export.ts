import { columnHead } from '#contract/column-texts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { workOrders } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { ExportColumnSpec } from '#contract/export/columns.ts';
import { stream } from './work-orders.list.ts';

type ExportedOrder = Row<typeof workOrders> & { readonly statusName: string };

/** The orders of a list with the name of their status, for people who read a file. */
export async function* exportedRows(ctx: Context, query: ListQuery): AsyncGenerator<ExportedOrder> {
  for await (const row of stream(ctx.db, ctx.scope, ctx.now(), query))
    yield { ...row, statusName: columnHead(ctx.language, 'workorders', `status.${row.status}`) };
}

const namesOf = (people: readonly { readonly fullName: string }[]) =>
  people.map(({ fullName }) => fullName).join(', ');

/** The columns of the list of orders as a file. */
export const exportColumns: readonly ExportColumnSpec<ExportedOrder>[] = [
  ['yearNumber', 'text', ({ yearNumber }) => yearNumber],
  ['customerRelation.tag', 'text', ({ customerRelation }) => customerRelation?.tag ?? ''],
  ['customerRelation.name', 'text', ({ customerRelation }) => customerRelation?.name ?? ''],
  ['contactPersons', 'text', ({ contactPersons }) => namesOf(contactPersons)],
  ['reference', 'text', ({ reference }) => reference],
  ['assignedUsers', 'text', ({ assignedUsers }) => namesOf(assignedUsers)],
  ['administration.name', 'text', ({ administration }) => administration.name],
  ['status', 'text', ({ statusName }) => statusName],
  ['invoiceNumber', 'text', ({ invoiceNumber }) => invoiceNumber],
  ['firstTestDate', 'day', ({ firstTestDate }) => firstTestDate],
  ['printingCompanyDate', 'day', ({ printingCompanyDate }) => printingCompanyDate],
  ['diffuserDate', 'day', ({ diffuserDate }) => diffuserDate],
  ['deliveryDate', 'day', ({ deliveryDate }) => deliveryDate],
  ['createdAt', 'instant', ({ createdAt }) => createdAt],
];
