import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';

/**
 * What the status of a work order allows, and what changes it. People may set any status after any other (§E3), so
 * there is no table of allowed changes.
 */

/** The status that closes an order for lines and hours (§E3). Its own fields may change in every status. */
export const closedStatus = WorkOrderStatus.Invoiced;

/** Whether the lines and hours of an order may change: not once it is invoiced (§E3). */
export function mayChangeParts(status: number): boolean {
  return status !== closedStatus;
}

/** Whether the status allows deleting an order: invoiced orders are kept (§E10). An accepted offer keeps it too. */
export function mayDelete(status: number): boolean {
  return status !== closedStatus;
}

/** The reference of an order that nobody gave one: that of its lines (§E7). */
export function referenceOf(lines: readonly { readonly description: string }[]): string {
  return lines
    .map(({ description }) => description)
    .join(', ')
    .slice(0, 1000);
}

/** The status after an offer was made: a new order becomes an offer, others stay as they are (§E5). */
export function statusAfterOffer(status: number): number {
  return status === WorkOrderStatus.New ? WorkOrderStatus.Offer : status;
}

/**
 * The status after the customer accepted an offer: design. An order that is further already does not go back: people
 * may do that (§E3), a click of the customer may not.
 */
export function statusAfterAcceptedOffer(status: number): number {
  return Math.max(status, WorkOrderStatus.Design);
}
