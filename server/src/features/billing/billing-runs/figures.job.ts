import { dayOfInstant } from '#contract/dates.ts';
import { billingRuns } from '#contract/billing/billing-runs.ts';
import type { PeriodDays } from '#contract/billing/periods.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import { isPassing } from '#server/platform/passing-failures.ts';
import { listBillable } from '../costs/billable.repository.ts';
import { listFinalDays } from '../final-days.repository.ts';
import { listOpen } from '../one-off-lines/one-off-lines.repository.ts';
import { freeDays } from '../final-days.rules.ts';
import { findSeller } from '../billing-settings/billing-settings.repository.ts';
import { figuresOf, firstDayOf } from './figures.rules.ts';
import * as repository from './figures.repository.ts';
import { insertFigures } from './run-invoices.repository.ts';
import * as runs from './billing-runs.repository.ts';
import type { Figures } from './stored-invoices.ts';

/** Which figures; those of an older version are obsolete. */
export interface FiguresJob {
  readonly runId: string;
  readonly version: number;
}

/** Counts what every customer owes in a run. */
export const figuresJob = defineJob<FiguresJob>('facility-figures', { retries: 2, expireSeconds: 900 });

const batchSize = 50;
// A job of the provider itself sees every company.
const everything = { reach: 'system', userId: noCompany } as const;

/** Counts the figures of a run in batches of customers; a retry starts again. */
export async function countFigures(
  services: Services,
  { runId, version }: FiguresJob,
  attempt: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const { db, now } = services;
  const run = await runs.findById(db, runId);
  if (!run || run.figuresVersion !== version) return;
  try {
    const ids = await repository.listCustomerIds(db, run.companyIds);
    const isStarted = await db.transaction().execute(async (tx) => {
      if (!(await repository.setProgress(tx, runId, version, { done: 0, total: ids.length }))) return false;
      await repository.clearFigures(tx, runId);
      return true;
    });
    if (!isStarted) return;
    const vatRate = (await findSeller(db)).vatRate;
    for (let start = 0; start < ids.length; start += batchSize) {
      const figures = await figuresOfMany(db, ids.slice(start, start + batchSize), run, {
        today: dayOfInstant(now()),
        vatRate,
      });
      const isCurrent = await db.transaction().execute(async (tx) => {
        const progress = { done: Math.min(start + batchSize, ids.length), total: ids.length };
        if (!(await repository.setProgress(tx, runId, version, progress))) return false;
        await insertFigures(tx, runId, figures, now());
        await services.events.publish(tx, { resource: billingRuns.path, companyId: noCompany, id: runId });
        return true;
      });
      if (!isCurrent) return;
    }
  } catch (error) {
    if (attempt.isLastTry && !isPassing(error)) await repository.setError(db, runId, version, 'failed');
    throw error;
  }
}

/**
 * What these customers owe over the days of a run that no final run has billed them for; customers that owe nothing are
 * left out. One-off lines come along whatever is final.
 */
export async function figuresOfMany(
  db: Db,
  companyIds: readonly string[],
  over: PeriodDays,
  at: { readonly today: string; readonly vatRate: number },
): Promise<Figures[]> {
  const { from, to } = over;
  const customers = await listBillable(db, everything, { from: firstDayOf(over), to }, { companyIds });
  const buyers = await repository.listBuyers(db, companyIds);
  const finalDays = await listFinalDays(db, companyIds);
  const once = await listOpen(db, companyIds, to);
  return customers.flatMap((customer) => {
    const buyer = buyers.get(customer.companyId);
    const free = freeDays({ from, to }, finalDays.get(customer.companyId) ?? []);
    return (buyer && figuresOf(customer, buyer, free, once.get(customer.companyId) ?? [], at)) ?? [];
  });
}
