import { z } from 'zod';
import { withFieldIds } from '../problem.ts';
import { lastInvitation } from './invitations.ts';
import { audited, defineResource, email, id, instant, rowVersion, shortText } from '../resource.ts';

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
  /** Absent: true on a new user, unchanged on another. Switching off ends the sessions. */
  active: z.boolean().optional(),
  /** Groups of the user's company, or system groups; absent leaves them. */
  groupIds: z.array(id).max(250).optional(),
  /** Permissions of the user's own; absent leaves them. */
  permissionIds: z.array(z.string().max(100)).max(1000).optional(),
  /** Permission prefixes that narrow the company's modules (§A3); empty narrows nothing, absent leaves them. */
  modules: z.array(z.string().max(50)).max(50).optional(),
  /** NEW: administrations that the user is narrowed to; empty narrows nothing, absent leaves them. */
  administrationIds: z.array(id).max(250).optional(),
});

/** How product 1.5 calls the address of a person; that of a customer relation keeps both its parts. */
export const addressIds = { 'emailAddress.address': 'email_address' } as const;

/** The people of one company; an e-mail address is theirs system-wide (§A12). */
export const users = defineResource({
  name: 'user',
  path: 'core/companies/{companyId}/users',
  permission: 'core.users',
  fields: {
    id: 'id',
    firstName: 'text',
    lastName: 'text',
    'emailAddress/address': 'text',
    active: 'boolean',
  },
  defaultSort: 'lastName asc',
  row,
  record: row.extend({
    groups: z.array(id),
    permissions: z.array(z.string()),
    modules: z.array(z.string()),
    /** NEW: empty: all of the company. */
    administrations: z.array(id),
    /** NEW: null when nobody invited them, or when the last invitation became void unused. */
    invitation: lastInvitation.nullable(),
    ...audited,
  }),
  create: withFieldIds(write, addressIds),
  update: withFieldIds(write.extend({ rowVersion: rowVersion.optional() }), addressIds),
});

const listed = row.extend({ companyName: z.string() });

/** `GET core/users`: everybody whom the caller may see, for pickers (product 2.7). */
export const allUsers = defineResource({
  name: 'user',
  path: 'core/users',
  permission: 'core.users',
  fields: {
    id: 'id',
    companyId: 'id',
    companyName: 'text',
    firstName: 'text',
    lastName: 'text',
    fullName: 'text',
    'emailAddress/address': 'text',
    active: 'boolean',
  },
  defaultSort: 'lastName asc',
  row: listed,
  record: listed,
});

/** Where an effective permission comes from: given to the user, by one of their groups, or by a group for everyone. */
const source = z.object({
  kind: z.enum(['self', 'group', 'everyone']),
  /** The group, when it is one. */
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  /** The group has access to everything; it does not name the permission itself. */
  accessToEverything: z.boolean(),
});

/** `GET core/companies/{companyId}/users/{id}/permissions`: each effective permission with all its sources (§A3). */
export const userPermissionsAnswer = z.object({
  result: z.array(z.object({ id: z.string(), tag: z.string(), sources: z.array(source).min(1) })),
});
/** One effective permission of a user. */
export type UserPermission = z.output<typeof userPermissionsAnswer>['result'][number];

// NEW `POST core/companies/{companyId}/users/{id}/view-as`, with the right to read users: records in the history that the
// caller looks at what this user may do. Answers 204 and gives no rights.

/** NEW `POST core/companies/{companyId}/users/{id}/reset-sign-in`: ends all sessions. Answers 204. */
export const signInReset = z.object({
  /** Also removes the second factor of who lost it; takes all rights of the user (§A4). */
  removesFactor: z.boolean().default(false),
});

/** `GET`: all that is kept of who asks (§A21). */
export const ownPersonalDataPath = '/api/core/personal-data';

/** All that is kept of a person, as it is stored: `GET core/companies/{companyId}/users/{id}/personal-data`. */
export const personalData = z.object({
  madeAt: instant,
  user: z.record(z.string(), z.unknown()),
  /** By what it is: sessions, sign-ins, history, comments, approvals, hours and so on. */
  parts: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export const personalDataAnswer = z.object({ result: personalData });
