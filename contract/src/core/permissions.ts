import { z } from 'zod';
import { defineResource } from '../resource.ts';

const record = z.object({
  /** The permission itself: it is its own identifier. */
  id: z.string(),
  tag: z.string(),
  name: z.string(),
  /** The module that it belongs to: its first segment. */
  module: z.string(),
  /** Whether the caller may give it to people of their own company (§A4). */
  isYours: z.boolean(),
  /** NEW: whether the caller may give it to people of other companies. */
  isYoursForOthers: z.boolean(),
  /**
   * NEW: why it has no effect for people of the company that was asked for: it reaches all companies (`system`), or the
   * company lacks its module (`module`). Null if it counts, and where no company was named.
   */
  hindrance: z.enum(['system', 'module']).nullable(),
});

const shared = {
  permission: 'core.permissions',
  fields: {
    id: 'text',
    tag: 'text',
    name: 'text',
    module: 'text',
    isYours: 'boolean',
    isYoursForOthers: 'boolean',
    hindrance: 'text',
  },
  defaultSort: '',
  row: record,
  record,
} as const;

/** `GET core/permissions`: what can be given, in the order of the matrix on screen. */
export const permissions = defineResource({ ...shared, name: 'permission', path: 'core/permissions' });

/** NEW: the same, as they count for the people of a company. 404 for a company of another tenant. */
export const companyPermissions = defineResource({
  ...shared,
  name: 'permission',
  path: 'core/companies/{companyId}/permissions',
});
