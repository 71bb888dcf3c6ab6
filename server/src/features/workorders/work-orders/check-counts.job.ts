import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkCounts } from './order-counts.repository.ts';

/** Compares the stored counts with the orders every night, company by company (decision 0030). */
export const checkCountsJob = defineJob<object>('workorders-check-counts', {
  retries: 2,
  expireSeconds: 3600,
  cron: '50 3 * * *',
});

/** Puts right every company whose counts differ from its orders, and logs which; gives their ids. */
export async function checkAllCounts({ db, log }: Pick<Services, 'db' | 'log'>): Promise<string[]> {
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute();
  const different: string[] = [];
  for (const { id } of companies) if (await checkCounts(db, id)) different.push(id);
  if (different.length > 0) log.error({ companies: different }, 'stored counts of orders differed');
  return different;
}
