import type { attemptOutcomes, deliveryPaces, DeliveryState } from '#contract/invoicing/deliveries.ts';

/** The state of a delivery as a number in the database. */
export const DeliveryNumber = {
  waiting: 0,
  running: 1,
  delivered: 2,
  perhaps: 3,
  failed: 4,
  stopped: 5,
  replaced: 6,
} as const satisfies Record<DeliveryState, number>;

/** What became of an attempt as a number in the database. */
export const OutcomeNumber = {
  unknown: 0,
  delivered: 1,
  refused: 2,
  'not-reached': 3,
} as const satisfies Record<(typeof attemptOutcomes)[number], number>;

/** When invoices are taken as a number in the database. */
export const PaceNumber = {
  alone: 0,
  hour: 1,
  day: 2,
  hand: 3,
} as const satisfies Record<(typeof deliveryPaces)[number], number>;
