import { z } from 'zod';
import { cents, shortText } from '../resource.ts';

/** A text that keeps what is stored when absent (§B5); null empties it, a number is read as people write it. */
const keptText = (max: number) =>
  z
    .union([z.string().trim().max(max), z.number().transform(String)])
    .nullish()
    .transform((text) => (text === null ? '' : text));

const amount = cents.min(-1e12).max(1e12);

/** What of an order line is written, by itself or inside the create of its order. Amounts in whole cents. */
export const lineWrite = z.object({
  description: shortText(1000),
  edition: keptText(50),
  size: keptText(100),
  format: keptText(100),
  printing: keptText(100),
  material: keptText(100),
  finish: keptText(100),
  /** Nobody's to write without `comceptum.orderlines.readpurchase`: what is stored stays, a new line has 0. */
  purchaseAmount: amount.optional(),
  salesAmount: amount.optional(),
  note: keptText(2000),
  /** The client's own counter, given back as it came. */
  customId: z.int().min(0).max(2_147_483_647).nullish(),
});
