import { z } from 'zod';
import { defineResource, id, instant, keptText, shortText } from '../resource.ts';
import { buildText, versionText } from './versions.ts';

const asker = {
  version: versionText,
  build: buildText,
  /** Who works there: the e-mail address or id of a user of the key's company. Anybody else counts as nobody. */
  user: z.string().trim().max(254).optional(),
  /** NEW: what the client calls this machine or installation, always the same; it tells two apart. */
  installation: z.string().trim().max(64).optional(),
};

/**
 * `GET fm/updates?version=&build=&user=&installation=` with `Authorization: Bearer {update key}`: the one release that is
 * offered (§H1), or 204. The same 401 for an unknown, withdrawn or foreign key and for an inactive company (§A8); 429
 * beyond `maxChecksPerMinute` of one key. It also notes what the client runs.
 */
export const updateQuestion = z.object(asker);

/** The release that a client is offered. */
export const updateAnswer = z.object({
  result: z.object({
    id,
    name: z.string(),
    version: z.string(),
    build: z.string(),
    notes: z.string(),
    /** The client has to take it (§H4). */
    forceUpdate: z.boolean(),
    /** Where the build is, when the build server said. */
    url: z.string().nullable(),
  }),
});

/**
 * `POST fm/updates/failures` with the same key: taking a release failed. `version` and `build` are those of the release.
 * 204, also when it was reported before: it counts once for each installation. 400 `version` `unknown` for no release.
 */
export const failureReport = z.object({ ...asker, reason: keptText(2000) });

/** Questions and reports in a minute of the clock of one update key, at all server processes together. */
export const maxChecksPerMinute = 600;

const row = z.object({
  id,
  companyId: id,
  name: z.string(),
  /** The last four characters, to tell keys apart; the key itself is kept by nobody. */
  hint: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  lastUsedAt: instant.nullable(),
});

/**
 * The keys with which a company's clients ask for updates: 256 bits by chance, stored as a hash. POST answers the record
 * with `key`, shown this once. DELETE withdraws a key at once; nobody brings it back. To change keys without a gap: make
 * a second one, hand it out, withdraw the first. `POST …/{id}/rotate` gives a key in the place of one that leaked: the old
 * one is dead at once, the answer holds the new `key`. 404 for a company of another tenant.
 */
export const updateKeys = defineResource({
  path: 'fm/companies/{companyId}/update-keys',
  permission: 'fm.updatekeys',
  fields: { id: 'id', name: 'text', createdAt: 'instant', lastUsedAt: 'instant' },
  defaultSort: 'createdAt desc',
  row,
  record: row.extend({
    /** Only in the answer to a create or a rotation. */
    key: z.string().optional(),
  }),
  create: z.object({ name: shortText(100) }),
});

/** Most keys of one company at once; 409 `wrong-state` beyond. */
export const maxUpdateKeys = 10;
