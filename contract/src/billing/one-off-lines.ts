import { z } from 'zod';
import { cents, day, defineResource, id, instant, rowVersion, shortText } from '../resource.ts';
import { priceLimits } from './codes.ts';

const record = z.object({
  id,
  companyId: id,
  description: z.string(),
  quantity: z.int(),
  /** Cents of one, excl. VAT. */
  price: cents,
  /** Quantity × price. */
  amount: cents,
  /** The day that it is for. */
  day,
  /** The final invoice that has it; empty as long as none has. */
  invoiceNumber: z.string(),
  createdAt: instant,
  rowVersion,
});

const write = {
  description: shortText(),
  quantity: z.int().min(1).max(priceLimits.maxQuantity),
  price: z.int().min(1).max(priceLimits.maxCents),
  day,
};

/**
 * NEW: what a customer pays once, beside their agreements: a first set-up, a correction. The next run that reaches the
 * day bills it, whether or not the customer's days are final, and no other after it. 409 `wrong-state` for one that a
 * final invoice has. Written by who reaches every company only.
 */
export const oneOffLines = defineResource({
  name: 'one-off line',
  path: 'fm/companies/{companyId}/one-off-lines',
  permission: 'fm.priceagreements',
  fields: {
    id: 'id',
    companyId: 'id',
    description: 'text',
    quantity: 'number',
    price: 'number',
    day: 'day',
    invoiceNumber: 'text',
  },
  defaultSort: 'day desc',
  pageSizes: [50, 100, 200],
  row: record,
  record,
  create: z.object(write),
  update: z.object({ ...write, rowVersion: rowVersion.optional() }),
});
