import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

/** Days that a deleted record can be restored; after that it is purged (§B6). */
export const trashDays = 30;

const row = z.object({
  id,
  /** The permission name of its resource: `core.companies`. */
  entity: z.string(),
  /** Null for what belongs to no company: modules and system groups. */
  companyId: id.nullable(),
  companyName: z.string().nullable(),
  name: z.string(),
  deletedAt: instant,
  deletedBy: z.string().nullable(),
  /** Until then it can be restored. */
  purgedAt: instant,
});

/**
 * Deleted records that the caller could read, the newest first. What went along with its owner comes back with it, and
 * is not listed by itself. `POST core/trash/{entity}/{id}/restore` puts one back.
 */
export const trash = defineResource({
  name: 'deleted record',
  path: 'core/trash',
  permission: 'core.trash',
  fields: {
    id: 'id',
    entity: 'text',
    name: 'text',
    companyName: 'text',
    deletedAt: 'instant',
    deletedBy: 'text',
  },
  defaultSort: 'deletedAt desc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
});
