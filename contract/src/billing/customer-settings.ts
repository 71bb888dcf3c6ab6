import { z } from 'zod';
import { day, defineResource, id, rowVersion } from '../resource.ts';
import { billingStates, subscriptionTypes } from './codes.ts';

const record = z.object({
  id,
  companyId: id,
  /** Usage counts from 00:00 of this day, Amsterdam (§I3). */
  startDate: day.nullable(),
  subscriptionType: z.literal(subscriptionTypes),
  /** How many active users and administrations the customer has; never written. */
  users: z.int(),
  administrations: z.int(),
  /** NEW, §I10. */
  billingState: z.enum(billingStates),
  rowVersion,
});

// Field ids `startDate` and `subscription` (product 2.5).
const write = {
  startDate: day.nullish(),
  subscriptionType: z.literal(subscriptionTypes),
};
const shared = {
  permission: 'fm.settings',
  fields: { id: 'id', companyId: 'id', startDate: 'day', subscriptionType: 'number' },
  defaultSort: 'companyId asc',
  row: record,
  record,
  update: z.object({ ...write, rowVersion: rowVersion.optional() }),
} as const;

/**
 * A list of one row, or of none as long as nothing was saved; then POST makes it, and PUT changes it. The id is the
 * company's. What a final run has billed keeps its start date (400 `startDate`: `billed`).
 */
export const customerSettings = defineResource({
  ...shared,
  name: 'customer settings',
  path: 'fm/companies/{companyId}/settings',
  create: z.object(write),
});

/** The same by themselves: they have two addresses (product 2.7). */
export const allSettings = defineResource({
  ...shared,
  name: 'customer settings',
  path: 'fm/settings',
  create: z.object({ ...write, companyId: id }),
});
