import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

const record = z.object({
  id,
  moduleId: id,
  companyId: id,
  moduleName: z.string(),
  companyName: z.string(),
  deleted: z.boolean(),
  createdAt: instant,
  module: z.object({ name: z.string() }),
});

/** The modules that one company has; rights of other modules do not count for its people (§A3). */
export const companyModules = defineResource({
  name: 'company module',
  path: 'core/companies/{companyId}/modules',
  permission: 'core.companymodules',
  fields: { id: 'id', moduleName: 'text', createdAt: 'instant' },
  defaultSort: 'moduleName asc',
  row: record,
  record,
  create: z.object({ moduleId: id }),
});
