import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { bookingToEdit, type saveBookingCommand } from '#contract/invoicing/booking.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { invalidateResource, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const urlOf = (id: string) => `${collectionUrl(invoices, {})}/${encodeURIComponent(id)}/booking`;

/** The booking of an invoice with all that is needed to edit it; what was typed is not replaced by a second answer. */
export function useBookingToEdit(id: string) {
  return useAnswer([invoices.path, 'booking', id], urlOf(id), bookingToEdit, { asksOnce: true });
}

/** What is sent to save a booking. */
export type SaveBooking = z.input<typeof saveBookingCommand>;

/** Saves the whole booking of an invoice; the answer is shown wherever the invoice is. */
export function useSaveBooking(id: string) {
  const client = useQueryClient();
  const start = useKeyStart();
  return useVerb({
    call: (body: SaveBooking) => ({ method: 'PUT' as const, url: urlOf(id), body }),
    result: invoices.record,
    onSuccess(invoice) {
      const key = [...start, invoices.path, 'one', {}, id];
      client.setQueryData(key, invoice);
      void invalidateResource(client, invoices.path, key);
    },
  });
}
