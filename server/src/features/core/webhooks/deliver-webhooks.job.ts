import { eventEntities } from '#contract/core/events.ts';
import { unseal } from '#server/platform/auth/seal.ts';
import { forCompany, type Services } from '#server/platform/context.ts';
import { numberEvents } from '#server/platform/db/events.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import * as repository from './deliveries.repository.ts';
import { nextTryAfter, signedHeaders, StoppedNumber, verdictOf } from './webhooks.rules.ts';
import { webhookStoppedJob } from './webhook-stopped.job.ts';

/** Sends what a company's webhooks wait for. */
export const webhooksJob = defineJob<{ readonly companyId: string }>('core-webhooks', {
  retries: 2,
  expireSeconds: 300,
});

/** Goes on with what is due, every minute: also after a crash, and when a live event got lost. */
export const webhooksDueJob = defineJob<object>('core-webhooks-due', {
  retries: 0,
  expireSeconds: 60,
  cron: '* * * * *',
});

/** What secrets of webhooks are sealed for. */
export const secretPurpose = 'webhook secret';

const atOnce = 20;
const roundsMs = 120_000;
const entities = eventEntities.map(({ entity }) => entity);

type World = Pick<Services, 'db' | 'jobs' | 'now' | 'callOut' | 'secretKey' | 'log'>;

/**
 * Takes the events of a company for its targets, and sends what is due until nothing is (decision 0132). What was sent and
 * not recorded, because the process was killed, is sent again with the same id.
 */
export async function deliverWebhooks(services: World, companyId: string): Promise<void> {
  const world = forCompany(services, companyId);
  const until = performance.now() + roundsMs;
  for (;;) {
    await takeEvents(world, companyId);
    const due = await repository.listDue(world.db, companyId, world.now(), atOnce);
    if (due.length === 0) break;
    await Promise.all(due.map((delivery) => attempt(world, companyId, delivery)));
    if (performance.now() > until) break;
  }
  await comeBack(world, companyId);
}

async function takeEvents({ db, now }: World, companyId: string): Promise<void> {
  const until = await numberEvents(db, companyId);
  for (const id of await repository.listBehind(db, companyId, until)) {
    const take = () =>
      inTransaction(db, (tx) =>
        repository.takeEvents(tx, { companyId, id }, { until, entities, now: now() }),
      );
    while (await take());
  }
}

// The minute's job sees to what is due later.
async function comeBack({ db, jobs, now }: World, companyId: string): Promise<void> {
  const next = await repository.findNextDue(db, companyId);
  if (!next) return;
  const afterSeconds = Math.max(1, Math.ceil((next.getTime() - now().getTime()) / 1000));
  if (afterSeconds < 60) await jobs.send(db, webhooksJob, { companyId }, { key: companyId, afterSeconds });
}

async function attempt(
  { db, jobs, now, callOut, secretKey, log }: World,
  companyId: string,
  { id, targetId, eventId, body, url, secret, oldSecret }: repository.DueDelivery,
): Promise<void> {
  const secrets = [secret, oldSecret].flatMap((sealed) =>
    sealed === null ? [] : (unseal(secretKey, secretPurpose, sealed) ?? []),
  );
  // Sealed with another key, as after a move without it: who makes a new secret goes on.
  if (secrets.length === 0) log.error({ targetId }, 'the secret of a webhook cannot be opened');
  const at = now();
  const began = performance.now();
  const answer = await callOut.post(url, body, signedHeaders(secrets, { id: eventId, at, body }));
  const ms = Math.round(performance.now() - began);
  await inTransaction(db, async (tx) => {
    const key = { companyId, id };
    const waiting = await repository.lockWaiting(tx, key);
    if (!waiting) return;
    const verdict = verdictOf(answer);
    const isDelivered = verdict === 'delivered';
    const failingSince = isDelivered ? null : new Date(waiting.failingSince ?? at);
    const failures = isDelivered ? 0 : waiting.failures + 1;
    const nextTryAt = failingSince && nextTryAfter(failures, failingSince, now());
    const done = { number: waiting.tries + 1, at, ms, ...answer };
    await repository.recordAttempt(tx, key, done, { isDelivered, failures, failingSince, nextTryAt });
    if (verdict === 'gone' || (verdict === 'failed' && nextTryAt === null)) {
      const stopped = verdict === 'gone' ? StoppedNumber.gone : StoppedNumber.paused;
      const target = await repository.setStopped(tx, { companyId, id: targetId }, stopped);
      const userId = target && (target.updatedBy ?? target.createdBy);
      if (userId)
        await jobs.send(tx, webhookStoppedJob, { userId, companyId, url, isGone: verdict === 'gone' });
    }
  });
}
