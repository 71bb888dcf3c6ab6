import { z } from 'zod';
import { audited, defineResource, id, rowVersion, shortText } from '../resource.ts';

const row = z.object({
  id,
  /** NEW (§A3): the company whose people it is for; null is a system group of the provider. */
  companyId: id.nullable(),
  companyName: z.string().nullable(),
  name: z.string(),
  accessToEverything: z.boolean(),
  // The spelling is fixed (product 2.3).
  availableForEveryOne: z.boolean(),
  /** Members that the caller may see. */
  userCount: z.int(),
  permissionCount: z.int(),
});

const write = z.object({
  name: shortText(),
  /** Absent leaves them; on a new group: none. */
  permissionIds: z.array(z.string().max(100)).max(1000).optional(),
  /** Members the caller may see; others stay as they are. Absent leaves all. */
  userIds: z.array(id).max(5000).optional(),
  accessToEverything: z.boolean().optional(),
  availableForEveryOne: z.boolean().optional(),
});

/** Groups give their members permissions (§A3, §A4). */
export const groups = defineResource({
  name: 'group',
  path: 'core/groups',
  permission: 'core.groups',
  fields: {
    id: 'id',
    companyId: 'id',
    companyName: 'text',
    name: 'text',
    accessToEverything: 'boolean',
    availableForEveryOne: 'boolean',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    permissions: z.array(z.object({ id: z.string(), tag: z.string(), name: z.string() })),
    users: z.array(z.object({ id, fullName: z.string(), companyId: id })),
    ...audited,
  }),
  /** Absent company: the caller's own. Null: a system group, by who reaches everything. A group never moves. */
  create: write.extend({ companyId: id.nullish() }),
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/** `POST core/groups/{id}/copy`: a new group with the same permissions, of the same company, without members. */
export const groupCopy = z.object({ name: shortText() });
