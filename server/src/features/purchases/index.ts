import type { Slice } from '#server/platform/resource/slice.ts';
import { purchaseLinkSlice } from './purchases.slice.ts';

/** The resources of the area. */
export const purchaseSlices: readonly Slice[] = [purchaseLinkSlice];
