import { z } from 'zod';
import { audited, defineResource, id, keptText, optionalText, rowVersion, shortText } from '../resource.ts';

const host = /^(?=.{1,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A host name in lower case, such as `veenstra.example` (§J7). */
const domainName = shortText(253)
  .toLowerCase()
  .refine((text) => text === '' || host.test(text), 'not-a-host');

const row = z.object({
  id,
  name: z.string(),
  domainName: z.string(),
  // The spelling is fixed (§B7).
  primaRelatienummer: z.string(),
  active: z.boolean(),
  userCount: z.int(),
});

const write = z.object({
  name: shortText(),
  domainName,
  /** A data URL of a PNG, JPEG or WebP, at most 1 MB; null removes the logo, absent leaves it. */
  logo: z.string().max(1_500_000, 'file-too-large').nullish(),
  primaRelatienummer: optionalText(64),
  active: z.boolean().default(true),
});

/** Companies: the tenants. Management's view; `fm/companies` is the facility's. */
export const companies = defineResource({
  name: 'company',
  path: 'core/companies',
  permission: 'core.companies',
  fields: {
    id: 'id',
    name: 'text',
    domainName: 'text',
    primaRelatienummer: 'text',
    active: 'boolean',
    createdAt: 'instant',
  },
  defaultSort: 'name asc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    logo: z.string().nullable(),
    isProvider: z.boolean(),
    administrationCount: z.int(),
    moduleCount: z.int(),
    ...audited,
  }),
  create: write,
  // Absent fields stay as they are (§B5): above all nobody is let in again by a save that does not speak of it.
  update: write.extend({
    primaRelatienummer: keptText(64),
    active: z.boolean().optional(),
    rowVersion: rowVersion.optional(),
  }),
});
