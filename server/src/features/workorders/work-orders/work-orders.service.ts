import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Change, historyLines, recordChange } from '#server/platform/db/history.ts';
import { refuseStale } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { addLines } from '../order-lines/add-lines.ts';
import { orRefuse } from './reach.ts';
import { list } from './work-orders.list.ts';
import * as repository from './work-orders.repository.ts';
import { warningsOf } from './work-orders.rows.ts';

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

async function update(
  ctx: Context,
  id: string,
  { rowVersion, ...body }: UpdateBody<typeof workOrders>,
): Promise<WorkOrder> {
  const changed = await changeAtOnce(ctx, id, body, rowVersion);
  if (changed) return changed;
  return ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    const { createdAt: updatedAt, userName: updatedBy } = before.lastAudit;
    refuseStale({ ...before, updatedAt, updatedBy }, rowVersion);
    const { companyId } = before;
    if (body.administrationId !== before.administrationId) {
      const theirs = await repository.companyOfAdministration(tx, ctx.scope, body.administrationId);
      // An order stays with its company: its number is that company's.
      if (theirs !== companyId) throw problem.validation({ administration_id: ['unknown'] });
    }
    const { relationId } = await checkPeople(tx, companyId, body, id);
    await repository.update(tx, ctx, before, { ...valuesOf(body), customer_relation_id: relationId });
    await replacePeople(tx, companyId, id, body);
    // Who takes himself off an order that is his by that alone still hears what became of it.
    const scope = ctx.scope.reach === 'user' ? { ...ctx.scope, reach: 'company' as const } : ctx.scope;
    const after = orNotFound(await repository.findById(tx, scope, ctx.now(), id));
    await record(tx, ctx, 'update', before, after);
    return after;
  });
}

// A change that names no other administration and no people, as one of the status does, needs nothing looked up: what the
// order will be is known, and all is written at once, unless somebody else was faster. Then, and where something stands in
// the way, null; the news that went along has open screens look once for nothing.
async function changeAtOnce(
  ctx: Context,
  id: string,
  body: WorkOrderWrite,
  rowVersion: number | undefined,
): Promise<WorkOrder | null> {
  const seen = await repository.findById(ctx.db, ctx.scope, ctx.now(), id);
  if (!seen || !staysWithItsOwn(seen, body) || (rowVersion !== undefined && rowVersion !== seen.rowVersion)) return null;
  const stored = changedOrder(ctx, seen, body);
  const [told] = historyLines(ctx, [changeOf('update', seen, stored)]);
  if (!told) return null;
  return ctx.transaction(async (tx) => {
    await ctx.events.publish(tx, { resource: workOrders.path, companyId: seen.companyId, id });
    return (await repository.changeAndCommit(tx, seen, stored, told)) ? stored : null;
  });
}

function staysWithItsOwn(before: WorkOrder, { administrationId, contactPersonIds, assignedUserIds }: WorkOrderWrite): boolean {
  return administrationId === before.administrationId && contactPersonIds === undefined && assignedUserIds === undefined;
}

const kept = <T>(said: T | undefined, stored: T): T => (said === undefined ? stored : said);

/** An order as it is after a write that leaves its people: what the body does not say stays (§B5). */
function changedOrder(ctx: Context, before: WorkOrder, body: WorkOrderWrite): WorkOrder {
  const status = kept(body.status, before.status);
  const invoiceNumber = kept(body.invoiceNumber, before.invoiceNumber);
  return {
    ...before,
    status,
    invoiceNumber,
    reference: body.reference,
    printingCompany: kept(body.printingCompany, before.printingCompany),
    diffuser: kept(body.diffuser, before.diffuser),
    publisher: kept(body.publisher, before.publisher),
    firstTestDate: kept(body.firstTestDate, before.firstTestDate),
    printingCompanyDate: kept(body.printingCompanyDate, before.printingCompanyDate),
    diffuserDate: kept(body.diffuserDate, before.diffuserDate),
    deliveryDate: kept(body.deliveryDate, before.deliveryDate),
    numberOfOffersSent: kept(body.numberOfOffersSent, before.numberOfOffersSent),
    estimatedMinutes: kept(body.estimatedMinutes, before.estimatedMinutes),
    warnings: warningsOf(status, invoiceNumber, before.warnings.includes('incomplete')),
    rowVersion: before.rowVersion + 1,
    lastAudit: { createdAt: ctx.now().toISOString(), userName: ctx.caller.name },
  };
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
  const { id, companyId } = orNotFound(after ?? before);
  await recordChange(tx, ctx, changeOf(verb, before, after));
  await ctx.events.publish(tx, { resource: workOrders.path, companyId, id });
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
