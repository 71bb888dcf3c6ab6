import { z } from 'zod';
import { cents, shortText, twoDecimals } from '../resource.ts';
import { vatKind } from './vat.ts';

/** A text that keeps what is stored when absent (§B5); null empties it, a number is read as people write it. */
const keptText = (max: number) =>
  z
    .union([z.string().trim().max(max), z.number().transform(String)])
    .nullish()
    .transform((text) => (text === null ? '' : text));

const amount = cents.min(-1e12).max(1e12);

/** The body of an order line, by itself or inside the create of its order. Amounts in whole cents. */
export const lineWrite = z.object({
  description: shortText(1000),
  edition: keptText(50),
  size: keptText(100),
  format: keptText(100),
  printing: keptText(100),
  material: keptText(100),
  finish: keptText(100),
  /** Ignored without `comceptum.orderlines.readpurchase`: the stored amount stays, a new line has 0. */
  purchaseAmount: amount.optional(),
  salesAmount: amount.optional(),
  /**
   * NEW: sold by the piece. With both a quantity and a price of one, `salesAmount` follows from them and is not read; one
   * without the other is 400 `required`, and so is a discount without them. Null takes them away. `unitAmount` is in cents
   * with at most two decimals: a piece may cost less than a cent.
   */
  quantity: twoDecimals(10_000_000).nullish(),
  unitAmount: twoDecimals(1e8, -1e8).nullish(),
  discountPercentage: twoDecimals(100).nullish(),
  /** NEW; absent: what is stored, and of a new line the standard rate. */
  vat: vatKind.optional(),
  note: keptText(2000),
  /** The client's own counter, returned unchanged. */
  customId: z.int().min(0).max(2_147_483_647).nullish(),
});

/** The fields of a line that answers show. */
export const lineShown = {
  description: z.string(),
  edition: z.string(),
  size: z.string(),
  format: z.string(),
  printing: z.string(),
  material: z.string(),
  finish: z.string(),
  /** Absent without `comceptum.orderlines.readpurchase`, here and everywhere. */
  purchaseAmount: cents.optional(),
  salesAmount: cents,
  /** NEW: null unless it is sold by the piece. */
  quantity: z.number().nullable(),
  unitAmount: z.number().nullable(),
  discountPercentage: z.number().nullable(),
  /** NEW: the kind of VAT. */
  vat: vatKind,
  note: z.string(),
};
