import { z } from 'zod';
import {
  audited,
  day,
  defineResource,
  id,
  keptText,
  optionalText,
  rowVersion,
  shortText,
} from '../resource.ts';

const host = /^(?=.{1,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A host name in lower case, such as `veenstra.example` (§J7). */
const domainName = shortText(253)
  .toLowerCase()
  .refine((text) => text === '' || host.test(text), 'not-a-host');

/** What a company may use where its own limits say nothing (§A13). Requests: ten times those of one user (`RATE_LIMIT`). */
export const usualLimits = { documentsPerDay: 50_000, pagesPerDay: 250_000, storageMb: 200_000 } as const;

const limit = z.int().min(1).max(999_999_999).nullable();
const limits = {
  /** Documents that came in since midnight, Amsterdam. */
  documentsPerDay: limit,
  /** Pages read of them. */
  pagesPerDay: limit,
  /** Of all its users together. */
  requestsPerMinute: limit,
  /** Of the documents that are stored. */
  storageMb: limit,
};
/** The limits by name (decision 0112). */
export const limitNames = ['documentsPerDay', 'pagesPerDay', 'requestsPerMinute', 'storageMb'] as const;

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
  /** Limits are the provider's to set; null is the usual one, absent stays as it is (§A13). */
  documentsPerDay: limit.optional(),
  pagesPerDay: limit.optional(),
  requestsPerMinute: limit.optional(),
  storageMb: limit.optional(),
  /** NEW: from which day its people have to have a second factor; null for never, absent leaves it. */
  secondFactorFrom: day.nullish(),
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
    ...limits,
    secondFactorFrom: day.nullable(),
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
