import { z } from 'zod';
import { modulePrefixes } from '../permissions.ts';
import { audited, defineResource, id, rowVersion, shortText } from '../resource.ts';

const record = z.object({
  id,
  name: z.string(),
  /** The permission prefix that the module stands for (§A3). */
  code: z.string(),
  deleted: z.boolean(),
  ...audited,
});

/** The modules that the provider sells. */
export const modules = defineResource({
  name: 'module',
  path: 'core/modules',
  permission: 'core.modules',
  fields: { id: 'id', name: 'text', code: 'text', createdAt: 'instant' },
  defaultSort: 'name asc',
  row: record,
  record,
  /** Without a code it is the only part that no module stands for; 400 names them where there are more, 409 with none. */
  create: z.object({ name: shortText(), code: z.enum(modulePrefixes).optional() }),
  update: z.object({ name: shortText(), rowVersion: rowVersion.optional() }),
});
