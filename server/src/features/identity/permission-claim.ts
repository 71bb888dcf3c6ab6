import { scopeNames, splitPermission } from '#contract/permissions.ts';

/**
 * The permissions as they travel in a token: of one action only the widest scope, which answers for the narrower
 * ones (§A1). An administrator's token shrinks to half, and it travels with every call.
 */
export function permissionClaim(permissions: readonly string[]): string[] {
  const held = new Set(permissions);
  return permissions.filter((permission) => {
    const { base, scope } = splitPermission(permission);
    if (scope === null) return true;
    const wider = scopeNames.slice(scopeNames.indexOf(scope) + 1);
    return !wider.some((name) => held.has(`${base}.${name}`));
  });
}
