import { z } from 'zod';
import { email } from '#contract/resource.ts';
import type { ScimGroup, ScimUser } from './scim.repository.ts';
import { UnreadableScim } from './scim.filter.ts';
import { type ScimChange, scimBoolean } from './scim.patch.ts';

/** A refusal in the words of RFC 7644, 3.12. */
export class ScimRefusal extends Error {
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, scimType: string | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** A user as the directory wants them. */
export interface UserWrite {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly active: boolean;
  readonly externalId: string | null;
}

/** A group as the directory wants it; members by id. */
export interface GroupWrite {
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly string[];
}

const name = z.string().trim().max(100);
const externalId = z.string().max(255).nullish();
const member = z.looseObject({ value: z.string() });

/** A whole user, as POST and PUT send it; what Balie does not keep is left out. */
export const scimUserBody = z.looseObject({
  userName: email,
  externalId,
  name: z.looseObject({ givenName: name.nullish(), familyName: name.nullish() }).nullish(),
  displayName: z.string().trim().nullish(),
  active: scimBoolean.nullish(),
});
/** A whole group, as POST and PUT send it. */
export const scimGroupBody = z.looseObject({
  displayName: z.string().trim().min(1).max(255),
  externalId,
  members: z.array(member).max(5000).nullish(),
});

/** The user that a body describes; names that it lacks are made of what it has. */
export function userOf(body: z.output<typeof scimUserBody>): UserWrite {
  const { userName, displayName, active } = body;
  const [first = '', ...rest] = (displayName ?? '').split(' ');
  const start = userName.slice(0, userName.indexOf('@'));
  return {
    email: userName,
    firstName: body.name?.givenName || first.slice(0, 100) || start.slice(0, 100),
    lastName: body.name?.familyName || rest.join(' ').slice(0, 100) || start.slice(0, 100),
    active: active ?? true,
    externalId: body.externalId ?? null,
  };
}

/** The group that a body describes. */
export function groupOf(body: z.output<typeof scimGroupBody>): GroupWrite {
  return {
    name: body.displayName,
    externalId: body.externalId ?? null,
    members: unique((body.members ?? []).map(({ value }) => value)),
  };
}

/** A user after some changes. Attributes that Balie does not keep change nothing, so that a directory may send all it has. */
export function changedUser(user: ScimUser, changes: readonly ScimChange[]): UserWrite {
  let { email: address, firstName, lastName, active, externalId: external } = user;
  address = address.toLowerCase();
  for (const { op, path, value } of changes) {
    const isGone = op === 'remove';
    if (path === 'username') address = isGone ? refuse() : read(email, value);
    else if (path === 'active') active = isGone ? refuse() : read(scimBoolean, value);
    else if (path === 'name.givenname') firstName = isGone ? refuse() : read(name.min(1), value);
    else if (path === 'name.familyname') lastName = isGone ? refuse() : read(name.min(1), value);
    else if (path === 'externalid') external = isGone ? null : (read(externalId, value) ?? null);
    else if (path === 'id' && value !== user.id)
      throw new ScimRefusal(400, 'mutability', 'The id of a user never changes.');
  }
  return { email: address, firstName, lastName, active, externalId: external };
}

/** A group after some changes. */
export function changedGroup(group: ScimGroup, changes: readonly ScimChange[]): GroupWrite {
  let { name: called, externalId: external } = group;
  let members = group.members.map(({ value }) => value);
  for (const { op, path, item, value } of changes) {
    if (path === 'displayname')
      called = op === 'remove' ? refuse() : read(z.string().trim().min(1).max(255), value);
    else if (path === 'externalid') external = op === 'remove' ? null : (read(externalId, value) ?? null);
    else if (path === 'members') members = changedMembers(members, { op, item, value });
    else if (path === 'id' && value !== group.id)
      throw new ScimRefusal(400, 'mutability', 'The id of a group never changes.');
  }
  return { name: called, externalId: external, members };
}

function changedMembers(
  members: readonly string[],
  { op, item, value }: Pick<ScimChange, 'op' | 'item' | 'value'>,
): string[] {
  if (op === 'remove') {
    if (item === null && (value === undefined || value === null)) return [];
    const gone = item === null ? idsOf(value) : [item];
    return members.filter((id) => !gone.includes(id));
  }
  const given = idsOf(value);
  return unique(op === 'replace' ? given : [...members, ...given]);
}

function idsOf(value: unknown): string[] {
  const given = read(z.union([z.array(member).max(5000), member]), value);
  return (Array.isArray(given) ? given : [given]).map(({ value: id }) => id);
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const given = schema.safeParse(value);
  if (!given.success) throw new ScimRefusal(400, 'invalidValue', 'A value is of the wrong kind.');
  return given.data;
}

function refuse(): never {
  throw new ScimRefusal(400, 'mutability', 'This attribute is required.');
}

/** What cannot be read, as a refusal of its place. */
export function refusalOf(error: unknown, scimType: 'invalidFilter' | 'invalidPath'): unknown {
  return error instanceof UnreadableScim
    ? new ScimRefusal(
        400,
        scimType,
        scimType === 'invalidFilter' ? 'The filter cannot be read.' : 'The path cannot be read.',
      )
    : error;
}
