import type { Slice } from '#server/platform/resource/slice.ts';
import { semiFinishSlice } from './catalogue/catalogue.slice.ts';
import { carpetOrderSlice } from './orders/orders.slice.ts';
import { portalUserSlice } from './portal-users/portal-users.slice.ts';

/** The resources of the area. */
export const carpetlineSlices: readonly Slice[] = [carpetOrderSlice, semiFinishSlice, portalUserSlice];
