import { z } from 'zod';
import { cents, day, defineResource, id, instant, rowVersion } from '../resource.ts';
import { agreementTypes, billingCycles, invoiceTypes, priceLimits } from './codes.ts';

const record = z.object({
  id,
  companyId: id,
  priceAgreementId: id,
  /** The agreement as it is sold now; name, type and price beside it are the customer's own copy (§I2). */
  priceAgreement: z.object({ id, name: z.string(), price: cents }),
  quantity: z.int(),
  name: z.string(),
  type: z.literal(agreementTypes),
  /** In the language of the request. */
  typeName: z.string(),
  price: cents,
  isVariable: z.boolean(),
  invoiceType: z.literal(invoiceTypes),
  cycleInMonths: z.literal(billingCycles),
  /** First and last day, both included; null: from the invoicing start date, and without an end. */
  startdate: day.nullable(),
  enddate: day.nullable(),
  /** NEW: a final run has billed it; it can be ended, not deleted (§I9). */
  isBilled: z.boolean(),
  createdAt: instant,
  rowVersion,
});

const quantity = z.int().min(1).max(priceLimits.maxQuantity);

type Span = { readonly startdate?: string | null | undefined; readonly enddate?: string | null | undefined };
const isForward = ({ startdate, enddate }: Span) => !(startdate && enddate && enddate < startdate);
const endsFirst = { path: ['enddate'], message: 'ends-before-start' };

const create = {
  priceAgreementId: id,
  quantity: quantity.default(1),
  /** Absent: that of the agreement; without one from the invoicing start date, or the day after the last final run. */
  startdate: day.nullish(),
  enddate: day.nullish(),
};
const update = z
  .object({
    /** May be sent, and is the same (the modal has it disabled). */
    priceAgreementId: id.optional(),
    /** What a final run has billed keeps its quantity: the change starts the day after, in a row of its own. */
    quantity: quantity.optional(),
    startdate: day.nullish(),
    enddate: day.nullish(),
    rowVersion: rowVersion.optional(),
  })
  .refine(isForward, endsFirst);

const shared = {
  permission: 'fm.priceagreements',
  fields: {
    id: 'id',
    companyId: 'id',
    priceAgreementId: 'id',
    name: 'text',
    quantity: 'number',
    price: 'number',
    isVariable: 'boolean',
    startdate: 'day',
    enddate: 'day',
  },
  defaultSort: 'name asc,startdate asc',
  pageSizes: [50, 100, 200],
  row: record,
  record,
  update,
} as const;

/**
 * The agreements of a customer. 400 `price_agreement_id`: `overlaps` when the same agreement runs in that time already,
 * `unknown` when there is none.
 */
export const customerAgreements = defineResource({
  ...shared,
  name: 'customer agreement',
  path: 'fm/companies/{companyId}/price-agreements',
  create: z.object(create).refine(isForward, endsFirst),
});

/** The same by themselves: they have two addresses (product 2.7). `$filter=companyId eq '…'` keeps one customer. */
export const allCustomerAgreements = defineResource({
  ...shared,
  name: 'customer agreement',
  path: 'fm/price-agreements-customer',
  create: z.object({ ...create, companyId: id }).refine(isForward, endsFirst),
});
