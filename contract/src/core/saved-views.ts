import { z } from 'zod';
import { defineResource, id, instant, rowVersion, shortText } from '../resource.ts';

/** The max size of a view's state as JSON, in bytes. */
export const maxViewBytes = 8192;
/** The max number of views of one user on one screen. */
export const maxViews = 100;

// Opaque here: the screen that wrote it reads it again, and must expect an older one of its own.
const state = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxViewBytes, 'too-long');

const row = z.object({
  id,
  /** The screen's route name: `customer-relations:index`. */
  screen: z.string(),
  name: z.string(),
  /** Whether colleagues of the same company see it too. */
  isShared: z.boolean(),
  /** Filters, sort, columns and page size, as the screen keeps them. */
  state: z.record(z.string(), z.unknown()),
  /** Only the maker changes or deletes it. */
  isOwn: z.boolean(),
  ownerName: z.string(),
  updatedAt: instant,
  rowVersion,
});

const write = z.object({
  screen: shortText(100),
  name: shortText(100),
  isShared: z.boolean().default(false),
  state,
});

/** The views of lists that a person saved, and those that colleagues share. Anybody signed in has them: no permission. */
export const savedViews = defineResource({
  name: 'saved view',
  path: 'core/saved-views',
  permission: 'core.savedviews',
  fields: { id: 'id', screen: 'text', name: 'text', isShared: 'boolean', isOwn: 'boolean' },
  defaultSort: 'name asc',
  row,
  record: row,
  create: write,
  update: write
    .omit({ screen: true })
    .extend({ isShared: z.boolean().optional(), rowVersion: rowVersion.optional() }),
});
