import { z } from 'zod';
import { audited, day, defineResource, id, instant, rowVersion, shortText } from '../resource.ts';

/** How a program shows who it is: with an API key, or with the secret of OAuth 2.0 client credentials. */
export const serviceKeyKinds = ['api-key', 'client-secret'] as const;
/** One of the two. */
export type ServiceKeyKind = (typeof serviceKeyKinds)[number];

/** How many keys of a kind an account has at a time, so that they change without a gap. */
export const maxServiceKeys = 2;
/** For how many days the older key goes on when a new one is made, if the request does not say. */
export const usualOverlapDays = 7;

const key = z.object({
  id,
  kind: z.enum(serviceKeyKinds),
  /** How it starts, to tell keys apart and to find one that leaked; the key itself is not stored. */
  hint: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  lastUsedAt: instant.nullable(),
  /** When it stops; null: with the account. */
  expiresAt: instant.nullable(),
});
/** A key as it is shown afterwards. */
export type ServiceKey = z.output<typeof key>;

const row = z.object({
  id,
  companyId: id,
  name: z.string(),
  active: z.boolean(),
  /** The last day on which its keys work; null for no end. */
  validUntil: day.nullable(),
  permissions: z.array(z.string()),
  /** Whether it may decide on invoices. For four eyes it counts as who uploaded the document (§C13). */
  mayApprove: z.boolean(),
  /** The administrations that it reaches; empty for all of the company. */
  administrationIds: z.array(id),
  /** IP addresses and networks from which it may call; empty for any. */
  addresses: z.array(z.string()),
  keys: z.array(key),
  /** Of all its keys, to the minute. */
  lastUsedAt: instant.nullable(),
});

const write = z.object({
  name: shortText(100),
  /** Absent: true on a new one, unchanged on another. Its keys stop within a minute when it is switched off. */
  active: z.boolean().optional(),
  validUntil: day.nullish(),
  /** Those that `isForPrograms` allows, and that who asks may give (§A4); absent leaves them. */
  permissionIds: z.array(z.string().max(100)).max(1000).optional(),
  mayApprove: z.boolean().optional(),
  administrationIds: z.array(id).max(250).optional(),
  addresses: z.array(z.string().trim().max(64)).max(50).optional(),
});

/**
 * The programs of a company: each with its own rights, and up to two API keys and two client secrets. `POST …/{id}/keys`
 * answers the record with `key`, this once. While there is an older key of that kind it gets an end, after `overlapDays`;
 * with two that both work a third is refused. `DELETE …/{id}/keys/{keyId}` ends a key at once.
 */
export const serviceAccounts = defineResource({
  name: 'service account',
  path: 'core/companies/{companyId}/service-accounts',
  permission: 'core.serviceaccounts',
  fields: { id: 'id', name: 'text', active: 'boolean', validUntil: 'day', mayApprove: 'boolean' },
  defaultSort: 'name asc',
  row,
  record: row.extend({ ...audited }),
  create: write,
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/** What `POST …/{id}/keys` takes. */
export const serviceKeyMake = z.object({
  kind: z.enum(serviceKeyKinds).default('api-key'),
  /** For how many days the older key goes on; 0 ends it at once. */
  overlapDays: z.int().min(0).max(90).default(usualOverlapDays),
});

/** What it answers: the account, with the new key this once. */
export const serviceKeyMade = serviceAccounts.record.extend({
  /** `balie_live_…` for an API key, `balie_secret_…` for a client secret; the id of the account is the client id. */
  key: z.string(),
});
