import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkDays } from './usage.repository.ts';

/** Compares the sums of days with the events every night, company by company (decision 0028). */
export const checkUsageJob = defineJob<object>('documents-check-usage', {
  retries: 2,
  expireSeconds: 3600,
  cron: '55 3 * * *',
});

/** Puts right every company whose sums differ from its events, and logs which; gives their ids. */
export async function checkAllUsage({ db, log }: Pick<Services, 'db' | 'log'>): Promise<string[]> {
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute();
  const different: string[] = [];
  for (const { id } of companies) if (await checkDays(db, id)) different.push(id);
  if (different.length > 0) log.error({ companies: different }, 'sums of uses differed');
  return different;
}
