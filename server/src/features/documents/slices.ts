import type { Slice } from '#server/platform/resource/slice.ts';
import { supplierBoardSlice, triggerBoardSlice } from './board/board.slice.ts';
import { documentSlice } from './documents/documents.slice.ts';
import { intakeLogSlice } from './intake/intake-log.slice.ts';
import { triggerSlice } from './triggers/triggers.slice.ts';
import { unknownSlice, unprocessableSlice } from './unknown/unknown.slice.ts';
import { unvalidatedSlice } from './validation/validation.slice.ts';

/** The resources of the area. */
export const documentSlices: readonly Slice[] = [
  documentSlice,
  unknownSlice,
  unprocessableSlice,
  unvalidatedSlice,
  supplierBoardSlice,
  triggerBoardSlice,
  triggerSlice,
  intakeLogSlice,
];
