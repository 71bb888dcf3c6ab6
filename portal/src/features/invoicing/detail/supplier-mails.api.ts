import type { z } from 'zod';
import { invoices } from '#contract/invoicing/invoices.ts';
import { supplierMails } from '#contract/invoicing/supplier-mail.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

/** What a rejection would mail to the supplier. */
export type MailProposal = NonNullable<z.output<typeof supplierMails>['proposal']>;

/** What a rejection would mail to the supplier, and what was mailed before; asked again whenever the invoice changes. */
export function useSupplierMails(invoiceId: string, enabled = true) {
  return useAnswer(
    [invoices.path, 'supplier-mail', invoiceId],
    `${collectionUrl(invoices, {})}/${encodeURIComponent(invoiceId)}/supplier-mail`,
    supplierMails,
    { enabled },
  );
}
