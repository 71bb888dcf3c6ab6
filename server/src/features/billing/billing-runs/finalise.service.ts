import { addDays, dayOfInstant } from '#contract/dates.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';
import { sellerFields } from '../billing-texts.ts';
import { insertFinalDays, listFinalDays, lockPrices } from '../final-days.repository.ts';
import { freeDays } from '../final-days.rules.ts';
import { giveNumbers } from '../numbers.repository.ts';
import { giveToInvoice } from '../one-off-lines/one-off-lines.repository.ts';
import { findSeller, type Seller } from '../billing-settings/billing-settings.repository.ts';
import { missingOfSeller } from '../billing-settings/billing-settings.rules.ts';
import { figuresOfMany } from './figures.job.ts';
import { listCustomerIds } from './figures.repository.ts';
import { invoiceFilesJob } from './invoice-files.job.ts';
import { insertFinalInvoices, listDrafts, listFinal } from './run-invoices.repository.ts';
import * as repository from './billing-runs.repository.ts';
import { canonical, hashOf } from './snapshot.rules.ts';
import { type DraftInvoice, lacksAddress } from './stored-invoices.ts';

/** Makes a run final in the caller's transaction: days, numbers, snapshot, hash, and the job that makes the files (decision 0028). */
export async function makeFinal(tx: Tx, ctx: Context, run: repository.StoredRun): Promise<void> {
  const today = dayOfInstant(ctx.now());
  await lockPrices(tx);
  const seller = await findSeller(tx);
  await assertReady(tx, ctx, run, seller);
  const drafts = await listDrafts(tx, run.id);
  const incomplete = drafts.filter(lacksAddress);
  const complete = drafts.filter((draft) => !lacksAddress(draft));
  if (complete.length === 0)
    throw problem.of('wrong-state', {
      sentence: drafts.length === 0 ? 'run-empty' : 'run-incomplete',
    });
  await insertFinalDays(tx, run.id, await daysToBill(tx, run, complete));
  const numbers = await giveNumbers(
    tx,
    today.slice(0, 4),
    complete.map(({ companyId }) => companyId),
  );
  const dueOn = addDays(today, seller.paymentDays);
  const invoices = complete.map((draft, at) => ({
    ...draft,
    invoiceNumber: numbers[at] ?? '',
    invoicedOn: today,
    dueOn,
  }));
  await insertFinalInvoices(tx, run.id, invoices);
  for (const invoice of invoices)
    await giveToInvoice(
      tx,
      invoice,
      invoice.lines.flatMap(({ oneOffId }) => oneOffId ?? []),
    );
  const snapshot = headOf(run, seller, ctx.now());
  await repository.insertFinal(tx, ctx, run, {
    snapshot,
    // Without its address an invoice is none; it follows in a supplementary run.
    leftOut: incomplete.map(({ name }) => name),
    hash: hashOf(snapshot, await listFinal(tx, run.id)),
  });
  await ctx.jobs.send(tx, invoiceFilesJob, { runId: run.id }, { key: run.id });
}

// The days of each customer with an invoice that become final with it; a one-off line alone makes none final.
async function daysToBill(tx: Tx, run: repository.StoredRun, invoices: readonly DraftInvoice[]) {
  const companyIds = invoices
    .filter(({ lines }) => lines.some(({ oneOffId }) => oneOffId === undefined))
    .map(({ companyId }) => companyId);
  const finalDays = await listFinalDays(tx, companyIds);
  return companyIds.flatMap((companyId) =>
    freeDays({ from: run.from, to: run.to }, finalDays.get(companyId) ?? []).map((days) => ({
      companyId,
      ...days,
    })),
  );
}

function headOf({ id, period, from, to }: repository.StoredRun, seller: Seller, finalisedAt: Date): string {
  return canonical({
    version: 1,
    run: { id, period, from, to },
    seller,
    finalisedAt: finalisedAt.toISOString(),
  });
}

async function assertReady(
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
  if (await hasChanged(tx, run, { today, vatRate: seller.vatRate }))
    throw problem.of('wrong-state', { sentence: 'run-changed' });
}

// A run is made final only if what was reviewed is still what the invoices tab shows.
async function hasChanged(
  tx: Tx,
  run: repository.StoredRun,
  at: { readonly today: string; readonly vatRate: number },
): Promise<boolean> {
  const now = await figuresOfMany(tx, await listCustomerIds(tx, run.companyIds), run, at);
  const reviewed = await listDrafts(tx, run.id);
  const textOf = (figures: typeof now) =>
    canonical(
      figures
        .map(({ companyId, lines, vatInCents }) => ({ companyId, lines, vatInCents }))
        .toSorted((a, b) => (a.companyId < b.companyId ? -1 : 1)),
    );
  return textOf(now) !== textOf(reviewed);
}

/** The stored hash of a final run, and that of its data now. */
export async function verify(db: Db, run: repository.StoredRun) {
  const recomputed = run.state === 'final' ? hashOf(run.snapshot, await listFinal(db, run.id)) : '';
  return { hash: run.hash, recomputed, matches: run.hash !== '' && run.hash === recomputed };
}

/** Whether the figures of a run are complete. */
export function isCounted({ figures, error }: Pick<repository.StoredRun, 'figures' | 'error'>): boolean {
  return error === '' && figures.total > 0 && figures.done === figures.total;
}
