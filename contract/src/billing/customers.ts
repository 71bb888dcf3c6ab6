import { z } from 'zod';
import { defineResource, id, instant, rowVersion } from '../resource.ts';
import { billingStates, subscriptionTypes } from './codes.ts';

const row = z.object({
  id,
  name: z.string(),
  /** The customer id that people know, given once by the server (§J7). */
  fmCustomerId: z.int(),
  active: z.boolean(),
  /** NEW. Null without settings. */
  subscriptionType: z.literal(subscriptionTypes).nullable(),
  billingState: z.enum(billingStates),
});

/**
 * The facility's view of companies: every one but the provider, whichever modules it has, since a price can be agreed with
 * each (§H3 counts fewer). Read only; names and addresses are changed in management. `.company` sees itself.
 */
export const customers = defineResource({
  name: 'customer',
  path: 'fm/companies',
  permission: 'fm.customers',
  fields: {
    id: 'id',
    name: 'text',
    fmCustomerId: 'number',
    domainName: 'text',
    active: 'boolean',
    createdAt: 'instant',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    domainName: z.string(),
    /** The serial number. */
    license: z.string(),
    // The spelling is fixed (§B7).
    primaRelatienummer: z.string(),
    /** The highest version that its clients reported in the last 30 days, and the one before; empty without (§H6). */
    currentRelease: z.string(),
    previousRelease: z.string(),
    /** NEW. Those of these two that are no release of ours. */
    unknownReleases: z.array(z.string()),
    createdAt: instant,
    rowVersion,
  }),
});

const administration = z.object({
  id,
  companyId: id,
  name: z.string(),
  tag: z.string(),
  coupling: z.string(),
  mailHostname: z.string(),
  mailUsername: z.string(),
  mailbox: z.string(),
  mailIsActive: z.boolean(),
  hasPassword: z.boolean(),
  modules: z.array(z.string()),
});

const administrationFields = {
  id: 'id',
  companyId: 'id',
  name: 'text',
  tag: 'text',
  coupling: 'text',
} as const;

/** The administrations of a customer, to look at only (product 2.2). */
export const customerAdministrations = defineResource({
  name: 'customer administration',
  path: 'fm/companies/{companyId}/administrations',
  permission: 'fm.customers',
  fields: administrationFields,
  defaultSort: 'tag asc',
  row: administration,
  record: administration,
});

/** The same by themselves: product 2.7 lists `administrations`. */
export const allCustomerAdministrations = defineResource({
  ...customerAdministrations,
  name: 'customer administration',
  path: 'fm/administrations',
});
