import type { z } from 'zod';
import type { invoiceMail, MailState, runMail, runMailed } from '#contract/billing/invoice-states.ts';
import type { issuedInvoices } from '#contract/billing/own-usage.ts';
import { companies } from '#contract/core/companies.ts';
import { email } from '#contract/resource.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { assertProvider } from '../assert-provider.ts';
import { listBuyers } from '../billing-runs/figures.repository.ts';
import { invoiceFile, invoiceFileName } from '../billing-runs/invoice-files.routes.ts';
import * as invoices from '../billing-runs/run-invoices.repository.ts';
import * as runs from '../billing-runs/billing-runs.repository.ts';
import { parseSnapshot } from '../billing-runs/snapshot.rules.ts';
import { invoiceLetter } from './invoice-letter.ts';
import { invoiceMailJob } from './invoice-mail.job.ts';
import * as repository from './invoice-states.repository.ts';

/** What the mail of an invoice would be. */
export async function findMail(
  ctx: Context,
  companyId: string,
  id: string,
): Promise<z.input<typeof invoiceMail>> {
  assertProvider(ctx);
  const invoice = await findIssued(ctx, companyId, id);
  const run = orNotFound(await runs.findById(ctx.db, invoice.runId));
  const { seller } = parseSnapshot(run.snapshot);
  const { subject, text } = invoiceLetter(
    { ...invoice, dueDate: invoice.dueDate ?? '', total: invoice.totalInclVatAmount },
    seller,
  );
  const addresses = await addressesOf(ctx, [companyId]);
  const frozen = orNotFound(await invoices.findFinal(ctx.db, invoice.runId, id)).buyer.email;
  const name = invoiceFileName('invoice', invoice.invoiceNumber, 'nl');
  const files = (['pdf', 'ubl'] as const).flatMap((kind) => invoiceFile(kind, name, invoice)?.filename ?? []);
  return {
    to: addresses.get(companyId) ?? validAddress(frozen),
    subject,
    text,
    files,
    goesByMail: ctx.mail !== null,
  };
}

/** Queues the mail of one invoice. */
export async function mailInvoice(
  ctx: Context,
  key: { readonly companyId: string; readonly id: string },
  { to, again }: { readonly to: string; readonly again: boolean },
): Promise<Rec<typeof issuedInvoices>> {
  assertProvider(ctx);
  assertMail(ctx);
  const invoice = await findIssued(ctx, key.companyId, key.id);
  if (!invoice.hasPdf) throw problem.of('wrong-state', { sentence: 'run-papers-missing' });
  const { companyId, id: invoiceId, invoiceNumber, runId } = invoice;
  return ctx.transaction(async (tx) => {
    const from: readonly MailState[] = again ? ['none', 'failed', 'sent', 'uncertain'] : ['none', 'failed'];
    const mail = { companyId, invoiceId, invoiceNumber, mailId: newId(ctx.now().getTime()), to };
    const started = await queue(tx, ctx, runId, [mail], from);
    if (started === 0) throw problem.of('wrong-state', { sentence: 'invoice-mailed-before' });
    return findIssued({ ...ctx, db: tx }, key.companyId, key.id);
  });
}

/** What mailing the invoices of a run would do. */
export async function findRunMail(ctx: Context, runId: string): Promise<z.input<typeof runMail>> {
  assertProvider(ctx);
  const { ready, mailed, withoutAddress } = await mailsOf(ctx, runId);
  return { count: ready.length, mailed, withoutAddress, goesByMail: ctx.mail !== null };
}

/** Queues the mails of the invoices of a final run that were not mailed yet. */
export async function mailRun(ctx: Context, runId: string): Promise<z.input<typeof runMailed>> {
  assertProvider(ctx);
  assertMail(ctx);
  return ctx.transaction(async (tx) => {
    const { ready } = await mailsOf({ ...ctx, db: tx }, runId);
    const mails = ready.map((mail) => ({ ...mail, mailId: newId(ctx.now().getTime()) }));
    return { count: await queue(tx, ctx, runId, mails, ['none', 'failed']) };
  });
}

async function mailsOf(ctx: Context, runId: string) {
  const run = orNotFound(await runs.findById(ctx.db, runId));
  const all = run.state === 'final' ? await repository.listMails(ctx.db, runId) : [];
  if (run.state !== 'final' || all.some(({ hasPdf }) => !hasPdf))
    throw problem.of('wrong-state', { sentence: 'run-papers-missing' });
  const open = all.filter(({ mailState }) => mailState === 'none' || mailState === 'failed');
  const addresses = await addressesOf(
    ctx,
    open.map(({ companyId }) => companyId),
  );
  const addressed = open.map((invoice) => ({
    ...invoice,
    to: addresses.get(invoice.companyId) ?? validAddress(invoice.email),
  }));
  return {
    ready: addressed.filter(({ to }) => to !== ''),
    mailed: all.length - open.length,
    withoutAddress: addressed.filter(({ to }) => to === '').map(({ name }) => name),
  };
}

/** Writes the jobs, the state and the history of mails together; gives how many there are. */
async function queue(
  tx: Tx,
  ctx: Context,
  runId: string,
  mails: readonly (repository.InvoiceMail & { readonly invoiceNumber: string })[],
  from: readonly MailState[],
): Promise<number> {
  const started = new Set(await repository.startMails(tx, mails, from));
  const goes = mails.filter((mail) => started.has(mail));
  for (const { companyId, invoiceId, mailId } of goes)
    await ctx.jobs.send(tx, invoiceMailJob, { companyId, invoiceId, mailId, runId });
  await recordChanges(
    tx,
    ctx,
    goes.map(({ companyId, invoiceNumber, to }) => ({
      entity: companies.permission,
      entityId: companyId,
      companyId,
      verb: 'mail-invoice',
      after: { invoiceNumber, to },
    })),
  );
  await repository.publishChange(tx, ctx, runId);
  return goes.length;
}

function assertMail({ mail }: Context): void {
  if (!mail) throw problem.of('wrong-state', { sentence: 'mail-not-set-up' });
}

/** A final invoice to a customer; 404 where it is not theirs. */
export async function findIssued(ctx: Context, companyId: string, id: string) {
  return orNotFound(await invoices.findById(ctx, { companyId }, id));
}

// The address at the relation now: it may have been added or corrected since the figures were made.
async function addressesOf({ db }: Context, companyIds: readonly string[]): Promise<Map<string, string>> {
  const buyers = await listBuyers(db, companyIds);
  return new Map(
    [...buyers].flatMap(([companyId, buyer]) => {
      const address = validAddress(buyer.email);
      return address === '' ? [] : [[companyId, address] as const];
    }),
  );
}

const validAddress = (text: string): string => email.safeParse(text).data ?? '';
