import { sql, type SqlBool } from 'kysely';
import type { Rec } from '#contract/resource.ts';
import { type workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { countOrder } from './order-counts.repository.ts';
import { asRow, detailedOf, ordersWithin } from './work-orders.rows.ts';

type WorkOrder = Rec<typeof workOrders>;

/** What is stored of an order; undefined stays as it is, and gets the default of its column on a new order. */
export interface OrderValues {
  readonly administration_id: string;
  readonly reference: string;
  readonly invoice_number: string | undefined;
  readonly printing_company: string | undefined;
  readonly diffuser: string | undefined;
  readonly publisher: string | undefined;
  readonly status: number | undefined;
  readonly first_test_date: string | null | undefined;
  readonly printing_company_date: string | null | undefined;
  readonly diffuser_date: string | null | undefined;
  readonly delivery_date: string | null | undefined;
  readonly number_of_offers_sent: number | undefined;
  readonly estimated_minutes: number | null | undefined;
}

function detailed(db: Db, scope: Scope, now: string, id: string) {
  return detailedOf(ordersWithin(db, scope), now)
    .where('work_orders.id', '=', id)
    .select(['work_orders.updated_at as updatedAt', actorName('work_orders.updated_by').as('updatedBy')]);
}

/** A read order as it travels. */
export function asRecord(
  found: Awaited<ReturnType<ReturnType<typeof detailed>['executeTakeFirst']>>,
): WorkOrder | undefined {
  if (!found) return undefined;
  const {
    printingCompany,
    diffuser,
    publisher,
    numberOfOffersSent,
    estimatedMinutes,
    discountPercentage,
    updatedAt,
    updatedBy,
    ...flat
  } = found;
  const more = { printingCompany, diffuser, publisher, numberOfOffersSent, estimatedMinutes };
  return {
    ...asRow(flat),
    ...more,
    discountPercentage,
    lastAudit: { createdAt: updatedAt, userName: updatedBy },
  };
}

const found = scopedStatement((db, scope, slot: Slot<'id' | 'now'>) =>
  detailed(db, scope, slot('now'), slot('id')),
);
// A statement of its own, so that the next one reads what the lock waited for; both are sent together.
const locked = scopedStatement((db, scope, slot: Slot<'id'>) =>
  ordersWithin(db, scope)
    .select('work_orders.id')
    .where('work_orders.id', '=', slot('id'))
    .forUpdate('work_orders'),
);

export async function findById(db: Db, scope: Scope, now: Date, id: string): Promise<WorkOrder | undefined> {
  if (!isId(id)) return undefined;
  return asRecord(await found.first(db, scope, { id, now: now.toISOString() }));
}

/** Like `findById`, locked until the transaction ends. */
export async function lockById(tx: Tx, scope: Scope, now: Date, id: string): Promise<WorkOrder | undefined> {
  if (!isId(id)) return undefined;
  const narrowed = await narrowToRow(tx, scope, 'work_orders', id);
  await locked.later(tx, narrowed, { id });
  return findById(tx, narrowed, now, id);
}

/** The company of an administration that orders within the scope may be booked in, or undefined. */
export async function companyOfAdministration(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const found = await db
    .selectFrom('administrations')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // The caller's own orders are orders of their company.
    .where(within(scope, 'administrations.company_id', () => sql<SqlBool>`true`))
    .select('company_id')
    .executeTakeFirst();
  return found?.company_id;
}

/** The relation of each of these contact persons of a company; those who were deleted stay on the orders that they are on. */
export async function relationsOfContacts(
  db: Db,
  companyId: string,
  ids: readonly string[],
  orderId: string | null,
) {
  const known = ids.filter(isId);
  if (known.length === 0) return new Map<string, string>();
  const found = await db
    .selectFrom('contact_persons')
    .where('company_id', '=', companyId)
    .where('id', 'in', known)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('deleted_at', 'is', null),
        exists(
          selectFrom('work_order_contacts as on')
            .where('on.company_id', '=', companyId)
            .where('on.work_order_id', '=', orderId)
            .whereRef('on.contact_person_id', '=', 'contact_persons.id'),
        ),
      ]),
    )
    .select(['id', 'customer_relation_id'])
    .execute();
  return new Map(found.map((person) => [person.id, person.customer_relation_id]));
}

/** Whether this is a relation of the company. */
export async function isRelation(db: Db, companyId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await db
    .selectFrom('customer_relations')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of these are users of the company, or on the order already. */
export async function knownUsers(
  db: Db,
  companyId: string,
  ids: readonly string[],
  orderId: string | null,
): Promise<Set<string>> {
  const known = ids.filter(isId);
  if (known.length === 0) return new Set();
  const found = await db
    .selectFrom('users')
    .where('id', 'in', known)
    .where('company_id', '=', companyId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('deleted_at', 'is', null),
        exists(
          selectFrom('work_order_users as on')
            .where('on.company_id', '=', companyId)
            .where('on.work_order_id', '=', orderId)
            .whereRef('on.user_id', '=', 'users.id'),
        ),
      ]),
    )
    .select('id')
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Makes an order under the next number of its company and year (§E1); the counter is locked until the transaction ends. */
export async function insert(
  tx: Tx,
  ctx: Context,
  {
    companyId,
    year,
    relationId,
  }: { readonly companyId: string; readonly year: number; readonly relationId: string | null },
  values: OrderValues,
): Promise<string> {
  const { rows } = await sql<{ number: number }>`
    insert into counters (company_id, name, value) values (${companyId}::uuid, ${`workorders-${year}`}, 1)
    on conflict (company_id, name) do update set value = counters.value + 1 returning value as number`.execute(
    tx,
  );
  const id = newId(ctx.now().getTime());
  const key = { company_id: companyId, id, year, number: rows[0]?.number ?? 0 };
  await tx
    .insertInto('work_orders')
    .values({ ...values, ...key, customer_relation_id: relationId, ...madeBy(ctx) })
    .execute();
  await countOrder(tx, companyId, { to: values.status ?? WorkOrderStatus.New });
  return id;
}

export async function update(
  tx: Tx,
  ctx: Context,
  { companyId, id, status }: Pick<WorkOrder, 'companyId' | 'id' | 'status'>,
  values: OrderValues & { readonly customer_relation_id: string | null },
): Promise<void> {
  await tx
    .updateTable('work_orders')
    .set({ ...values, ...changedBy(ctx) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await countOrder(tx, companyId, { from: status, to: values.status ?? status });
}

/** Puts exactly these contact persons on an order, in this order. */
export async function replaceContacts(
  tx: Tx,
  companyId: string,
  orderId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('work_order_contacts')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', orderId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((contact_person_id, position) => ({
    company_id: companyId,
    work_order_id: orderId,
    contact_person_id,
    position,
  }));
  await tx.insertInto('work_order_contacts').values(rows).execute();
}

/** Makes exactly these people responsible for an order, in this order. */
export async function replaceUsers(
  tx: Tx,
  companyId: string,
  orderId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('work_order_users')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', orderId)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((user_id, position) => ({
    company_id: companyId,
    work_order_id: orderId,
    user_id,
    position,
  }));
  await tx.insertInto('work_order_users').values(rows).execute();
}

/** Whether the customer accepted an offer of this order; it is then not deleted (§E10). */
export async function hasAcceptedOffer(
  tx: Tx,
  { companyId, id }: Pick<WorkOrder, 'companyId' | 'id'>,
): Promise<boolean> {
  const accepted = await tx
    .selectFrom('offers')
    .where('company_id', '=', companyId)
    .where('work_order_id', '=', id)
    .where('answer', '=', 'accepted')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return accepted !== undefined;
}
