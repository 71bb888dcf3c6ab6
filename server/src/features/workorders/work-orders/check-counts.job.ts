import type { Services } from '#server/platform/context.ts';
import { checkCompanies } from '#server/platform/jobs/check-companies.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkCounts } from './order-counts.repository.ts';

/** Compares the stored counts with the orders every night, company by company (decision 0030). */
export const checkCountsJob = defineJob<object>('workorders-check-counts', {
  retries: 2,
  expireSeconds: 3600,
  cron: '50 3 * * *',
});

/** Puts right every company whose counts differ from its orders, and logs which; gives their ids. */
export function checkAllCounts(services: Pick<Services, 'db' | 'log'>): Promise<string[]> {
  return checkCompanies(services, checkCounts, 'stored counts of orders differed');
}
