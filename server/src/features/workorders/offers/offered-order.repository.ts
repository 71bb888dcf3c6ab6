import { sql } from 'kysely';
import type { Language } from '#contract/problem.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { countOrder } from '../work-orders/order-counts.repository.ts';
import { ownOrder, readable } from '../work-orders/reach.ts';

/** The order of an offer, with the relation that it is for. */
export interface OfferedOrder {
  readonly id: string;
  readonly companyId: string;
  readonly yearNumber: string;
  readonly reference: string;
  readonly status: number;
  readonly numberOfOffersSent: number;
  readonly relationId: string | null;
  readonly administrationId: string;
}

/** An order within the permission of this call; locked to create a version. */
export async function findOrder(
  db: Db,
  ctx: Context,
  id: string,
  options: { readonly isLocked: boolean } = { isLocked: false },
): Promise<OfferedOrder | undefined> {
  if (!isId(id)) return undefined;
  const scope = options.isLocked ? await narrowToRow(db, ctx.scope, 'work_orders', id) : ctx.scope;
  const found = db
    .selectFrom('work_orders')
    .where('work_orders.id', '=', id)
    .where('work_orders.deleted_at', 'is', null)
    .where(within(scope, 'work_orders.company_id', ownOrder))
    .where(readable(ctx))
    .select([
      'work_orders.id',
      'work_orders.company_id as companyId',
      'work_orders.year_number as yearNumber',
      'work_orders.reference',
      'work_orders.status',
      'work_orders.number_of_offers_sent as numberOfOffersSent',
      'work_orders.customer_relation_id as relationId',
      'work_orders.administration_id as administrationId',
    ]);
  return (options.isLocked ? found.forUpdate('work_orders') : found).executeTakeFirst();
}

/** The contact persons of an order, whom the offer is for. */
export async function peopleOf(db: Db, { companyId, id }: Pick<OfferedOrder, 'companyId' | 'id'>) {
  return db
    .selectFrom('work_order_contacts as wc')
    .innerJoin('contact_persons as p', (join) =>
      join.onRef('p.company_id', '=', 'wc.company_id').onRef('p.id', '=', 'wc.contact_person_id'),
    )
    .where('wc.company_id', '=', companyId)
    .where('wc.work_order_id', '=', id)
    .orderBy('wc.position')
    .select([sql<string>`p.first_name || ' ' || p.last_name`.as('name'), 'p.email'])
    .execute();
}

/** The relation that an offer is for. */
export async function relationOf(db: Db, companyId: string, relationId: string | null) {
  if (relationId === null) return undefined;
  return db
    .selectFrom('customer_relations')
    .where('company_id', '=', companyId)
    .where('id', '=', relationId)
    .select([
      'name',
      'street',
      'post_box as postBox',
      'zip_code as zipCode',
      'city',
      'email',
      'vat_id as vatId',
    ])
    .executeTakeFirst();
}

/** The language of the last offer to a relation. */
export async function lastLanguage(
  db: Db,
  companyId: string,
  relationId: string | null,
): Promise<Language | undefined> {
  if (relationId === null) return undefined;
  const last = await db
    .selectFrom('offers')
    .where('company_id', '=', companyId)
    .where('customer_relation_id', '=', relationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select('language')
    .executeTakeFirst();
  return last && (last.language === 'en' ? 'en' : 'nl');
}

/** The lines, by position, of an order that was found for the caller. */
export async function orderLinesOf(db: Db, { companyId, id }: Pick<OfferedOrder, 'companyId' | 'id'>) {
  return db
    .selectFrom('order_lines')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .select([
      'id',
      'description',
      'edition',
      'size',
      'format',
      'printing',
      'material',
      'finish',
      'sales_amount as salesAmount',
      'vat',
      'quantity',
      'unit_amount as unitAmount',
      'discount_percentage as discountPercentage',
      'is_accepted as isAccepted',
    ])
    .execute();
}

/** Changes an order as a consequence of its offers. */
export async function changeOrder(
  tx: Tx,
  { companyId, id, status }: Pick<OfferedOrder, 'companyId' | 'id' | 'status'>,
  values: {
    readonly status: number;
    readonly reference?: string;
    readonly number_of_offers_sent?: number;
    readonly discount_percentage?: number | null;
    readonly updated_at: string;
    readonly updated_by?: string;
  },
): Promise<void> {
  await tx
    .updateTable('work_orders')
    .set({ ...values, row_version: sql<number>`row_version + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await countOrder(tx, companyId, { from: status, to: values.status });
}
