import type { z } from 'zod';
import { invoices } from '#contract/invoicing/invoices.ts';
import { type linkCommand, orderLinks, purchaseLinks } from '#contract/purchases/order-links.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const urlOf = (invoiceId: string) => `/api/${purchaseLinks.path}/${encodeURIComponent(invoiceId)}`;

/** To which order lines an invoice is linked, and what is proposed; asked again when the invoice changes. */
export function useOrderLinks(invoiceId: string) {
  return useAnswer([invoices.path, 'orders', invoiceId], urlOf(invoiceId), orderLinks);
}

export function useSaveLinks(invoiceId: string) {
  return useVerb({
    call: (links: z.input<typeof linkCommand>['links']) => ({
      method: 'PUT' as const,
      url: urlOf(invoiceId),
      body: { links },
    }),
    result: orderLinks,
    invalidates: [invoices],
  });
}
