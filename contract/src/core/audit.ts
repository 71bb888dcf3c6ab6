import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

/** What the lines of the audit list are about. */
export const auditKinds = [
  'sign-in',
  /** A wrong password, code or passkey, or somebody who may not enter. */
  'failure',
  /** Passwords, passkeys, apps and recovery codes. */
  'factor',
  /** Users, groups and modules. */
  'rights',
  /** Service accounts and their keys, webhooks, update keys. */
  'keys',
  'export',
  /** Everything else that administrators set. */
  'administration',
] as const;
/** One of them. */
export type AuditKind = (typeof auditKinds)[number];

const row = z.object({
  id,
  at: instant,
  kind: z.enum(auditKinds),
  /** `signed-in`, `failed`, `password-set`, `factor-…`, or the verb of the history: `create`, `make-key`. */
  action: z.string(),
  /** Who did it; null for nobody who is known. */
  userId: id.nullable(),
  userName: z.string(),
  /** The permission name of what it was done to: `core.groups`; null for sign-in. */
  entity: z.string().nullable(),
  entityId: id.nullable(),
  /** What it was done to, as people call it; for an export the name of the list. */
  about: z.string().nullable(),
  /** The fields that changed; their values are in the history of the record. */
  fields: z.array(z.string()),
  /** Of sign-in: `app`, `passkey`, `codes`, `directory`. */
  detail: z.string().nullable(),
  /** Where it was done, for sign-in. */
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
});

/** NEW: what happened to the access to one company, the newest first. It is read only; nothing can be taken out of it. */
export const audit = defineResource({
  name: 'audit line',
  path: 'core/companies/{companyId}/audit',
  permission: 'core.audit',
  fields: {
    id: 'id',
    at: 'instant',
    kind: 'text',
    action: 'text',
    userId: 'id',
    userName: 'text',
    entity: 'text',
    about: 'text',
    ip: 'text',
  },
  defaultSort: 'at desc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
});
