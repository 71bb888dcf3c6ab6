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
import { vatOver } from '../costs/views.rules.ts';
import { providerOnly } from '../provider-only.ts';
import { drawCredit } from '../billing-runs/invoice.pdf.ts';
import { findStored } from '../billing-runs/run-invoices.repository.ts';
import * as runs from '../billing-runs/billing-runs.repository.ts';
import { readHead } from '../billing-runs/snapshot.rules.ts';
import type { Credit, FinalInvoice } from '../billing-runs/stored-invoices.ts';
import { creditUbl } from '../billing-runs/ubl.rules.ts';
import * as repository from './credits.repository.ts';
import { creditLines } from './credits.rules.ts';

type CreditRecord = Rec<typeof runCredits>;

/** Credit invoices of a run, for who reaches every company. */
export const runCreditsService: ResourceService<typeof runCredits> = {
  list: async (ctx, query, { runId }) => repository.list(ctx.db, await ofKnownRun(ctx, runId), query),
  find: async (ctx, id, { runId }) => (await repository.findById(ctx.db, ofRun(ctx, runId), id)) ?? null,
};

/** Those to the caller's own company. */
export const ownCreditsService: ResourceService<typeof ownCredits> = {
  list: (ctx, query) => repository.list(ctx.db, ofCaller(ctx), query),
  find: async (ctx, id) => (await repository.findById(ctx.db, ofCaller(ctx), id)) ?? null,
};

/** Those of a run, for the provider only. */
export function ofRun(ctx: Context, runId: string): repository.WhichCredits {
  providerOnly(ctx);
  return { runId };
}

/** Those of a run that is there, for the provider only. */
export async function ofKnownRun(ctx: Context, runId: string): Promise<repository.WhichCredits> {
  const which = ofRun(ctx, runId);
  orNotFound(await runs.findById(ctx.db, runId));
  return which;
}

/** Those to one's own company. */
export function ofCaller(ctx: Context): repository.WhichCredits {
  return { companyId: ctx.caller.companyId };
}

/** Takes back what an invoice of a final run says, line by line or all of it; its PDF and UBL are drawn in the same request. */
export async function createCredit(
  ctx: Context,
  { invoiceId, reason, lines: asked }: CreateBody<typeof runCredits>,
  runId: string,
): Promise<CreditRecord> {
  providerOnly(ctx);
  return ctx.transaction(async (tx) => {
    // Concurrent credits wait for each other, so that nothing is taken back twice.
    await lockRow(tx, 'billing_runs', { id: runId });
    const run = orNotFound(await runs.findById(tx, runId));
    if (run.state !== 'final') throw problem.of('wrong-state', { sentence: 'credit-not-final' });
    const invoice = orNotFound(await findStored(tx, runId, invoiceId));
    const lines = creditLines(
      invoice.lines,
      await repository.listLines(tx, invoice.companyId, invoice.id),
      asked,
    );
    if (lines === 'nothing') throw problem.of('wrong-state', { sentence: 'credit-nothing-left' });
    if ('tooMuch' in lines)
      throw problem.validation(
        Object.fromEntries(lines.tooMuch.map((place) => [`lines_${place}`, ['too-large'] as const])),
      );
    const { run: period, seller } = readHead(run.snapshot);
    const today = dayOfInstant(ctx.now());
    const totalInCents = sum(lines, ({ amount }) => amount);
    const credit: Credit = {
      creditNumber: await repository.nextNumber(tx, today.slice(0, 4)),
      creditedOn: today,
      reason,
      lines,
      totalInCents,
      vatInCents: vatOver(totalInCents, seller.vatRate),
    };
    const files = await draw(ctx, invoice, credit, { period, seller });
    const id = await repository.insert(tx, ctx, {
      companyId: invoice.companyId,
      invoiceId: invoice.id,
      runId,
      ...credit,
      ...files,
    });
    const made = orNotFound(await repository.findById(tx, { runId }, id));
    await auditCredit(tx, ctx, made);
    return made;
  });
}

async function draw(
  { files, now }: Context,
  invoice: FinalInvoice,
  credit: Credit,
  {
    period,
    seller,
  }: { period: ReturnType<typeof readHead>['run']; seller: ReturnType<typeof readHead>['seller'] },
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
  kind: 'pdf' | 'ubl',
): Promise<StoredFile> {
  const { pdfSha256, ublSha256, creditNumber } = orNotFound(await repository.findById(ctx.db, which, id));
  const sha256 = orNotFound((kind === 'pdf' ? pdfSha256 : ublSha256) ?? undefined);
  return kind === 'pdf'
    ? { sha256, mime: 'application/pdf', filename: `${creditNumber}.pdf` }
    : { sha256, mime: 'application/xml', filename: `${creditNumber}.xml` };
}
