import { z } from 'zod';
import { day, id, twoDecimals } from '../resource.ts';

/**
 * What VAT a line has: the standard rate (21 %) or the reduced one (9 %), as they are on the day of the offer, none, or none
 * because the customer owes it (reverse charge).
 */
export const vatKinds = ['standard', 'reduced', 'zero', 'reversed'] as const;
/** One of the kinds of VAT, as it travels. */
export const vatKind = z.enum(vatKinds);
/** One of the kinds of VAT. */
export type VatKind = z.output<typeof vatKind>;

/** Percent, at most two decimals. */
export const vatPercentage = twoDecimals(100);

/** A rate from a day on, of one administration, or of all that have none of their own. */
export const vatRate = z.object({
  administrationId: id.nullable(),
  vat: z.enum(['standard', 'reduced']),
  from: day,
  percentage: vatPercentage,
});
/** A rate from a day on. */
export type VatRate = z.output<typeof vatRate>;

/** Percent, until a rate from a day on says otherwise; the standard rate is a setting. */
export const reducedPercentage = 9;

/** The VAT of the lines of one rate. */
export const vatSum = z.object({
  percentage: z.number(),
  /** The customer owes it. */
  isReversed: z.boolean(),
  baseAmount: z.int(),
  vatAmount: z.int(),
});
