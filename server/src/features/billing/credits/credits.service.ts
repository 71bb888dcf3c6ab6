import { dayOfInstant } from '#contract/dates.ts';
import type { ownCredits, runCredits } from '#contract/billing/credits.ts';
import { billingRuns } from '#contract/billing/billing-runs.ts';
import type { CreateBody, Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { lockRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { StoredFile } from '#server/platform/http/send-stored.ts';
import { sum } from '../costs/costs.rules.ts';
import { assertProvider } from '../assert-provider.ts';
import { giveNumbers } from '../numbers.repository.ts';
import { drawCredit } from '../billing-runs/invoice.pdf.ts';
import { invoiceFile, invoiceFileName, type InvoiceFileKind } from '../billing-runs/invoice-files.routes.ts';
import { findFinal } from '../billing-runs/run-invoices.repository.ts';
import { filterForCaller, filterForRun } from '../billing-runs/run-invoices.service.ts';
import * as runs from '../billing-runs/billing-runs.repository.ts';
import { parseSnapshot } from '../billing-runs/snapshot.rules.ts';
import type { Credit, FinalInvoice } from '../billing-runs/stored-invoices.ts';
import { vatOfBuyer } from '../billing-runs/vat.rules.ts';
import { creditUbl } from '../billing-runs/ubl.rules.ts';
import * as repository from './credits.repository.ts';
import { creditLines, creditVat } from './credits.rules.ts';

type CreditRecord = Rec<typeof runCredits>;
type Snapshot = ReturnType<typeof parseSnapshot>;

/** Credit invoices of a run, for the provider only. */
export const runCreditsService: ResourceService<typeof runCredits> = {
  list: async (ctx, query, { runId }) => repository.list(ctx, await filterForKnownRun(ctx, runId), query),
  find: async (ctx, id, { runId }) => repository.findById(ctx.db, ctx.scope, filterForRun(ctx, runId), id),
};

/** Those to the caller's own company. */
export const ownCreditsService: ResourceService<typeof ownCredits> = {
  list: (ctx, query) => repository.list(ctx, filterForCaller(ctx), query),
  find: (ctx, id) => repository.findById(ctx.db, ctx.scope, filterForCaller(ctx), id),
};

/** Those of a run that exists, for the provider only. */
export async function filterForKnownRun(ctx: Context, runId: string) {
  const which = filterForRun(ctx, runId);
  orNotFound(await runs.findById(ctx.db, runId));
  return which;
}

/** Credits an invoice of a final run, by line or completely; its PDF and UBL are made in the same request. */
export async function createCredit(
  ctx: Context,
  { invoiceId, reason, lines: asked }: CreateBody<typeof runCredits>,
  runId: string,
): Promise<CreditRecord> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    // Concurrent credits wait for each other, so that nothing is taken back twice.
    await lockRow(tx, 'billing_runs', { id: runId });
    const run = orNotFound(await runs.findById(tx, runId));
    if (run.state !== 'final') throw problem.of('wrong-state', { sentence: 'credit-not-final' });
    const invoice = orNotFound(await findFinal(tx, runId, invoiceId));
    const earlier = await repository.listEarlier(tx, invoice.companyId, invoice.id);
    const lines = creditLines(
      invoice.lines,
      earlier.flatMap((credit) => credit.lines),
      asked,
    );
    if (lines === 'nothing') throw problem.of('wrong-state', { sentence: 'credit-nothing-left' });
    if ('tooMuch' in lines)
      throw problem.validation(
        Object.fromEntries(lines.tooMuch.map((place) => [`lines_${place}`, ['too-large'] as const])),
      );
    const { run: period, seller } = parseSnapshot(run.snapshot);
    const today = dayOfInstant(ctx.now());
    const [creditNumber = ''] = await giveNumbers(tx, today.slice(0, 4), [invoice.companyId]);
    const credit: Credit = {
      creditNumber,
      creditedOn: today,
      reason,
      lines,
      totalInCents: sum(lines, ({ amount }) => amount),
      vatInCents: creditVat(lines, earlier, vatOfBuyer(invoice.buyer, seller).rate),
    };
    const files = await makeFiles(ctx, invoice, credit, { period, seller });
    const id = await repository.insert(tx, ctx, {
      companyId: invoice.companyId,
      invoiceId: invoice.id,
      runId,
      ...credit,
      ...files,
    });
    const made = orNotFound(await repository.findById(tx, ctx.scope, { runId }, id));
    await auditCredit(tx, ctx, made);
    return made;
  });
}

async function makeFiles(
  { files, now }: Context,
  invoice: FinalInvoice,
  credit: Credit,
  { period, seller }: { period: Snapshot['run']; seller: Snapshot['seller'] },
) {
  const pdfSha256 = await files.put(
    await drawCredit(invoice, credit, seller, { period: period.period, finalisedAt: now() }),
  );
  const ubl =
    invoice.missing.length > 0 ? null : Buffer.from(creditUbl(invoice, credit, seller, period), 'utf8');
  return { pdfSha256, ublSha256: ubl && (await files.put(ubl)) };
}

// In the history of the run.
async function auditCredit(
  tx: Tx,
  ctx: Context,
  { runId, creditNumber, invoiceNumber, totalAmount, reason }: CreditRecord,
): Promise<void> {
  const after = { creditNumber, invoiceNumber, totalAmount, reason };
  await recordChange(tx, ctx, {
    entity: billingRuns.permission,
    entityId: runId,
    companyId: noCompany,
    verb: 'credit',
    after,
  });
  await ctx.events.publish(tx, { resource: billingRuns.path, companyId: ctx.caller.companyId, id: runId });
}

/** The PDF or UBL of a credit invoice; 404 where there is none. */
export async function findCreditFile(
  ctx: Context,
  which: repository.WhichCredits,
  id: string,
  kind: InvoiceFileKind,
): Promise<StoredFile> {
  const found = orNotFound(await repository.findById(ctx.db, ctx.scope, which, id));
  return orNotFound(invoiceFile(kind, invoiceFileName('credit', found.creditNumber, ctx.language), found));
}
