import { sql } from 'kysely';
import type { z } from 'zod';
import {
  testEventType,
  type webhookDeliveryDetail,
  type webhookSecretMade,
  type webhookSecretMake,
  webhooks,
  type WebhookDelivery,
} from '#contract/core/webhooks.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import { seal } from '#server/platform/auth/seal.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { numberEvents } from '#server/platform/db/events.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { storedRecords } from '#server/platform/resource/stored-records.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { granterOf } from '../rights/grants.service.ts';
import * as deliveries from './deliveries.repository.ts';
import { secretPurpose, webhooksJob } from './deliver-webhooks.job.ts';
import * as repository from './webhooks.repository.ts';
import { hintOfSecret, newWebhookSecret, StoppedNumber, targetProblems } from './webhooks.rules.ts';

type Webhook = Rec<typeof webhooks>;
type Company = Parents<typeof webhooks>;

const dayMs = 24 * 3_600_000;

// Of a secret only how it starts.
const records = storedRecords(webhooks, 'webhook_targets', repository.findById, {
  snapshot: ({ url, eventTypes, active, state, secretHint }: Webhook) => ({
    url,
    eventTypes,
    active,
    state,
    startsWith: secretHint,
  }),
});

export const webhooksService: ResourceService<typeof webhooks> = {
  list,
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, id, { companyId }),
  create,
  update,
  remove: (ctx, id, { companyId }) =>
    ctx.transaction((tx) =>
      records.remove(tx, ctx, { companyId, id }, () => deliveries.removeDeliveries(tx, { companyId, id })),
    ),
};

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, query, { companyId });
}

async function create(
  ctx: Context,
  body: CreateBody<typeof webhooks>,
  { companyId }: Company,
): Promise<Webhook> {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  // It hears of what happens from now on.
  const readUpTo = await numberEvents(ctx.db, companyId);
  await check(ctx, companyId, body, undefined);
  return ctx.transaction(async (tx) => {
    const id = await insertRow(
      tx,
      ctx,
      'webhook_targets',
      {
        companyId,
        url: body.url,
        eventTypes: body.eventTypes,
        isActive: body.active,
        readUpTo,
        ...newSecret(ctx).columns,
      },
      repository.uniqueFields,
    );
    return records.created(tx, ctx, { companyId, id });
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof webhooks>,
  { companyId }: Company,
): Promise<Webhook> {
  await check(
    ctx,
    companyId,
    body,
    orNotFound(await repository.findById(ctx.db, ctx.scope, id, { companyId })),
  );
  const key = { companyId, id };
  return ctx.transaction((tx) =>
    records.change(tx, ctx, key, body.rowVersion, async () => {
      const values = { url: body.url, eventTypes: body.eventTypes, isActive: body.active };
      await updateRow(tx, ctx, 'webhook_targets', key, values, repository.uniqueFields);
      await wake(tx, ctx, companyId);
    }),
  );
}

/** Another secret; only this answer contains it. The older one signs too for some days. */
export async function makeSecret(
  ctx: Context,
  id: string,
  { overlapDays }: z.output<typeof webhookSecretMake>,
  { companyId }: Company,
): Promise<z.output<typeof webhookSecretMade>> {
  return ctx.transaction(async (tx) => {
    const before = await records.lock(tx, ctx, { companyId, id });
    const { secret, columns } = newSecret(ctx);
    const until =
      overlapDays === 0 ? null : new Date(ctx.now().getTime() + overlapDays * dayMs).toISOString();
    await tx
      .updateTable('webhook_targets')
      .set({ old_secret: until === null ? null : sql<Buffer>`secret`, old_secret_until: until })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
    await updateRow(tx, ctx, 'webhook_targets', { companyId, id }, columns, {});
    const after = await records.load(tx, ctx, { companyId, id });
    await records.audit(tx, ctx, { verb: 'make-secret', before, after });
    return { ...after, secret };
  });
}

/** Goes on after a pause, with what waited. */
export async function resume(ctx: Context, id: string, { companyId }: Company): Promise<Webhook> {
  return ctx.transaction(async (tx) => {
    const before = await records.lock(tx, ctx, { companyId, id });
    if (before.state !== 'paused' && before.state !== 'gone')
      throw problem.of('wrong-state', { sentence: 'webhook-not-stopped' });
    const key = { companyId, id };
    await deliveries.setStopped(tx, key, StoppedNumber.none);
    await deliveries.startOver(tx, key, ctx.now());
    await wake(tx, ctx, companyId);
    return records.audit(tx, ctx, {
      verb: 'resume',
      before,
      after: await records.load(tx, ctx, { companyId, id }),
    });
  });
}

/** Sends an event that says only that it is a test. */
export async function sendTest(
  ctx: Context,
  id: string,
  { companyId }: Company,
): Promise<z.output<typeof webhookDeliveryDetail>> {
  const eventId = newId(ctx.now().getTime());
  const body = { type: testEventType, timestamp: ctx.now().toISOString(), data: { eventId, companyId } };
  return sendBy(ctx, companyId, id, () => ({
    eventId,
    type: testEventType,
    recordId: null,
    body: JSON.stringify(body),
  }));
}

/** Sends an event again, with the id that it had. */
export async function resend(
  ctx: Context,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  { companyId }: Company,
): Promise<z.output<typeof webhookDeliveryDetail>> {
  return sendBy(ctx, companyId, id, async (tx) =>
    orNotFound(
      isId(deliveryId) ? await deliveries.findDelivery(tx, { companyId, id }, deliveryId) : undefined,
    ),
  );
}

interface Sendable {
  readonly eventId: string;
  readonly type: string;
  readonly recordId: string | null;
  readonly body: string;
}

async function sendBy(
  ctx: Context,
  companyId: string,
  id: string,
  what: (tx: Tx) => Promise<Sendable> | Sendable,
): Promise<z.output<typeof webhookDeliveryDetail>> {
  return ctx.transaction(async (tx) => {
    const { state } = await records.lock(tx, ctx, { companyId, id });
    if (state !== 'on') throw problem.of('wrong-state', { sentence: 'webhook-not-on' });
    const { eventId, type, recordId, body } = await what(tx);
    const made = { eventId, type, recordId, body, now: ctx.now() };
    const deliveryId = await deliveries.insertDelivery(tx, { companyId, id }, made);
    await wake(tx, ctx, companyId);
    return orNotFound(await deliveries.findDelivery(tx, { companyId, id }, deliveryId));
  });
}

/** The newest of what was sent. */
export async function listLog(
  ctx: Context,
  id: string,
  before: string | undefined,
  { companyId }: Company,
): Promise<WebhookDelivery[]> {
  orNotFound(await repository.findById(ctx.db, ctx.scope, id, { companyId }));
  return deliveries.listLog(ctx.db, { companyId, id }, before);
}

/** One delivery, with what was sent and what came back. */
export async function findLogged(
  ctx: Context,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
  { companyId }: Company,
): Promise<z.output<typeof webhookDeliveryDetail>> {
  orNotFound(await repository.findById(ctx.db, ctx.scope, id, { companyId }));
  return orNotFound(
    isId(deliveryId) ? await deliveries.findDelivery(ctx.db, { companyId, id }, deliveryId) : undefined,
  );
}

async function wake(tx: Tx, { jobs }: Pick<Context, 'jobs'>, companyId: string): Promise<void> {
  await jobs.send(tx, webhooksJob, { companyId }, { key: companyId });
}

function newSecret({ secretKey }: Pick<Context, 'secretKey'>) {
  const secret = newWebhookSecret();
  return {
    secret,
    columns: { secret: seal(secretKey, secretPurpose, secret), secretHint: hintOfSecret(secret) },
  };
}

async function check(
  ctx: Context,
  companyId: string,
  { url, eventTypes }: CreateBody<typeof webhooks>,
  before: Webhook | undefined,
): Promise<void> {
  const had = new Set(before?.eventTypes ?? []);
  const problems = targetProblems(await granterOf(ctx.db, ctx), {
    companyId,
    address: url === before?.url ? null : await ctx.callOut.check(url),
    added: eventTypes.filter((type) => !had.has(type)),
    isNarrowed: ctx.caller.isNarrowed === true,
  });
  if (Object.keys(problems).length > 0) throw problem.validation(problems);
}
