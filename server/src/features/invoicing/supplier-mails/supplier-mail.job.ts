import type { SupplierMailState } from '#contract/invoicing/supplier-mail.ts';
import { mailFrame } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import { isRefused } from '#server/platform/mail/mail.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import * as repository from './supplier-mails.repository.ts';

/** The mail to a supplier about a rejection. */
export const supplierMailJob = defineJob<repository.MailKey>('invoicing-supplier-mail', {
  retries: 4,
  expireSeconds: 120,
});

/**
 * Sends a mail at most once (decision 0114): it is marked before it goes out, and a try that finds the mark of an ended
 * process sends nothing. One that was withdrawn meanwhile stays so.
 */
export async function sendSupplierMail(
  services: Services,
  key: repository.MailKey,
  { isLastTry }: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const { db, mail, log } = services;
  if (!(await repository.move(db, key, 'waiting', 'sending'))) return end(services, key, 'uncertain');
  if (mail === null) return end(services, key, 'failed');
  try {
    const { to, subject, text, language, replyTo, companyName } = orNotFound(
      await repository.findById(db, key),
    );
    await mail.send({
      to,
      subject,
      text: `${text}\n`,
      fromName: companyName,
      replyTo,
      html: mailFrame({
        language,
        variant: 'fm',
        subject,
        brand: companyName,
        paragraphs: text.split('\n\n'),
        button: null,
        after: '',
        footer: companyName,
      }),
    });
  } catch (error) {
    log.error({ err: error }, 'a supplier could not be mailed');
    if (!isRefused(error)) return end(services, key, 'uncertain');
    if (isLastTry) return end(services, key, 'failed');
    await repository.move(db, key, 'sending', 'waiting');
    throw error;
  }
  await end(services, key, 'sent');
}

/** Stores how a mail ended, and says so in the history of its invoice. */
async function end(services: Services, key: repository.MailKey, to: SupplierMailState): Promise<void> {
  const { now, events } = services;
  await services.db.transaction().execute(async (tx) => {
    if (!(await repository.move(tx, key, 'sending', to, now()))) return;
    const mail = orNotFound(await repository.findById(tx, key));
    await auditInvoice(
      tx,
      { caller: { userId: null, name: 'Balie' }, now, events },
      { companyId: key.companyId, id: mail.invoiceId },
      { verb: `supplier-mail-${to}`, after: { supplierMail: mail.to } },
    );
  });
}
