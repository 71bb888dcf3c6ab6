import {
  modulePrefixes,
  permissionCatalogue,
  permissionPrefix,
  scopeOf,
  splitPermission,
} from '#contract/permissions.ts';

/** What a person was given, before anything is taken away. */
export interface Given {
  readonly permissions: readonly string[];
  readonly hasAccessToEverything: boolean;
  readonly isProvider: boolean;
  /** Permission prefixes of the company's modules. */
  readonly companyModules: readonly string[];
  /** The user's own narrowing; empty narrows nothing. */
  readonly userModules: readonly string[];
}

const soldPrefixes: ReadonlySet<string> = new Set(modulePrefixes);

/** The effective set (§A3): the union, minus `.system` outside the provider, minus modules not bought. */
export function effectivePermissions(given: Given): string[] {
  const union = new Set(
    given.hasAccessToEverything ? [...permissionCatalogue, ...given.permissions] : given.permissions,
  );
  return [...union].filter((permission) => counts(permission, given)).toSorted();
}

function counts(permission: string, given: Given): boolean {
  if (given.isProvider) return true;
  const { scope } = splitPermission(permission);
  if (scope !== null && scopeOf(permission) === 'system') return false;
  const prefix = permissionPrefix(permission);
  if (!soldPrefixes.has(prefix)) return true;
  if (!given.companyModules.includes(prefix)) return false;
  return given.userModules.length === 0 || given.userModules.includes(prefix);
}
