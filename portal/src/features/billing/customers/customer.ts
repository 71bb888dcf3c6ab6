import { type customerAdministrations, customers } from '#contract/billing/customers.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';

/** A customer in the list. */
export type CustomerRow = Row<typeof customers>;
/** A customer with what runs there. */
export type Customer = Rec<typeof customers>;
/** An administration, read-only here. */
export type Administration = Row<typeof customerAdministrations>;

export const customerHooks = resourceHooks(customers);
