import { z } from 'zod';
import { defineResource, id, instant, rowVersion } from '../resource.ts';
import { lineShown, lineWrite } from './line-write.ts';

const record = z.object({
  id,
  workOrderId: id,
  ...lineShown,
  /** NEW: whether the customer wants it, by the last offer that they accepted; null while that does not say. Totals leave out false. */
  isAccepted: z.boolean().nullable(),
  /**
   * NEW: why it does not count in the offer that waits for an answer, and so in no total: optional, or an alternative
   * behind the first (§E6). Null where it counts.
   */
  uncountedAs: z.enum(['optional', 'alternative']).nullable(),
  customId: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
  rowVersion,
});

/** The permission without which no answer reveals a purchase amount; no other permission includes it. */
export const readPurchase = 'comceptum.orderlines.readpurchase';
/** The fields that need that permission. */
export const purchaseFields = ['purchaseAmount'] as const;

// A client of product 2.3 names the order again; 400 `work_order_id` when it is another one: a line does not move.
const update = lineWrite.extend({ workOrderId: id.optional(), rowVersion: rowVersion.optional() });

const shared = {
  permission: 'comceptum.orderlines',
  fields: {
    id: 'id',
    workOrderId: 'id',
    description: 'text',
    edition: 'text',
    size: 'text',
    format: 'text',
    printing: 'text',
    material: 'text',
    finish: 'text',
    purchaseAmount: 'number',
    salesAmount: 'number',
    vat: 'text',
    note: 'text',
    isAccepted: 'boolean',
    createdAt: 'instant',
  },
  row: record,
  record,
} as const;

/** The lines of one work order, in their own order. Read-only while the order is invoiced (§E3). */
export const workOrderLines = defineResource({
  ...shared,
  name: 'order line',
  path: 'comceptum/workorders/{workOrderId}/lines',
  defaultSort: '',
  create: lineWrite,
  update,
});

/** The same lines by themselves: they have two addresses (product 2.7). */
export const orderLines = defineResource({
  ...shared,
  name: 'order line',
  path: 'comceptum/orderlines',
  defaultSort: 'createdAt desc',
  create: lineWrite.extend({ workOrderId: id }),
  update,
});
