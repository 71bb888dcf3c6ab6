import type { CarpetLine } from '#contract/carpetline/line.ts';
import { CarpetOrderStatus, carpetOrders } from '#contract/carpetline/orders.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersionByHistory, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { catalogueOf } from '../catalogue/catalogue.service.ts';
import { storeDrawing } from './drawings.service.ts';
import { linesOfOrder } from './lines.repository.ts';
import { addLines, changeLines, linesFor } from './lines.service.ts';
import { discontinued, mayEdit } from './orders.rules.ts';
import * as repository from './orders.repository.ts';
import type { StoredOrder } from './orders.repository.ts';
import { publishOrder } from './publish-order.ts';
import { boundRelation } from './reach.repository.ts';

type Order = Rec<typeof carpetOrders>;
type Write = Omit<UpdateBody<typeof carpetOrders>, 'rowVersion'>;
type OldLine = Omit<CarpetLine, 'discontinued'>;
interface AuditedOrder extends StoredOrder {
  readonly orderLines: readonly OldLine[];
}

const audit = auditOf(carpetOrders, { snapshot, notify: publishOrder });

const right = (action: string) => `${carpetOrders.permission}.${action}`;

/** Orders to finish carpets. */
export const carpetOrdersService: ResourceService<typeof carpetOrders> = {
  list: ({ db, scope }: Context, query: ListQuery) => repository.list(db, scope, query),
  find: async (ctx, id) => {
    const found = await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id);
    return found ? detailsOf(ctx, ctx.db, found) : null;
  },
  create,
  update,
  remove,
};

/** An order with its lines, its timeline, and what the caller may do with it now. */
export async function detailsOf(ctx: Context, db: Db, order: StoredOrder): Promise<Order> {
  const catalogue = await catalogueOf(db, order.companyId);
  const lines = await linesOfOrder(db, order);
  const isPortalUser = await repository.isPortalUser(db, ctx.caller);
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
    // The answer shows the new order, even if the caller may not read it.
    const after = orNotFound(
      await repository.find(tx, { ...ctx.scope, reach: 'company', companyId }, companyId, id),
    );
    return audited(tx, ctx, after);
  });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, ...body }: UpdateBody<typeof carpetOrders>,
): Promise<Order> {
  // Drawings are read and stored before the order is locked.
  const seen = orNotFound(await repository.find(ctx.db, ctx.scope, ctx.caller.companyId, id));
  const old = await linesOfOrder(ctx.db, seen);
  await assertEditable(ctx, seen);
  const { values, lines } = await checked(ctx, seen.companyId, body, seen, old);
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lock(tx, ctx.scope, seen.companyId, seen.id));
    await assertOrderVersion(ctx, tx, before, rowVersion);
    await assertEditable(ctx, before);
    const orderLines = await linesOfOrder(tx, before);
    await updateRow(tx, ctx, 'carpet_orders', before, values);
    await changeLines(tx, ctx, before, lines, body.orderLines);
    const after = orNotFound(await repository.find(tx, ctx.scope, before.companyId, before.id));
    return audited(tx, ctx, after, { ...before, orderLines });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lock(tx, ctx.scope, ctx.caller.companyId, id));
    await assertEditable(ctx, before);
    await softDelete(tx, ctx, 'carpet_orders', before);
    await audit(tx, ctx, { before: { ...before, orderLines: await linesOfOrder(tx, before) } });
  });
}

/** Refuses to overwrite what the sender has not seen, and shows it with who changed it and when (§B1, §B5). */
export function assertOrderVersion(
  ctx: Context,
  tx: Tx,
  order: StoredOrder,
  sent: number | undefined,
): Promise<void> {
  const key = { companyId: order.companyId, entity: carpetOrders.permission, entityId: order.id };
  return assertVersionByHistory(tx, key, { stored: order.rowVersion, sent }, () => detailsOf(ctx, tx, order));
}

// Until when an order may change depends on whether the caller is a portal user (§F3).
async function assertEditable(ctx: Context, order: StoredOrder): Promise<void> {
  if (mayEdit(order.status, await repository.isPortalUser(ctx.db, ctx.caller))) return;
  const sentence =
    order.status === CarpetOrderStatus.Completed ? 'carpet-order-completed' : 'carpet-order-in-progress';
  throw problem.of('wrong-state', { sentence });
}

/** The values and lines to store; refuses all bad fields at once, before anything is stored. */
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
  const values: repository.OrderValues = { reference, note, deliveredBy: supplier, transport, ...relation };
  // Drawings are stored only if nothing was refused.
  const lines = await Promise.all(
    read.map(async ({ drawing, ...line }) => ({
      ...line,
      drawing: drawing && (await storeDrawing(ctx, drawing)),
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
  const bound = await boundRelation(ctx.db, ctx.caller);
  // Portal users whose relation was deleted cannot order.
  if (bound === null) throw problem.forbidden();
  const id = bound ?? asked;
  const none = {
    customerRelationId: undefined,
    customerRelationTag: undefined,
    customerRelationName: undefined,
  };
  // An unchanged relation stays with its name of that day, also if it was deleted (§F10).
  if (id === undefined || (seen && id === (seen.customerRelation?.id ?? null))) return none;
  if (id === null) return { customerRelationId: null, customerRelationTag: '', customerRelationName: '' };
  const relation = await repository.relationOf(ctx.db, companyId, id);
  if (!relation) {
    codes['customer_relation_id'] = ['unknown'];
    return none;
  }
  return {
    customerRelationId: relation.id,
    customerRelationTag: relation.tag,
    customerRelationName: relation.name,
  };
}

async function audited(tx: Tx, ctx: Context, order: StoredOrder, before?: AuditedOrder): Promise<Order> {
  const after = await detailsOf(ctx, tx, order);
  await audit(tx, ctx, { before, after: { ...order, orderLines: after.orderLines } });
  return after;
}

function snapshot({
  id: _id,
  companyId: _company,
  company: _name,
  supplierCarpet: _supplier,
  lineCount: _count,
  createdAt: _createdAt,
  rowVersion: _version,
  orderedBy: _orderer,
  ordererLanguage: _language,
  ...order
}: AuditedOrder) {
  return {
    ...order,
    customerRelation: order.customerRelation?.name ?? null,
    orderLines: order.orderLines.map(lineText).join('; '),
  };
}

function lineText(line: OldLine): string {
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
