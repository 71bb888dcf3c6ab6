import { eventDays } from '#contract/core/events.ts';
import type { Services } from '#server/platform/context.ts';
import { forgetEvents } from '#server/platform/db/events.ts';
import { forgetDeliveries } from '../webhooks/deliveries.repository.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';

/** Deletes events, and what webhooks made of them, that are older than they are kept, every night. */
export const forgetEventsJob = defineJob<object>('core-forget-events', {
  retries: 1,
  expireSeconds: 1800,
  cron: '40 3 * * *',
});

/** Company by company, so that each stays on its own server. */
export async function forgetOldEvents({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - eventDays * 24 * 3_600_000);
  const companies = await db.selectFrom('companies').select('id').execute();
  for (const { id } of companies) {
    await forgetEvents(db, id, before);
    await forgetDeliveries(db, id, before);
  }
}
