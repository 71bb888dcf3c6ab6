import { formatDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { fill } from '#contract/texts.ts';
import { mailFrame } from '#server/features/identity/index.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { periodName } from '../billing-runs/figures.rules.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };

/** What the mail says of an invoice. */
export interface MailedInvoice {
  readonly invoiceNumber: string;
  readonly name: string;
  readonly period: string;
  readonly dueDate: string;
  /** Including VAT, in cents. */
  readonly total: number;
}

/** The mail with an invoice, in the language of the invoice itself; without its address and files. */
export function invoiceLetter(
  invoice: MailedInvoice,
  seller: Seller,
): Pick<MailMessage, 'subject' | 'text' | 'html' | 'fromName' | 'replyTo'> {
  const { mail } = texts;
  const values = {
    number: invoice.invoiceNumber,
    name: invoice.name,
    seller: seller.name,
    period: periodName(invoice.period),
    amount: formatMoney(invoice.total, 'EUR', 'nl'),
    day: formatDay(invoice.dueDate),
  };
  const subject = fill(mail.subject, values);
  const paragraphs = [fill(mail.hello, values), fill(mail.text, values), fill(mail.bye, values)];
  return {
    subject,
    fromName: seller.name,
    ...(seller.email === '' ? {} : { replyTo: seller.email }),
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailFrame({
      language: 'nl',
      variant: 'generic',
      subject,
      brand: seller.name,
      paragraphs,
      button: null,
      after: '',
      footer: fill(mail.footer, values),
    }),
  };
}
