import type { z } from 'zod';
import { attachments } from '#contract/annotations/annotations.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec } from '#contract/resource.ts';
import { type offerCompose, offers } from '#contract/workorders/offers.ts';
import { orderLines } from '#contract/workorders/order-lines.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { attachFixed } from '#server/features/annotations/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange, type Writer } from '#server/platform/db/history.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { workOrderOwner } from '../work-orders/owner.ts';
import { notFoundOrForbidden } from '../work-orders/reach.ts';
import { statusAfterOffer } from '../work-orders/work-orders.rules.ts';
import { drawAcceptance } from './acceptance.pdf.ts';
import { compose, composeDefaults } from './compose.ts';
import { drawOffer } from './offer.pdf.ts';
import { languageOf } from './offer-mails.ts';
import type { OfferedOrder } from './offered-order.repository.ts';
import * as offeredOrders from './offered-order.repository.ts';
import * as repository from './offers.repository.ts';
import { isOpen, offerName, stateOf, totalsOf } from './offers.rules.ts';
import { findSettings } from './settings.repository.ts';

type Offer = Rec<typeof offers>;
type Body = CreateBody<typeof offers>;

/** A version as this caller sees it. */
export function asOffer(ctx: Context, stored: repository.StoredOffer): Offer {
  const state = stateOf(stored, dayOfInstant(ctx.now()));
  const may = (verb: string) => isOpen(state) && ctx.reach(`${offers.permission}.${verb}`) !== null;
  return {
    ...stored,
    state,
    language: languageOf(stored),
    lines: stored.lines.map((line) => ({
      ...line,
      vatPercentage: (line.vatRate ?? stored.vatRate) / 100,
    })),
    ...totalsOf(stored.lines, stored),
    pdfPath: `/api/comceptum/workorders/${stored.workOrderId}/offers/${stored.id}/pdf`,
    canSend: may('send'),
    canWithdraw: may('withdraw'),
  };
}

/** The order, within the permission of this call; 403 if the caller may only read it. */
function orderFor(db: Db, ctx: Context, id: string, isLocked = false): Promise<OfferedOrder> {
  return notFoundOrForbidden(ctx, workOrders, (reader) =>
    offeredOrders.findOrder(db, reader, id, { isLocked }),
  );
}

export async function listOffers(ctx: Context, query: ListQuery, orderId: string) {
  await orderFor(ctx.db, ctx, orderId);
  const page = await repository.list(ctx.db, ctx, query, orderId);
  return { ...page, rows: page.rows.map((stored) => asOffer(ctx, stored)) };
}

export async function findOffer(ctx: Context, orderId: string, id: string): Promise<Offer | null> {
  const found = await repository.findById(ctx.db, ctx, orderId, id);
  return found ? asOffer(ctx, found) : null;
}

/** Where the PDF of a version is. */
export async function offerFile(ctx: Context, orderId: string, id: string) {
  const found = orNotFound(await repository.findById(ctx.db, ctx, orderId, id));
  return { sha256: found.pdfSha256, mime: 'application/pdf', filename: found.name };
}

/**
 * The proof that a version was accepted, drawn from what is stored of it: also of one that was accepted before such proofs were
 * attached. 409 while it is not accepted.
 */
export async function acceptanceFile(ctx: Context, orderId: string, id: string): Promise<Buffer> {
  const offer = orNotFound(await repository.findById(ctx.db, ctx, orderId, id));
  if (offer.answer !== 'accepted' || offer.answeredAt === null) throw problem.of('wrong-state');
  const { name: company } = orNotFound(await findSettings(ctx.db, offer.companyId));
  const relation = await offeredOrders.relationOf(ctx.db, offer.companyId, offer.relationId);
  return drawAcceptance(offer, { company, relation: relation?.name ?? '' }, new Date(offer.answeredAt));
}

export async function composeOffer(ctx: Context, orderId: string): Promise<z.input<typeof offerCompose>> {
  return composeDefaults(ctx, await orderFor(ctx.db, ctx, orderId));
}

/** A preview of the PDF, marked as a concept; nothing is stored. */
export async function previewOffer(ctx: Context, orderId: string, body: Body): Promise<Buffer> {
  const order = await orderFor(ctx.db, ctx, orderId);
  return drawOffer((await compose(ctx.db, ctx, order, body, { isConcept: true })).draft);
}

/** Creates the next version with PDF, attachment, count and order status (§E5); it replaces older ones. */
export async function createOffer(
  ctx: Context,
  orderId: string,
  body: Body,
  linesField = 'lines',
): Promise<Offer> {
  return ctx.transaction(async (tx) => {
    const order = await orderFor(tx, ctx, orderId, true);
    const { draft, count, lines } = await compose(tx, ctx, order, body, { isConcept: false, linesField });
    const bytes = await drawOffer(draft);
    const pdfSha256 = await ctx.files.put(bytes);
    const { language, validUntil, introduction, terms, vatRate, discountRate } = draft;
    const name = offerName(order.yearNumber, count);
    const rates = { vatRate, discountRate };
    const made = { count, name, language, validUntil, introduction, terms, ...rates, pdfSha256, lines };
    const id = await repository.insert(tx, ctx, order, made);
    await repository.replaceOlder(tx, ctx, order, id);
    const owner = { kind: workOrderOwner, entityId: order.id, companyId: order.companyId };
    const file = { name, sha256: pdfSha256, mime: 'application/pdf', bytes: bytes.byteLength };
    await attachFixed(tx, ctx, owner, file);
    await updateOrder(tx, ctx, order, count);
    const stored = orNotFound(await repository.findAny(tx, { companyId: order.companyId, id }));
    await auditOffer(tx, ctx, stored, 'create-offer', { offer: name });
    return asOffer(ctx, stored);
  });
}

async function updateOrder(tx: Tx, ctx: Context, order: OfferedOrder, count: number): Promise<void> {
  const status = statusAfterOffer(order.status);
  const values = { status, number_of_offers_sent: count };
  await offeredOrders.changeOrder(tx, order, {
    ...values,
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
  });
  await recordChange(tx, ctx, {
    entity: workOrders.permission,
    entityId: order.id,
    companyId: order.companyId,
    verb: 'update',
    before: { status: order.status, numberOfOffersSent: order.numberOfOffersSent },
    after: { status, numberOfOffersSent: count },
  });
}

/** Withdraws a version: its links stop working. */
export async function withdrawOffer(ctx: Context, orderId: string, id: string, reason = ''): Promise<Offer> {
  return ctx.transaction(async (tx) => {
    const before = await lockOpen(tx, ctx, orderId, id);
    await repository.markWithdrawn(tx, ctx, before, reason);
    const after = orNotFound(await repository.findAny(tx, before));
    await auditOffer(tx, ctx, after, 'withdraw-offer', { offer: after.name, reason });
    return asOffer(ctx, after);
  });
}

/** The version, locked until the transaction ends; 409 if the customer can no longer answer it. */
export async function lockOpen(tx: Tx, ctx: Context, orderId: string, id: string) {
  const found = await notFoundOrForbidden(ctx, offers, (reader) =>
    repository.lockById(tx, reader, orderId, id),
  );
  assertOpen(found, dayOfInstant(ctx.now()));
  return found;
}

/** 409 if the customer answered, or no longer can. */
export function assertOpen(stored: repository.StoredOffer, today: string): void {
  if (isOpen(stateOf(stored, today))) return;
  throw problem.of('wrong-state', { sentence: stored.answer === null ? 'offer-not-open' : 'offer-answered' });
}

/** Writes a change of a version into the history of its order, and notifies open screens. */
export async function auditOffer(
  tx: Tx,
  ctx: Writer & Pick<Context, 'events'>,
  { companyId, workOrderId: id }: repository.StoredOffer,
  verb: string,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordChange(tx, ctx, { entity: workOrders.permission, entityId: id, companyId, verb, after });
  for (const resource of [offers.path, workOrders.path, orderLines.path, attachments.path])
    await ctx.events.publish(tx, { resource, companyId, id });
}
