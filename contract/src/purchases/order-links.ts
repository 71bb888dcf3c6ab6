import { z } from 'zod';
import { cents, defineResource, id, instant } from '../resource.ts';

/** A line of a work order, as an invoice is linked to it. */
const orderLine = z.object({
  orderLineId: id,
  workOrderId: id,
  /** `2026-114`. */
  yearNumber: z.string(),
  reference: z.string(),
  description: z.string(),
  /** Planned, excluding VAT. */
  purchaseAmount: cents,
  /** What other invoices charge for it. */
  otherInCents: cents,
  /** Of an invoiced order: it can still be linked. */
  isInvoiced: z.boolean(),
  /** What this invoice charges for it, excluding VAT; negative of a credit note. */
  amountInCents: cents,
});

/** Why an invoice seems to be of an order: it names its number or the customer's reference, or what it charges is the same. */
export const linkReasons = ['number', 'reference', 'text'] as const;

const row = z.object({
  ...orderLine.shape,
  linkedAt: instant,
  linkedByName: z.string(),
});

/**
 * `GET fmmodule/order-links/{invoiceId}`: to which order lines an invoice is linked, and what is proposed. Needs
 * `comceptum.orderlines.readpurchase` and the right to read invoices.
 */
export const orderLinks = z.object({
  links: z.array(row),
  /** What is not linked yet, the surest first. */
  proposals: z.array(
    orderLine.extend({ confidence: z.number(), reason: z.enum(linkReasons), named: z.string() }),
  ),
  /** The invoice without VAT; null where that is not known. */
  exclInCents: cents.nullable(),
  /** What is linked less what was planned for those lines and is not charged by other invoices. */
  differenceInCents: cents,
  /** Links change as long as the invoice is not rejected. */
  mayLink: z.boolean(),
});
/** How an invoice is linked to orders. */
export type OrderLinks = z.output<typeof orderLinks>;

/** `PUT fmmodule/order-links/{invoiceId}`: all its links; what is left out is released. */
export const linkCommand = z.object({
  links: z
    .array(z.object({ orderLineId: id, amountInCents: cents.min(-1_000_000_000_00).max(1_000_000_000_00) }))
    .max(100),
});

/** `GET comceptum/work-order-purchases/{workOrderId}`: what an order was to cost, and what invoices charge for it. */
export const orderPurchases = z.object({
  lines: z.array(
    z.object({
      id,
      description: z.string(),
      plannedInCents: cents,
      realInCents: cents,
      invoices: z.array(z.object({ id, documentId: z.string(), creditor: z.string(), amountInCents: cents })),
      /** A purchase is planned and no invoice came yet. */
      isWaiting: z.boolean(),
    }),
  ),
  salesInCents: cents,
  plannedInCents: cents,
  /** Invoiced so far. */
  realInCents: cents,
});
/** What an order was to cost, and what invoices charge for it. */
export type OrderPurchases = z.output<typeof orderPurchases>;

/** The links as a resource: it has no list of its own, and keeps orders and lines from being deleted. */
export const purchaseLinks = defineResource({
  name: 'link of an invoice',
  path: 'fmmodule/order-links',
  permission: 'fmmodule.invoices',
  fields: { orderLineId: 'id' },
  defaultSort: 'orderLineId asc',
  row,
  record: row,
});
