import { addDays, dayOfInstant } from '#contract/dates.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { problem } from '#server/platform/http/problem.ts';
import { sellerFields } from '../billing-texts.ts';
import { lockPrices } from '../final-days.ts';
import { findSeller, type Seller } from '../billing-settings/billing-settings.repository.ts';
import { missingOfSeller } from '../billing-settings/billing-settings.rules.ts';
import { figuresOfMany } from './figures.job.ts';
import { listCustomerIds } from './figures.repository.ts';
import { papersJob } from './invoice-files.job.ts';
import { giveNumbers, listStored } from './run-invoices.repository.ts';
import * as repository from './billing-runs.repository.ts';
import { canonical, hashOf } from './snapshot.rules.ts';

/** Makes a run final in the caller's transaction: numbers, snapshot, hash, and the job that draws (decision 0028). */
export async function makeFinal(tx: Tx, ctx: Context, run: repository.StoredRun): Promise<void> {
  const today = dayOfInstant(ctx.now());
  await lockPrices(tx);
  const seller = await findSeller(tx);
  await refuseUnready(tx, ctx, run, seller);
  await giveNumbers(tx, run.id, {
    counterOf: noCompany,
    year: today.slice(0, 4),
    invoicedOn: today,
    dueOn: addDays(today, seller.paymentDays),
  });
  const snapshot = headOf(run, seller, ctx.now());
  await repository.finalise(tx, ctx, run.id, {
    snapshot,
    hash: hashOf(snapshot, await listStored(tx, run.id)),
  });
  await ctx.jobs.send(tx, papersJob, { runId: run.id }, { key: run.id });
}

function headOf({ id, period, from, to }: repository.StoredRun, seller: Seller, finalisedAt: Date): string {
  return canonical({
    version: 1,
    run: { id, period, from, to },
    seller,
    finalisedAt: finalisedAt.toISOString(),
  });
}

async function refuseUnready(
  tx: Tx,
  { language, now }: Context,
  run: repository.StoredRun,
  seller: Seller,
): Promise<void> {
  const today = dayOfInstant(now());
  if (today <= run.to) throw problem.of('wrong-state', { sentence: 'run-not-over' });
  const missing = missingOfSeller(seller);
  if (missing.length > 0)
    throw problem.of('wrong-state', {
      sentence: 'run-seller-missing',
      values: { fields: sellerFields(language, missing) },
    });
  const other = await repository.findOverlapping(tx, run);
  if (other) throw problem.of('wrong-state', { sentence: 'run-overlaps', values: { period: other.period } });
  if (await hasChanged(tx, run, { today, vatRate: seller.vatRate }))
    throw problem.of('wrong-state', { sentence: 'run-changed' });
}

// What is made final is what the invoices tab says in this moment, and what was reviewed: both, or neither.
async function hasChanged(
  tx: Tx,
  run: repository.StoredRun,
  at: { readonly today: string; readonly vatRate: number },
): Promise<boolean> {
  const now = await figuresOfMany(tx, await listCustomerIds(tx), run, at);
  const reviewed = await listStored(tx, run.id);
  const textOf = (all: typeof now) =>
    canonical(
      all
        .map(({ companyId, lines, vatInCents }) => ({ companyId, lines, vatInCents }))
        .toSorted((one, other) => (one.companyId < other.companyId ? -1 : 1)),
    );
  return textOf(now) !== textOf(reviewed);
}

/** The hash of a final run as it was kept, and that of what is stored now. */
export async function verify(db: Db, run: repository.StoredRun) {
  const recomputed = run.state === 'final' ? hashOf(run.snapshot, await listStored(db, run.id)) : '';
  return { hash: run.hash, recomputed, matches: run.hash !== '' && run.hash === recomputed };
}

/** Whether a run has its whole figures. */
export function isCounted({
  figuresDone,
  figuresTotal,
  error,
}: Pick<repository.StoredRun, 'figuresDone' | 'figuresTotal' | 'error'>): boolean {
  return error === '' && figuresTotal > 0 && figuresDone === figuresTotal;
}
