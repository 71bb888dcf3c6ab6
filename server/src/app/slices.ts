import { carpetlineSlices } from '#server/features/carpetline/index.ts';
import { coreSlices } from '#server/features/core/index.ts';
import { documentSlices } from '#server/features/documents/index.ts';
import { facilitySlices } from '#server/features/facility/index.ts';
import { invoicingSlices } from '#server/features/invoicing/index.ts';
import { workOrderSlices } from '#server/features/workorders/index.ts';
import type { Slice } from '#server/platform/resource/slice.ts';

/** Every resource of the product; those that refer to others come before them. */
export const slices: readonly Slice[] = [
  ...facilitySlices,
  ...workOrderSlices,
  ...carpetlineSlices,
  ...invoicingSlices,
  ...documentSlices,
  ...coreSlices,
];
