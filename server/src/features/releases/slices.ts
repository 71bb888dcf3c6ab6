import type { Slice } from '#server/platform/resource/slice.ts';
import { releaseSlice } from './releases/releases.slice.ts';
import { updateKeySlice } from './update-keys/update-keys.slice.ts';

/** The resources of the area. */
export const releaseSlices: readonly Slice[] = [releaseSlice, updateKeySlice];
