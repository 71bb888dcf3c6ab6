import { z } from 'zod';
import { day, email } from '../resource.ts';

/**
 * How far the mail of an invoice is; the index is the number in the database. `uncertain`: the process was ended while it
 * was being sent, so it may have arrived, and nothing is sent again by itself.
 */
export const mailStates = ['none', 'waiting', 'sending', 'sent', 'failed', 'uncertain'] as const;
/** How far the mail of an invoice is. */
export type MailState = (typeof mailStates)[number];

/** Whether an invoice is to be paid: `credited` when all of it was credited. */
export const paymentStates = ['open', 'paid', 'credited'] as const;
/** Whether an invoice is to be paid. */
export type PaymentState = (typeof paymentStates)[number];

/** `GET fm/companies/{companyId}/issued-invoices/{id}/mail`: what its mail would be (`fm.billing.read`). */
export const invoiceMail = z.object({
  /** The address at the customer's relation now, else that of the invoice; empty without one. */
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The files that go along, by name. */
  files: z.array(z.string()),
  /** False where the operator has set up no outgoing mail. */
  goesByMail: z.boolean(),
});

/**
 * `POST {id}/mail` (`fm.billing.mail`): mails PDF and UBL as a job. 409 `wrong-state` while the files are not made, while a
 * mail is under way, and where it was sent before, unless `again` says that it is meant.
 */
export const mailInvoice = z.object({ to: email, again: z.boolean().default(false) });

/** `GET fm/billing-runs/{id}/mail`: what mailing the run would do. */
export const runMail = z.object({
  /** Invoices that were not mailed yet and have an address. */
  count: z.int(),
  /** Invoices that were mailed, or whose mail is under way or uncertain: they are passed over. */
  mailed: z.int(),
  /** Customers without an e-mail address, by name: they are passed over. */
  withoutAddress: z.array(z.string()),
  goesByMail: z.boolean(),
});

/** `POST fm/billing-runs/{id}/mail` (`fm.billing.mail`): mails the invoices that were not mailed yet; how many. */
export const runMailed = z.object({ count: z.int() });

/** `POST {id}/paid` (`fm.billing.pay`): the day that it was paid, today at the latest. `DELETE {id}/paid` takes it back. */
export const payInvoice = z.object({ paidOn: day });
