import { z } from 'zod';
import { defineResource, email, id, rowVersion, shortText } from '../resource.ts';

const row = z.object({
  id,
  companyId: id,
  emailAddress: z.object({ address: z.string() }),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  active: z.boolean(),
});

const write = z.object({
  emailAddress: z.object({ address: email }),
  firstName: shortText(100),
  lastName: shortText(100),
  active: z.boolean().default(true),
  groupIds: z.array(id).max(250).default([]),
  permissionIds: z.array(z.string()).max(1000).default([]),
  modules: z.array(z.string()).max(50).optional(),
});

/** The people of one company; an e-mail address is theirs system-wide (§A12). */
export const users = defineResource({
  path: 'core/companies/{companyId}/users',
  permission: 'core.users',
  fields: { id: 'id', firstName: 'text', lastName: 'text', 'emailAddress/address': 'text', active: 'boolean' },
  defaultSort: 'lastName asc',
  row,
  record: row.extend({
    groups: z.array(id),
    permissions: z.array(z.string()),
    modules: z.array(z.string()),
    rowVersion,
  }),
  create: write,
  update: write.extend({ rowVersion: rowVersion.optional() }),
});
