import { webhooks } from '#contract/core/webhooks.ts';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { listCompanies } from './deliveries.repository.ts';
import { deliverWebhooks, webhooksDueJob, webhooksJob } from './deliver-webhooks.job.ts';
import { mailWebhookStopped, webhookStoppedJob } from './webhook-stopped.job.ts';

/** The background work of webhooks. */
export const webhookKinds = [
  webhooksJob,
  webhooksDueJob,
  webhookStoppedJob,
] satisfies readonly JobKind<object>[];

const collectMs = 250;
const companiesAtOnce = 4;

/**
 * Sends what is due every minute, and within a moment of a change that open screens hear of: those hints cost nothing, and
 * what one of them loses the minute finds.
 */
export async function webhookHandlers(services: Services): Promise<void> {
  const { db, jobs, events, log } = services;
  let companies = new Set(await listCompanies(db));
  const timers = new Map<string, NodeJS.Timeout>();
  const send = (companyId: string) => jobs.send(db, webhooksJob, { companyId }, { key: companyId });
  const refresh = async () => {
    companies = new Set(await listCompanies(db));
  };
  const failed = (err: unknown) => log.warn({ err }, 'webhooks');

  events.subscribe(({ companyId, resource }) => {
    if (resource === webhooks.path) void refresh().catch(failed);
    if (!companies.has(companyId) || timers.has(companyId)) return;
    const timer = setTimeout(() => {
      timers.delete(companyId);
      void send(companyId).catch(failed);
    }, collectMs);
    timer.unref();
    timers.set(companyId, timer);
  });
  await jobs.work(webhooksJob, ({ companyId }) => deliverWebhooks(services, companyId), {
    concurrency: companiesAtOnce,
    perCompany: 1,
  });
  await jobs.work(webhooksDueJob, async () => {
    await refresh();
    for (const companyId of companies) await send(companyId);
  });
  await jobs.work(webhookStoppedJob, (stopped) => mailWebhookStopped(services, stopped));
}
