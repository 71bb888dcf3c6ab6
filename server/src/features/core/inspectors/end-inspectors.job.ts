import { dayOfInstant } from '#contract/dates.ts';
import { users } from '#contract/core/users.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import * as repository from './inspectors.repository.ts';
import { endIn } from './inspectors.service.ts';

/** Ends the sessions of inspectors whose last day is over (decision 0149). They are refused from midnight on anyway. */
export const endInspectorsJob = defineJob<object>('core-end-inspectors', {
  retries: 2,
  expireSeconds: 600,
  cron: '2 0 * * *',
});

/** Gives how many were ended. */
export async function endInspectors({
  db,
  events,
  now,
}: Pick<Services, 'db' | 'events' | 'now'>): Promise<number> {
  const ended = await repository.listEnded(db, dayOfInstant(now()));
  for (const key of ended)
    await db.transaction().execute(async (tx) => {
      // Nobody of the company did it: the day came.
      await endIn(tx, { caller: { userId: null, name: 'Balie' }, now }, key);
      await events.publish(tx, { resource: users.path, companyId: key.companyId, id: key.userId });
    });
  return ended.length;
}
