import { hindranceOf, permissionCatalogue, type Standing } from '#contract/permissions.ts';

/** What a person was given, before anything is taken away. */
export interface Given extends Standing {
  readonly permissions: readonly string[];
  readonly hasAccessToEverything: boolean;
}

/** The effective set (§A3): the union, minus `.system` outside the provider, minus modules not bought. */
export function effectivePermissions(given: Given): string[] {
  const union = new Set(
    given.hasAccessToEverything ? [...permissionCatalogue, ...given.permissions] : given.permissions,
  );
  return [...union].filter((permission) => hindranceOf(permission, given) === null).toSorted();
}
