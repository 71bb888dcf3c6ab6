import { z } from 'zod';
import { defineResource, email, id, instant, shortText } from '../resource.ts';

const row = z.object({
  id,
  companyId: id,
  user: z.object({ id, fullName: z.string(), emailAddress: z.object({ address: z.string() }) }),
  /** Null: purged, or not known yet. */
  customerRelation: z
    .object({ id, tag: z.string(), name: z.string(), address: z.object({ fullAddress: z.string() }) })
    .nullable(),
  /** A user who waits for the second call; they cannot sign in yet (§F9). */
  isPending: z.boolean(),
  createdAt: instant,
});

const name = { firstName: shortText(100), lastName: shortText(100) };
const password = {
  password: z.string().max(200).optional(),
  confirmPassword: z.string().max(200).optional(),
};

/**
 * Portal users: users of a carpet company that are bound to one of its customer relations. Group and modules are the
 * server's, whatever is sent (§F9). The id is the user's. `create` is the second call of product 2.7.
 */
export const portalUsers = defineResource({
  name: 'portal user',
  path: 'carpetline/user-customer-relations',
  permission: 'carpetline.usercustomerrelations',
  fields: {
    id: 'id',
    companyId: 'id',
    'user/fullName': 'text',
    'user/emailAddress/address': 'text',
    'customerRelation/id': 'id',
    'customerRelation/tag': 'text',
    'customerRelation/name': 'text',
    createdAt: 'instant',
  },
  defaultSort: 'customerRelation/name asc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
  create: z.object({
    /** The user of the first call. Without it NEW both calls are done in one. */
    userId: id.optional(),
    customerRelationId: id,
    emailAddress: email.optional(),
    firstName: shortText(100).optional(),
    lastName: shortText(100).optional(),
    ...password,
    /** NEW: no password; `POST …/{id}/invite` then makes an invitation, by mail or shown once (see `invitationAnswer`). */
    invite: z.boolean().optional(),
  }),
});

/** `POST carpetline/users`: the first call of product 2.7. Ids, groups and modules that are sent are ignored (§F9). */
export const portalUserCommand = z.object({
  emailAddress: email,
  ...name,
  ...password,
  customerRelationId: id.optional(),
  companyId: id.optional(),
});

/** Answer of the first call: the user that the second one names. */
export const portalUserCommandAnswer = z.object({ result: z.object({ id }) });
