import type { Services } from '#server/platform/context.ts';
import { checkCompanies } from '#server/platform/jobs/check-companies.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { checkDays } from './usage.repository.ts';

/** Compares the sums of days with the events every night, company by company (decision 0028). */
export const checkUsageJob = defineJob<object>('documents-check-usage', {
  retries: 2,
  expireSeconds: 3600,
  cron: '55 3 * * *',
});

/** Puts right every company whose sums differ from its events, and logs which; gives their ids. */
export function checkAllUsage(services: Pick<Services, 'db' | 'log'>): Promise<string[]> {
  return checkCompanies(services, checkDays, 'sums of uses differed');
}
