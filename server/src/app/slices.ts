import { billingSlices } from '#server/features/billing/index.ts';
import { carpetlineSlices } from '#server/features/carpetline/index.ts';
import { coreSlices } from '#server/features/core/index.ts';
import { documentSlices } from '#server/features/documents/index.ts';
import { invoicingSlices } from '#server/features/invoicing/index.ts';
import { purchaseSlices } from '#server/features/purchases/index.ts';
import { releaseSlices } from '#server/features/releases/index.ts';
import { workOrderSlices } from '#server/features/workorders/index.ts';
import type { Slice } from '#server/platform/resource/slice.ts';

/** Every resource of the product; those that refer to others come before them. */
export const slices: readonly Slice[] = [
  ...billingSlices,
  ...releaseSlices,
  ...purchaseSlices,
  ...workOrderSlices,
  ...carpetlineSlices,
  ...invoicingSlices,
  ...documentSlices,
  ...coreSlices,
];
