import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, softDelete } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { assertUnused } from '#server/platform/resource/record-links.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { addLines } from '../order-lines/add-lines.ts';
import { updateFast } from './fast-path.repository.ts';
import { countOrder } from './order-counts.repository.ts';
import { notFoundOrForbidden } from './reach.ts';
import { indexOrder } from './search.repository.ts';
import { list } from './work-orders.list.ts';
import * as repository from './work-orders.repository.ts';
import { mayDelete, referenceOf } from './work-orders.rules.ts';

type WorkOrder = Rec<typeof workOrders>;
type WorkOrderWrite = Omit<UpdateBody<typeof workOrders>, 'rowVersion'>;

const audit = auditOf(workOrders, { snapshot });

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
  const lineWriter = lines.length > 0 ? ctx.require(`${orderLines.permission}.create`) : ctx;
  const write = {
    ...body,
    reference: reference || referenceOf(lines),
  };
  return ctx.transaction(async (tx) => {
    const companyId = await repository.companyOfAdministration(tx, ctx.scope, body.administrationId);
    if (companyId === undefined) throw problem.validation({ administration_id: ['unknown'] });
    const relationId = await checkPeople(tx, companyId, write, null);
    const year = Number(dayOfInstant(ctx.now()).slice(0, 4));
    const id = await repository.insert(tx, ctx, { companyId, year, relationId }, valuesOf(write));
    await replacePeople(tx, companyId, id, write);
    await indexOrder(tx, companyId, id);
    await addLines(tx, lineWriter, { id, companyId, status: WorkOrderStatus.New }, lines);
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, ctx.now(), id)) });
  });
}

export async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof workOrders>,
): Promise<WorkOrder> {
  const changed = await updateFast(ctx, id, body);
  if (changed) {
    const { companyId } = changed;
    await ctx.events.publish(ctx.db, { resource: workOrders.path, companyId, id });
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
    const relationId = await checkPeople(tx, companyId, body, before);
    const numberOfOffersSent = Math.max(before.numberOfOffersSent, body.numberOfOffersSent ?? 0);
    const values = valuesOf({ ...body, numberOfOffersSent });
    await repository.update(tx, ctx, before, { ...values, customer_relation_id: relationId });
    await replacePeople(tx, companyId, id, body);
    await indexOrder(tx, companyId, id);
    // The answer also goes to callers who took themselves off the order and no longer reach it.
    const scope = ctx.scope.reach === 'user' ? { ...ctx.scope, reach: 'company' as const } : ctx.scope;
    return audit(tx, ctx, {
      before,
      after: orNotFound(await repository.findById(tx, scope, ctx.now(), id)),
    });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lock(tx, ctx, id);
    // Invoiced orders and orders with an accepted offer are kept (§E10).
    if (!mayDelete(before.status)) throw problem.of('wrong-state', { sentence: 'work-order-not-deleted' });
    if (await repository.hasAcceptedOffer(tx, before))
      throw problem.of('wrong-state', { sentence: 'work-order-has-accepted-offer' });
    await assertUnused(tx, ctx, workOrders, before);
    await softDelete(tx, ctx, 'work_orders', before);
    await countOrder(tx, before.companyId, { from: before.status });
    await audit(tx, ctx, { before });
  });
}

function lock(tx: Tx, ctx: Context, id: string): Promise<WorkOrder> {
  return notFoundOrForbidden(ctx, workOrders, ({ scope, now }) => repository.lockById(tx, scope, now(), id));
}

type People = Pick<WorkOrderWrite, 'customerRelationId' | 'contactPersonIds' | 'assignedUserIds'>;

/**
 * Refuses unknown people, an unknown relation, and contact persons of another relation than that of the order (§E4). Gives the
 * relation that the order will have.
 */
async function checkPeople(
  tx: Tx,
  companyId: string,
  { customerRelationId, contactPersonIds, assignedUserIds }: People,
  before: WorkOrder | null,
): Promise<string | null> {
  const codes: Record<string, FieldCode[]> = {};
  const orderId = before?.id ?? null;
  const contactIds = contactPersonIds ?? before?.contactPersons.map(({ id }) => id) ?? [];
  const relations = await repository.relationsOfContacts(tx, companyId, contactIds, orderId);
  const ofContacts = new Set(relations.values());
  const relationId = relationAfter(customerRelationId, contactPersonIds, [...ofContacts], before);
  const isKnown =
    relationId === null ||
    relationId === before?.customerRelationId ||
    ofContacts.has(relationId) ||
    (await repository.isRelation(tx, companyId, relationId));
  if (!isKnown) codes['customer_relation_id'] = ['unknown'];
  if (contactIds.some((id) => !relations.has(id))) codes['contactPersonIds'] = ['unknown'];
  else if ([...ofContacts].some((id) => id !== relationId)) codes['contactPersonIds'] = ['invalid'];
  const users = await repository.knownUsers(tx, companyId, assignedUserIds ?? [], orderId);
  if (assignedUserIds?.some((id) => !users.has(id))) codes['assigned_user_ids'] = ['unknown'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
  return relationId;
}

// A client that does not know the field names contact persons, and means their relation; one that names none, as before, does
// not take away the relation of an order that had none.
function relationAfter(
  asked: string | null | undefined,
  contactPersonIds: readonly string[] | undefined,
  [ofContacts]: readonly string[],
  before: WorkOrder | null,
): string | null {
  if (asked !== undefined) return asked;
  const stays = contactPersonIds === undefined || before?.contactPersons.length === 0;
  return ofContacts ?? (stays ? (before?.customerRelationId ?? null) : null);
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

const namesOf = (people: readonly { readonly fullName: string }[]) =>
  people.map(({ fullName }) => fullName).join(', ');

// People and things by name.
function snapshot({
  companyId: _company,
  company: _name,
  administrationId: _id,
  customerRelationId: _relation,
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
