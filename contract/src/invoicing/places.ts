import { z } from 'zod';
import { documentProperty, pageBox } from '../documents/properties.ts';

const place = z.object({
  /** The page's number, from 1. */
  page: z.int(),
  box: pageBox,
});

/** `GET fmmodule/invoices/{id}/places`: where what was read of an invoice stands on its pages (§C26). */
export const invoicePlaces = z.object({
  values: z.array(place.extend({ property: documentProperty, raw: z.string() })),
  lines: z.array(
    place.extend({
      number: z.int(),
      description: z.string(),
      amountInCents: z.int().nullable(),
    }),
  ),
});
/** Where what was read of an invoice stands. */
export type InvoicePlaces = z.output<typeof invoicePlaces>;
