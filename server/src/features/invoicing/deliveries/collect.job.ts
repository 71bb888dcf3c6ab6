import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { deliverJob } from './deliver.job.ts';
import { listDue, lockReady, insert } from './deliveries.repository.ts';
import { collectedUntil, maxInDelivery } from './delivery.rules.ts';
import { listAutomatic } from './delivery-settings.repository.ts';

/** Takes what is approved for automatic delivery, and goes on with what is due; every minute. */
export const collectJob = defineJob<object>('invoicing-collect', {
  retries: 0,
  expireSeconds: 300,
  cron: '* * * * *',
});

const interruptedAfterMs = 11 * 60_000;

/** One transaction an administration: a company that fails does not stop the others. */
export async function collect(services: Services): Promise<void> {
  for (const settings of await listAutomatic(services.db)) {
    const { administrationId } = settings;
    await take(services, settings).catch((err: unknown) =>
      services.log.error({ err, administrationId }, 'collecting deliveries'),
    );
  }
  const { db, jobs, now } = services;
  const due = await listDue(db, now(), new Date(now().getTime() - interruptedAfterMs));
  for (const key of due) await jobs.send(db, deliverJob, key, { key: key.id });
}

async function take(
  services: Services,
  settings: Awaited<ReturnType<typeof listAutomatic>>[number],
): Promise<void> {
  const { companyId, administrationId, coupling, target, takenFrom, waitSeconds, pace } = settings;
  if (pace === 'hand') return;
  const now = services.now();
  const rested = new Date(now.getTime() - waitSeconds * 1000);
  const collected = collectedUntil(pace, now);
  await services.db.transaction().execute(async (tx) => {
    const ids = await lockReady(tx, {
      companyId,
      administrationId,
      until: collected < rested ? collected : rested,
      from: takenFrom === null ? null : new Date(takenFrom),
      max: maxInDelivery(coupling),
    });
    for (const invoiceIds of pace === 'alone' ? ids.map((one) => [one]) : [ids])
      if (invoiceIds.length > 0)
        await insert(
          tx,
          { companyId, administrationId, coupling, target, invoiceIds, by: { userId: null, name: 'Balie' } },
          now,
        );
  });
}
