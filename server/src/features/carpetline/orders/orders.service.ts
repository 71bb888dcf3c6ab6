import type { CarpetLine } from '#contract/carpetline/line.ts';
import { CarpetOrderStatus, carpetOrders } from '#contract/carpetline/orders.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersionByHistory } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { catalogueOf } from '../catalogue/catalogue.service.ts';
import { keepDrawing } from './drawings.ts';
import { linesOf } from './lines.repository.ts';
import { addLines, changeLines, linesFor } from './lines.service.ts';
import { discontinued, mayEdit } from './orders.rules.ts';
import * as repository from './orders.repository.ts';
import type { StoredOrder } from './orders.repository.ts';
import { publishOrder } from './publish-order.ts';
import { boundRelation } from './reach.ts';

type Order = Rec<typeof carpetOrders>;
type Write = Omit<UpdateBody<typeof carpetOrders>, 'rowVersion'>;
type OldLine = Omit<CarpetLine, 'discontinued'>;

const right = (action: string) => `${carpetOrders.permission}.${action}`;

/** Orders to finish carpets. */
export const carpetOrdersService: ResourceService<typeof carpetOrders> = {
  list: ({ db, scope }: Context, query: ListQuery) => repository.list(db, scope, query),
  find: async (ctx, id) => {
    const found = await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id);
    return found ? whole(ctx, ctx.db, found) : null;
  },
  create,
  update,
  remove,
};

/** An order with its lines, its timeline, and what the caller may do with it now. */
export async function whole(ctx: Context, db: Context['db'], order: StoredOrder): Promise<Order> {
  const catalogue = await catalogueOf(db, order.companyId);
  const lines = (await linesOf(db, order.companyId, [order.id])).get(order.id) ?? [];
  const isPortalUser = await repository.isPortalUser(db, ctx.caller.userId);
  const isOpen = mayEdit(order.status, isPortalUser);
  return {
    ...order,
    orderLines: lines.map((line) => ({ ...line, discontinued: discontinued(catalogue, line) })),
    timeline: (await repository.stepsOf(db, order)).map((step) => ({ ...step, kind: kindOf(step.kind) })),
    canUpdate: isOpen && ctx.reach(right('update')) !== null,
    canDelete: isOpen && ctx.reach(right('delete')) !== null,
    canProcess: !isPortalUser && ctx.reach(right('process')) !== null,
  };
}

const kinds = ['ordered', 'received', 'completed', 'stepped-back', 'delivery-date'] as const;
function kindOf(text: string): (typeof kinds)[number] {
  const kind = kinds.find((known) => known === text);
  if (kind === undefined) throw new Error(`no step ${text}`);
  return kind;
}

async function create(ctx: Context, body: CreateBody<typeof carpetOrders>): Promise<Order> {
  const { companyId } = ctx.caller;
  const { values, lines } = await ctx.once(() => checked(ctx, companyId, body, undefined, []));
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, companyId, dayOfInstant(ctx.now()), values);
    await addLines(tx, ctx, { companyId, id }, lines, body.orderLines);
    await repository.addStep(tx, ctx, { companyId, id }, { kind: 'ordered', day: null, reason: '' });
    // Who just made it sees it, though his right to read may reach less far.
    const made = orNotFound(
      await repository.find(tx, { ...ctx.scope, reach: 'company', companyId }, companyId, id),
    );
    return recorded(tx, ctx, 'create', null, made);
  });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, ...body }: UpdateBody<typeof carpetOrders>,
): Promise<Order> {
  // Drawings are read and kept before the order is held.
  const seen = orNotFound(await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id));
  const old = (await linesOf(ctx.db, seen.companyId, [seen.id])).get(seen.id) ?? [];
  await refuseClosed(ctx, seen);
  const { values, lines } = await checked(ctx, seen.companyId, body, seen, old);
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lock(tx, ctx.scope, seen.companyId, seen.id));
    await assertVersionOrder(ctx, tx, before, rowVersion);
    await refuseClosed(ctx, before);
    const spokenBefore = spoken(
      before,
      (await linesOf(tx, before.companyId, [before.id])).get(before.id) ?? [],
    );
    await repository.update(tx, ctx, before, values);
    await changeLines(tx, ctx, before, lines, body.orderLines);
    const after = orNotFound(await repository.find(tx, ctx.scope, before.companyId, before.id));
    return recorded(tx, ctx, 'update', spokenBefore, after, before);
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lock(tx, ctx.scope, ctx.caller.companyId, id));
    await refuseClosed(ctx, before);
    await repository.remove(tx, ctx, before);
    const lines = (await linesOf(tx, before.companyId, [before.id])).get(before.id) ?? [];
    await recordChange(tx, ctx, {
      entity: carpetOrders.permission,
      entityId: before.id,
      companyId: before.companyId,
      verb: 'remove',
      before: spoken(before, lines),
    });
    await publishOrder(tx, ctx, before);
  });
}

/** Refuses to overwrite what the sender has not seen, and shows it with who changed it and when (§B1, §B5). */
export function assertVersionOrder(
  ctx: Context,
  tx: Tx,
  order: StoredOrder,
  sent: number | undefined,
): Promise<void> {
  const key = { companyId: order.companyId, entity: carpetOrders.permission, entityId: order.id };
  return assertVersionByHistory(tx, key, { stored: order.rowVersion, sent }, () => whole(ctx, tx, order));
}

// Who may change it when depends on who he is (§F3).
async function refuseClosed(ctx: Context, order: StoredOrder): Promise<void> {
  if (mayEdit(order.status, await repository.isPortalUser(ctx.db, ctx.caller.userId))) return;
  const sentence =
    order.status === CarpetOrderStatus.Completed ? 'carpet-order-completed' : 'carpet-order-in-progress';
  throw problem.of('wrong-state', { sentence });
}

/** What is to be stored of an order; all bad fields at once, and nothing stored, when something is wrong. */
async function checked(
  ctx: Context,
  companyId: string,
  body: Write,
  seen: StoredOrder | undefined,
  old: readonly OldLine[],
) {
  const codes: Record<string, FieldCode[]> = {};
  const { deliveredBy, supplierCarpet, transportFinishedProduct: transport, reference, note } = body;
  const supplier = (deliveredBy ?? '') || (supplierCarpet ?? '');
  if (supplier === '') codes['delivered_by'] = ['required'];
  else if (deliveredBy && supplierCarpet && deliveredBy !== supplierCarpet)
    codes['delivered_by'] = ['invalid'];
  if (transport === undefined || transport === null) codes['delivery_id'] = ['required'];
  const relation = await relationFor(ctx, companyId, body.customerRelationId, seen, codes);
  const read = await linesFor(ctx, companyId, body.orderLines, { id: seen?.id, lines: old }, codes);
  if (Object.keys(codes).length > 0 || transport === undefined || transport === null)
    throw problem.validation(codes);
  const values: repository.OrderValues = { reference, note, delivered_by: supplier, transport, ...relation };
  // Of what is refused no bytes are kept.
  const lines = await Promise.all(
    read.map(async ({ drawing, ...line }) => ({
      ...line,
      drawing: drawing && (await keepDrawing(ctx, drawing)),
    })),
  );
  return { values, lines };
}

async function relationFor(
  ctx: Context,
  companyId: string,
  asked: string | null | undefined,
  seen: StoredOrder | undefined,
  codes: Record<string, FieldCode[]>,
) {
  const bound = await boundRelation(ctx.db, ctx.caller.userId);
  // Whose relation is gone orders for nobody.
  if (bound === null) throw problem.forbidden();
  const id = bound ?? asked;
  const none = {
    customer_relation_id: undefined,
    customer_relation_tag: undefined,
    customer_relation_name: undefined,
  };
  // Whose order it was it stays, by the name of that day, also when the relation is in the trash or gone (§F10).
  if (id === undefined || (seen && id === (seen.customerRelation?.id ?? null))) return none;
  if (id === null)
    return { customer_relation_id: null, customer_relation_tag: '', customer_relation_name: '' };
  const relation = await repository.relationOf(ctx.db, companyId, id);
  if (!relation) {
    codes['customer_relation_id'] = ['unknown'];
    return none;
  }
  return {
    customer_relation_id: relation.id,
    customer_relation_tag: relation.tag,
    customer_relation_name: relation.name,
  };
}

async function recorded(
  tx: Tx,
  ctx: Context,
  verb: string,
  before: ReturnType<typeof spoken> | null,
  order: StoredOrder,
  was?: StoredOrder,
): Promise<Order> {
  const after = await whole(ctx, tx, order);
  await recordChange(tx, ctx, {
    entity: carpetOrders.permission,
    entityId: order.id,
    companyId: order.companyId,
    verb,
    ...(before ? { before } : {}),
    after: spoken(order, after.orderLines),
  });
  await publishOrder(tx, ctx, order, was);
  return after;
}

/** An order as its history tells it. */
export function spoken(order: StoredOrder, lines: readonly OldLine[]) {
  const {
    number,
    reference,
    deliveredBy,
    transportFinishedProduct,
    note,
    orderDate,
    receivedDate,
    deliveryDate,
    status,
  } = order;
  const customerRelation = order.customerRelation?.name ?? null;
  const orderLines = lines.map(spokenLine).join('; ');
  return {
    number,
    reference,
    customerRelation,
    deliveredBy,
    transportFinishedProduct,
    note,
    orderDate,
    receivedDate,
    deliveryDate,
    status,
    orderLines,
  };
}

function spokenLine(line: OldLine): string {
  const sizes =
    [line.length, line.width].filter((size) => size !== null).join(' × ') ||
    (line.diameter === null ? '' : `⌀ ${line.diameter}`);
  const chosen = [line.semiFinishDescription, line.articleDescription, line.colorDescription]
    .filter((text) => text !== '')
    .join(' / ');
  return [`${line.quantity} × ${line.qualityName}`, sizes, chosen, line.attachment?.name]
    .filter(Boolean)
    .join(', ');
}
