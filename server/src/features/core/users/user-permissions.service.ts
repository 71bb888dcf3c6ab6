import type { UserPermission } from '#contract/core/users.ts';
import { permissionCatalogue } from '#contract/permissions.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listGroupsOfUser } from '../rights/grants.repository.ts';
import { findPerson } from '../rights/rights.repository.ts';
import { permissionsOf } from '../rights/rights.service.ts';
import { findById } from './users.repository.ts';

type Source = UserPermission['sources'][number];

/** Each effective permission of a user, with everything that it came from (§A3). */
export async function listEffective(ctx: Context, id: string, companyId: string): Promise<UserPermission[]> {
  const user = orNotFound(await findById(ctx.db, ctx.scope, id, { companyId }));
  const person = orNotFound(await findPerson(ctx.db, { id }));
  const groups = await listGroupsOfUser(ctx.db, user);
  const own = new Set(user.permissions);
  const given = groups.map((group) => ({ ...group, names: new Set(group.permissions) }));
  const sourcesOf = (permission: string): Source[] => [
    ...(own.has(permission)
      ? [{ kind: 'self' as const, groupId: null, groupName: null, accessToEverything: false }]
      : []),
    ...given
      .filter(({ names, accessToEverything }) => accessToEverything || names.has(permission))
      .map(({ id: groupId, name: groupName, isMember, accessToEverything }) => ({
        kind: isMember ? ('group' as const) : ('everyone' as const),
        groupId,
        groupName,
        accessToEverything,
      })),
  ];
  return permissionsOf(person)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((permission) => ({ id: permission, tag: permission, sources: sourcesOf(permission) }));
}

const places = new Map(permissionCatalogue.map((permission, place) => [permission, place]));

// In the order of the tree on screen; what is in no catalogue comes last.
function placeOf(permission: string): number {
  return places.get(permission) ?? places.size;
}
