import type { Slice } from '#server/platform/resource/slice.ts';
import { invoiceSlice } from './invoices/invoices.slice.ts';

/** The resources of the area. */
export const invoicingSlices: readonly Slice[] = [invoiceSlice];
