import { scopeNames, splitPermission } from '#contract/permissions.ts';

/**
 * The permissions as a token carries them: of one action only the widest scope, which implies the narrower ones (§A1).
 * This halves an administrator's token, which travels with every call.
 */
export function permissionClaim(permissions: readonly string[]): string[] {
  const given = new Set(permissions);
  return permissions.filter((permission) => {
    const { base, scope } = splitPermission(permission);
    if (scope === null) return true;
    const wider = scopeNames.slice(scopeNames.indexOf(scope) + 1);
    return !wider.some((name) => given.has(`${base}.${name}`));
  });
}
