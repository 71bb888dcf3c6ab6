import { z } from 'zod';
import { defineResource, id, instant, keptText, shortText } from '../resource.ts';
import { buildText, versionText } from './versions.ts';

const client = {
  version: versionText,
  build: buildText,
  /** The e-mail address or id of a user of the key's company; any other text counts as no user. */
  user: z.string().trim().max(254).optional(),
  /** NEW: a stable name of this machine or installation, by which it is recognised. */
  installation: z.string().trim().max(64).optional(),
};

/**
 * `GET fm/updates?version=&build=&user=&installation=` with `Authorization: Bearer {update key}`: the one release that is
 * offered (§H1), or 204. The same 401 for an unknown, withdrawn or foreign key and for an inactive company (§A8); 429
 * beyond `maxChecksPerMinute` of one key. It also stores what the client runs.
 */
export const updateQuestion = z.object(client);

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
    /** Where the build is, if the build server sent it. */
    url: z.string().nullable(),
  }),
});

/**
 * `POST fm/updates/failures` with the same key: taking a release failed. `version` and `build` are those of the release.
 * 204, also when it was reported before: it counts once for each installation. 400 `version` `unknown` for no release.
 */
export const failureReport = z.object({ ...client, reason: keptText(2000) });

/** The maximum number of requests per minute with one update key, over all server processes. */
export const maxChecksPerMinute = 600;

const row = z.object({
  id,
  companyId: id,
  name: z.string(),
  /** The last four characters, to recognise a key; the key itself is not stored. */
  hint: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  lastUsedAt: instant.nullable(),
});

/**
 * The keys with which a company's clients ask for updates: 256 random bits, stored as a hash. POST answers the record with
 * `key`, shown this once. DELETE revokes a key immediately and for good. To change keys without a gap: create a second
 * one, distribute it, delete the first. `POST …/{id}/rotate` replaces a key that leaked: the old one stops working
 * immediately, the answer contains the new `key`. 404 for a company of another tenant.
 */
export const updateKeys = defineResource({
  name: 'update key',
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

/** The maximum number of keys of a company; 409 `wrong-state` beyond. */
export const maxUpdateKeys = 10;
