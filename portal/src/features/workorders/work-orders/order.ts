import type { Rec, Row } from '#contract/resource.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';

/** An order as lists have it. */
export type OrderRow = Row<typeof workOrders>;
/** A whole order. */
export type Order = Rec<typeof workOrders>;

export const orderHooks = resourceHooks(workOrders);

/** The people of an order as it is written: by their ids. */
export const idsOf = ({ contactPersons, assignedUsers }: OrderRow) => ({
  contactPersonIds: contactPersons.map(({ id }) => id),
  assignedUserIds: assignedUsers.map(({ id }) => id),
});
