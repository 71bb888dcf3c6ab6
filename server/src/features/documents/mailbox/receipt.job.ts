import { sentence } from '#contract/problem-texts.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { intakeReasonText } from '../reasons.ts';
import * as repository from './mailbox.repository.ts';

/** A mail whose sender gets a receipt. */
export interface ReceiptJob {
  readonly companyId: string;
  readonly mailId: string;
}

/** Sends a receipt. Only once, also when sending fails: a receipt is a courtesy, two are a nuisance. */
export const receiptJob = defineJob<ReceiptJob>('documents-receipt', { retries: 0, expireSeconds: 120 });

// Receipts are in the language of the product: a mail does not say its writer's.
const language = 'nl';

export async function sendReceipt(
  { db, mail, now }: Pick<Services, 'db' | 'mail' | 'now'>,
  job: ReceiptJob,
): Promise<void> {
  const receipt = await repository.findReceipt(db, job);
  if (!mail || !receipt) return;
  const key = { companyId: job.companyId, administrationId: receipt.administrationId };
  if (!(await repository.claimReceipt(db, key, receipt.sender, now()))) return;
  const subject = receipt.subject || '–';
  const heading = sentence(language, 'receipt-text', { subject });
  const lines = receipt.lines.map(({ filename, archive, reason, number }) => {
    const name = [archive, filename].filter(Boolean).join(' / ');
    const what =
      reason === ''
        ? `${sentence(language, 'receipt-taken')}${number === null ? '' : ` (${number})`}`
        : intakeReasonText(language, reason);
    return name === '' ? what : `${name}: ${what}`;
  });
  await mail.send({
    to: receipt.sender,
    fromName: receipt.companyName,
    subject: sentence(language, 'receipt-subject', { subject }),
    text: [heading, '', ...lines.map((line) => `- ${line}`), ''].join('\n'),
    html: `<p>${escaped(heading)}</p><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
    isAutomatic: true,
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
