import { companies } from '#contract/core/companies.ts';
import type { MailState } from '#contract/billing/invoice-states.ts';
import type { Services } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import { isRefused } from '#server/platform/mail/mail.ts';
import { invoiceFile, invoiceFileName } from '../billing-runs/invoice-files.routes.ts';
import { findFinal, findHashes } from '../billing-runs/run-invoices.repository.ts';
import * as runs from '../billing-runs/billing-runs.repository.ts';
import { parseSnapshot } from '../billing-runs/snapshot.rules.ts';
import { invoiceLetter } from './invoice-letter.ts';
import { moveMail, publishChange } from './invoice-states.repository.ts';

/** The mail of one invoice. */
export interface InvoiceMailJob {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly mailId: string;
  readonly runId: string;
}

/** Mails one invoice with its PDF and UBL. */
export const invoiceMailJob = defineJob<InvoiceMailJob>('facility-invoice-mail', {
  retries: 4,
  expireSeconds: 300,
});

/**
 * Sends a mail at most once. It is marked before it goes out: a try that finds the mark of an ended process does not know
 * whether the mail arrived, says so, and sends nothing. What the mail server surely did not take is tried again.
 */
export async function sendInvoiceMail(
  services: Services,
  job: InvoiceMailJob,
  { isLastTry }: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const { db, mail } = services;
  if (!(await moveMail(db, job, 'waiting', 'sending'))) return end(services, job, 'sending', 'uncertain');
  try {
    const message = await messageOf(services, job);
    if (!mail) return await end(services, job, 'sending', 'failed');
    await mail.send(message);
  } catch (error) {
    services.log.error({ err: error }, 'an invoice could not be mailed');
    if (!isRefused(error)) return end(services, job, 'sending', 'uncertain');
    if (isLastTry) return end(services, job, 'sending', 'failed');
    await moveMail(db, job, 'sending', 'waiting');
    throw error;
  }
  await end(services, job, 'sending', 'sent');
}

async function messageOf({ db, files }: Services, { companyId, invoiceId, runId }: InvoiceMailJob) {
  const run = orNotFound(await runs.findById(db, runId));
  const invoice = orNotFound(await findFinal(db, runId, invoiceId));
  const hashes = orNotFound(await findHashes(db, companyId, invoiceId));
  const name = invoiceFileName('invoice', invoice.invoiceNumber, 'nl');
  const attachments = [];
  for (const kind of ['pdf', 'ubl'] as const) {
    const file = invoiceFile(kind, name, hashes);
    if (file)
      attachments.push({
        filename: file.filename ?? name,
        contentType: file.mime,
        content: orNotFound(await files.get(file.sha256)),
      });
  }
  const letter = invoiceLetter(
    {
      ...invoice,
      period: run.period,
      dueDate: invoice.dueOn,
      total: invoice.totalInCents + invoice.vatInCents,
    },
    parseSnapshot(run.snapshot).seller,
  );
  return { to: hashes.mailTo, ...letter, attachments };
}

/** Stores how a mail ended; what did not go well is written to the history of the customer. */
async function end(services: Services, job: InvoiceMailJob, from: MailState, to: MailState): Promise<void> {
  const { companyId, invoiceId, runId } = job;
  const { now } = services;
  await services.db.transaction().execute(async (tx) => {
    if (!(await moveMail(tx, job, from, to, to === 'sent' ? now() : undefined))) return;
    const invoice = await findFinal(tx, runId, invoiceId);
    if (to !== 'sent')
      await recordChange(
        tx,
        { caller: { userId: null, name: 'Balie' }, now },
        {
          entity: companies.permission,
          entityId: companyId,
          companyId,
          verb: to === 'failed' ? 'invoice-mail-failed' : 'invoice-mail-uncertain',
          after: { invoiceNumber: invoice?.invoiceNumber },
        },
      );
    await publishChange(tx, services, runId);
  });
}
