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
});

/** `GET core/permissions`: what can be given, in the order of the tree on screen. */
export const permissions = defineResource({
  name: 'permission',
  path: 'core/permissions',
  permission: 'core.permissions',
  fields: {
    id: 'text',
    tag: 'text',
    name: 'text',
    module: 'text',
    isYours: 'boolean',
    isYoursForOthers: 'boolean',
  },
  defaultSort: '',
  row: record,
  record,
});
