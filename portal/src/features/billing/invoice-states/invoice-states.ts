import { IconCash, IconCheck, IconClockExclamation, IconReceiptRefund } from '@tabler/icons-react';
import type { z } from 'zod';
import { billingRuns, type runInvoices } from '#contract/billing/billing-runs.ts';
import {
  invoiceMail,
  type mailInvoice,
  paymentStates,
  type PaymentState,
  runMail,
  runMailed,
} from '#contract/billing/invoice-states.ts';
import { issuedInvoices } from '#contract/billing/own-usage.ts';
import { dayOfInstant } from '#contract/dates.ts';
import { collectionUrl, type Row } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import type { StatusLook } from '#portal/kit/format/status-chip.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import type { Text } from '#portal/kit/text.ts';

/** A final invoice, in a list of a run or of a customer. */
export type Invoice = Pick<
  Row<typeof runInvoices>,
  | 'id'
  | 'companyId'
  | 'invoiceNumber'
  | 'name'
  | 'dueDate'
  | 'hasPdf'
  | 'mailState'
  | 'mailedTo'
  | 'mailedAt'
  | 'paidOn'
  | 'paymentState'
>;

/** How far a payment is on screen: open, and past its due date. */
export type ShownPayment = PaymentState | 'late';

export const paymentLooks: Readonly<Record<ShownPayment, StatusLook>> = {
  open: { meaning: 'neutral', icon: IconCash },
  late: { meaning: 'warn', icon: IconClockExclamation },
  paid: { meaning: 'ok', icon: IconCheck },
  credited: { meaning: 'neutral', icon: IconReceiptRefund },
};

export function shownPayment({
  paymentState,
  dueDate,
}: Pick<Invoice, 'paymentState' | 'dueDate'>): ShownPayment {
  const isLate = paymentState === 'open' && dueDate !== null && dueDate < dayOfInstant(new Date());
  return isLate ? 'late' : paymentState;
}

/** Narrows a list of invoices to the open or the paid ones. */
export const paymentFilters = equalFilters({ paymentState: 'text' });

export const paymentChoices = (text: Text) =>
  paymentStates.map((value) => ({ value, label: text(`billing.invoiceStates.payment.${value}`) }));

const changed = [billingRuns, issuedInvoices];

const urlOf = ({ companyId, id }: Pick<Invoice, 'companyId' | 'id'>, rest: string) =>
  `${collectionUrl(issuedInvoices, { companyId })}/${encodeURIComponent(id)}/${rest}`;

/** What the mail of an invoice would be. */
export function useInvoiceMail(invoice: Invoice) {
  const key = [issuedInvoices.path, 'mail', invoice.id];
  return useAnswer(key, urlOf(invoice, 'mail'), invoiceMail, { asksOnce: true });
}

/** Mails an invoice. */
export function useMailInvoice(invoice: Invoice) {
  return useVerb({
    call: (body: z.input<typeof mailInvoice>) => ({ url: urlOf(invoice, 'mail'), body }),
    invalidates: changed,
  });
}

/** Marks an invoice as paid on a day, or with null as not paid. */
export function usePayment(invoice: Invoice) {
  return useVerb({
    call: (paidOn: string | null) => ({
      url: urlOf(invoice, 'paid'),
      ...(paidOn === null ? { method: 'DELETE' as const } : { body: { paidOn } }),
    }),
    invalidates: changed,
  });
}

const runUrl = (runId: string) => `${collectionUrl(billingRuns, {})}/${encodeURIComponent(runId)}/mail`;

/** What mailing the invoices of a run would do. */
export function useRunMail(runId: string) {
  return useAnswer([billingRuns.path, 'mail', runId], runUrl(runId), runMail, { asksOnce: true });
}

/** Mails the invoices of a run that were not mailed yet. */
export function useMailRun(runId: string) {
  return useVerb({ call: () => ({ url: runUrl(runId) }), result: runMailed, invalidates: changed });
}
