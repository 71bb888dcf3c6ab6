import type { z } from 'zod';
import {
  deliveries,
  type deliverCommand,
  type deliverResult,
  hasExporter,
  takesPictures,
} from '#contract/invoicing/deliveries.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Rec } from '#contract/resource.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { deliverJob, finish, notify } from './deliver.job.ts';
import * as repository from './deliveries.repository.ts';
import type { LockedDelivery } from './deliveries.repository.ts';
import { maxInDelivery, possibleSteps } from './delivery.rules.ts';
import * as settings from './delivery-settings.repository.ts';

type Delivery = Rec<typeof deliveries>;

/** Deliveries are made by taking invoices; nobody edits one. */
export const deliveriesService: ResourceService<typeof deliveries> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
  },
  find: (ctx, id) => load(ctx.db, ctx, id),
};

async function load(db: Db, ctx: Context, id: string): Promise<Delivery | null> {
  const found = await repository.findById(db, ctx.scope, id);
  return found ? shown(ctx, found) : null;
}

// A failure is stored as a code; people read a sentence.
function shown<T extends { readonly error: string | null }>(ctx: Context, row: T): T {
  return { ...row, error: row.error && sentence(ctx.language, `delivery-${row.error}`) };
}

const maxByHand = 5000;

/** Takes all approved invoices of an administration into one delivery. */
export async function startDelivery(
  ctx: Context,
  { companyId, administrationId }: z.output<typeof deliverCommand>,
): Promise<z.output<typeof deliverResult>> {
  const found = reaches(ctx.scope, companyId)
    ? await settings.findById(ctx.db, ctx.scope, administrationId)
    : undefined;
  if (!found || found.companyId !== companyId) throw problem.validation({ administration_id: ['unknown'] });
  const { coupling, target } = found;
  if (!hasExporter(coupling)) throw problem.of('wrong-state', { sentence: 'delivery-no-exporter' });
  return ctx.transaction(async (tx) => {
    const invoiceIds = await repository.lockReady(tx, {
      companyId,
      administrationId,
      until: ctx.now(),
      from: null,
      max: maxByHand,
    });
    if (invoiceIds.length === 0) return { invoiceCount: 0, deliveryCount: 0 };
    const by = { userId: ctx.caller.userId, name: ctx.caller.name };
    const size = takesPictures(coupling) ? maxInDelivery(coupling) : maxByHand;
    const deliveryCount = Math.ceil(invoiceIds.length / size);
    for (let index = 0; index < deliveryCount; index += 1) {
      const part = invoiceIds.slice(index * size, (index + 1) * size);
      await add(tx, ctx, { companyId, administrationId, coupling, target, invoiceIds: part, by });
    }
    return { invoiceCount: invoiceIds.length, deliveryCount };
  });
}

async function add(tx: Tx, ctx: Context, made: repository.NewDelivery): Promise<string> {
  const id = await repository.insert(tx, made, ctx.now());
  const key = { companyId: made.companyId, id };
  await ctx.jobs.send(tx, deliverJob, key, { key: id });
  await audit(tx, ctx, key, 'create', { coupling: made.coupling, invoiceCount: made.invoiceIds.length });
  await notify(ctx, tx, key);
  return id;
}

/** Tries a failed delivery again at once; the file stays the one it is, or is made now where none could be. */
export function retryDelivery(ctx: Context, id: string): Promise<Delivery> {
  return step(ctx, id, 'retry', async (tx, delivery) => {
    await goOn(tx, ctx, delivery);
    await audit(tx, ctx, delivery, 'retry', {});
  });
}

/** Queues a delivery that stopped. */
export async function goOn(tx: Tx, ctx: Context, delivery: LockedDelivery): Promise<void> {
  await repository.setState(tx, delivery, 'failed', ctx.now(), { nextTryAt: ctx.now() });
  await ctx.jobs.send(tx, deliverJob, keyOf(delivery), { key: delivery.id });
}

/** Says that a delivery arrived. */
export function confirmArrival(ctx: Context, id: string): Promise<Delivery> {
  return step(ctx, id, 'arrived', async (tx, delivery) => {
    await finish(ctx, tx, delivery);
    await audit(tx, ctx, delivery, 'arrived', {});
  });
}

/** Makes a new version from the invoices as they are now; the old one stays as it is, replaced. */
export function deliverAgain(ctx: Context, id: string, reason: string): Promise<Delivery> {
  return step(ctx, id, 'again', async (tx, delivery) => {
    const invoiceIds = await repository.invoicesOf(tx, delivery);
    await repository.setState(tx, delivery, 'replaced', ctx.now(), { reason, finishedAt: ctx.now() });
    const made = await add(tx, ctx, {
      companyId: delivery.companyId,
      administrationId: delivery.administrationId,
      coupling: delivery.coupling,
      target: delivery.target,
      invoiceIds,
      by: { userId: ctx.caller.userId, name: ctx.caller.name },
      replaces: { id, version: delivery.version, reason },
    });
    await audit(tx, ctx, delivery, 'again', { reason });
    return made;
  });
}

/** Gives up a delivery that surely did not arrive. */
export function releaseDelivery(ctx: Context, id: string, reason: string): Promise<Delivery> {
  return step(ctx, id, 'release', async (tx, delivery) => {
    if (await repository.mayHaveArrived(tx, delivery))
      throw problem.of('wrong-state', { sentence: 'delivery-perhaps-arrived' });
    await repository.releaseInvoices(tx, delivery);
    await repository.setState(tx, delivery, 'replaced', ctx.now(), { reason, finishedAt: ctx.now() });
    await audit(tx, ctx, delivery, 'release', { reason });
  });
}

/** A download that was fetched whole counts as delivered; fetched again it changes nothing. */
export async function noteFetched(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await repository.findById(tx, ctx.scope, id);
    const delivery = found && (await repository.lock(tx, { companyId: found.companyId, id }));
    if (delivery?.state !== 'waiting' || delivery.target !== 'download') return;
    await repository.beginAttempt(tx, delivery, ctx.now());
    await repository.endAttempts(tx, delivery, { outcome: 'delivered', receipt: ctx.caller.name }, ctx.now());
    await finish(ctx, tx, delivery);
    await audit(tx, ctx, delivery, 'fetched', {});
  });
}

/** Takes a step on a delivery that is locked; the answer is the delivery that it made, or the one it was taken on. */
export async function step(
  ctx: Context,
  id: string,
  name: keyof ReturnType<typeof possibleSteps>,
  take: (tx: Tx, delivery: LockedDelivery) => Promise<string | void>,
): Promise<Delivery> {
  return ctx.transaction(async (tx) => {
    const found = orNotFound(await repository.findById(tx, ctx.scope, id));
    const delivery = orNotFound(await repository.lock(tx, { companyId: found.companyId, id }));
    if (!possibleSteps(delivery.state)[name])
      throw problem.of('wrong-state', { sentence: 'delivery-wrong-state' });
    const made = await take(tx, delivery);
    await notify(ctx, tx, delivery);
    return orNotFound(await load(tx, ctx, made ?? id));
  });
}

const keyOf = ({ companyId, id }: LockedDelivery) => ({ companyId, id });

/** A line of a delivery's history. */
export function audit(
  tx: Tx,
  ctx: Context,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  verb: string,
  after: Record<string, unknown>,
): Promise<void> {
  return recordChange(tx, ctx, { entity: deliveries.permission, entityId: id, companyId, verb, after });
}
