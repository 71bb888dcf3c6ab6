import type { Slice } from '#server/platform/resource/slice.ts';
import { offerSlice } from './offers/offers.slice.ts';
import { orderLineSlice, workOrderLineSlice } from './order-lines/order-lines.slice.ts';
import { orderTimeSlice, workOrderTimeSlice } from './order-times/order-times.slice.ts';
import { workOrderSlice } from './work-orders/work-orders.slice.ts';

/** The resources of the area; those that refer to others come before them. */
export const workOrderSlices: readonly Slice[] = [
  orderLineSlice,
  workOrderLineSlice,
  orderTimeSlice,
  workOrderTimeSlice,
  offerSlice,
  workOrderSlice,
];
