import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { type Change, recordChange } from '#server/platform/db/history.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { addLines } from '../order-lines/add-lines.ts';
import { updateFast } from './fast-path.repository.ts';
import { orRefuse } from './reach.ts';
import { list } from './work-orders.list.ts';
import * as repository from './work-orders.repository.ts';

type WorkOrder = Rec<typeof workOrders>;
type WorkOrderWrite = Omit<UpdateBody<typeof workOrders>, 'rowVersion'>;

export const workOrdersService: Omit<ResourceService<typeof workOrders>, 'list'> = {
  find,
  create,
  update,
  remove,
};

export function listWorkOrders(ctx: Context, query: ListQuery) {
  return list(ctx.db, ctx.scope, ctx.now(), query);
}

async function find(ctx: Context, id: string): Promise<WorkOrder | null> {
  return (await repository.findById(ctx.db, ctx.scope, ctx.now(), id)) ?? null;
}

async function create(
  ctx: Context,
  { lines = [], reference, ...body }: CreateBody<typeof workOrders>,
): Promise<WorkOrder> {
  const liner = lines.length > 0 ? ctx.require(`${orderLines.permission}.create`) : ctx;
  const write = {
    ...body,
    reference:
      reference ||
      lines
        .map(({ description }) => description)
        .join(', ')
        .slice(0, 1000),
  };
  return ctx.transaction(async (tx) => {
    const companyId = await repository.companyOfAdministration(tx, ctx.scope, body.administrationId);
    if (companyId === undefined) throw problem.validation({ administration_id: ['unknown'] });
    const { relationId } = await checkPeople(tx, companyId, write, null);
    const year = Number(dayOfInstant(ctx.now()).slice(0, 4));
    const id = await repository.insert(
      tx,
      ctx,
      { companyId, year, relationId: relationId ?? null },
      valuesOf(write),
    );
    await replacePeople(tx, companyId, id, write);
    await addLines(tx, liner, { id, companyId, status: 0 }, lines);
    const made = orNotFound(await repository.findById(tx, ctx.scope, ctx.now(), id));
    await record(tx, ctx, 'create', undefined, made);
    return made;
  });
}

export async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof workOrders>,
): Promise<WorkOrder> {
  const changed = await updateFast(ctx, id, body);
  if (changed) {
    await tell(ctx.db, ctx, changed);
    return changed;
  }
  return updateWithLock(ctx, id, body);
}

/** `update` of every order, also where the fast path does nothing. */
export async function updateWithLock(
  ctx: Context,
  id: string,
  { rowVersion, ...body }: UpdateBody<typeof workOrders>,
): Promise<WorkOrder> {
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    const { createdAt: updatedAt, userName: updatedBy } = before.lastAudit;
    assertVersion({ ...before, updatedAt, updatedBy }, rowVersion);
    const { companyId } = before;
    if (body.administrationId !== before.administrationId) {
      const theirs = await repository.companyOfAdministration(tx, ctx.scope, body.administrationId);
      // An order stays with its company: its number is that company's.
      if (theirs !== companyId) throw problem.validation({ administration_id: ['unknown'] });
    }
    const { relationId } = await checkPeople(tx, companyId, body, id);
    const numberOfOffersSent = Math.max(before.numberOfOffersSent, body.numberOfOffersSent ?? 0);
    const values = valuesOf({ ...body, numberOfOffersSent });
    await repository.update(tx, ctx, before, { ...values, customer_relation_id: relationId });
    await replacePeople(tx, companyId, id, body);
    // Who takes himself off an order that is his by that alone still hears what became of it.
    const scope = ctx.scope.reach === 'user' ? { ...ctx.scope, reach: 'company' as const } : ctx.scope;
    const after = orNotFound(await repository.findById(tx, scope, ctx.now(), id));
    await record(tx, ctx, 'update', before, after);
    return after;
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    // What was invoiced or accepted stays (§E10).
    if (before.status === 6) throw problem.of('wrong-state', { sentence: 'work-order-not-deleted' });
    if (await repository.hasAcceptedOffer(tx, before))
      throw problem.of('wrong-state', { sentence: 'work-order-has-accepted-offer' });
    await repository.remove(tx, ctx, before);
    await record(tx, ctx, 'remove', before, undefined);
  });
}

async function lock(tx: Tx, ctx: Context, id: string): Promise<WorkOrder> {
  const found = await repository.lockById(tx, ctx.scope, ctx.now(), id);
  return orRefuse(found, async () => {
    const reader = ctx.reach(`${workOrders.permission}.read`);
    return reader !== null && (await repository.findById(tx, reader.scope, ctx.now(), id)) !== undefined;
  });
}

type People = Pick<WorkOrderWrite, 'contactPersonIds' | 'assignedUserIds'>;

/** Refuses strangers, and contact persons of two relations (§E4); gives their relation, null for nobody, undefined when not said. */
async function checkPeople(
  tx: Tx,
  companyId: string,
  { contactPersonIds, assignedUserIds }: People,
  orderId: string | null,
) {
  const codes: Record<string, FieldCode[]> = {};
  const relations = await repository.relationsOfContacts(tx, companyId, contactPersonIds ?? [], orderId);
  const [relationId = null, ...others] = new Set(relations.values());
  if (contactPersonIds?.some((id) => !relations.has(id))) codes['contactPersonIds'] = ['unknown'];
  else if (others.length > 0) codes['contactPersonIds'] = ['invalid'];
  const users = await repository.knownUsers(tx, companyId, assignedUserIds ?? [], orderId);
  if (assignedUserIds?.some((id) => !users.has(id))) codes['assigned_user_ids'] = ['unknown'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
  return { relationId: contactPersonIds === undefined ? undefined : relationId };
}

async function replacePeople(
  tx: Tx,
  companyId: string,
  orderId: string,
  { contactPersonIds, assignedUserIds }: People,
): Promise<void> {
  if (contactPersonIds)
    await repository.replaceContacts(tx, companyId, orderId, [...new Set(contactPersonIds)]);
  if (assignedUserIds) await repository.replaceUsers(tx, companyId, orderId, [...new Set(assignedUserIds)]);
}

function valuesOf(body: Omit<WorkOrderWrite, keyof People>): repository.OrderValues {
  return {
    administration_id: body.administrationId,
    reference: body.reference,
    invoice_number: body.invoiceNumber,
    printing_company: body.printingCompany,
    diffuser: body.diffuser,
    publisher: body.publisher,
    status: body.status,
    first_test_date: body.firstTestDate,
    printing_company_date: body.printingCompanyDate,
    diffuser_date: body.diffuserDate,
    delivery_date: body.deliveryDate,
    number_of_offers_sent: body.numberOfOffersSent,
    estimated_minutes: body.estimatedMinutes,
  };
}

async function record(
  tx: Tx,
  ctx: Context,
  verb: string,
  before: WorkOrder | undefined,
  after: WorkOrder | undefined,
): Promise<void> {
  await recordChange(tx, ctx, changeOf(verb, before, after));
  await tell(tx, ctx, orNotFound(after ?? before));
}

function tell(db: Db, ctx: Context, { companyId, id }: Pick<WorkOrder, 'companyId' | 'id'>): Promise<void> {
  return ctx.events.publish(db, { resource: workOrders.path, companyId, id });
}

function changeOf(verb: string, before: WorkOrder | undefined, after: WorkOrder | undefined): Change {
  const { id, companyId } = orNotFound(after ?? before);
  return {
    entity: workOrders.permission,
    entityId: id,
    companyId,
    verb,
    ...(before ? { before: spoken(before) } : {}),
    ...(after ? { after: spoken(after) } : {}),
  };
}

const namesOf = (people: readonly { readonly fullName: string }[]) =>
  people.map(({ fullName }) => fullName).join(', ');

/** An order as its history tells it: people and things by name. */
function spoken({
  companyId: _company,
  administrationId: _id,
  warnings: _warnings,
  lastAudit: _audit,
  ...order
}: WorkOrder) {
  return {
    ...order,
    administration: order.administration.name,
    customerRelation: order.customerRelation?.name ?? null,
    contactPersons: namesOf(order.contactPersons),
    assignedUsers: namesOf(order.assignedUsers),
  };
}
