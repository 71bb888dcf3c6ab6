import { permissionCatalogue, satisfies, splitPermission } from '#contract/permissions.ts';

/** Who gives rights: what he holds himself, effectively (§A3). */
export interface Granter {
  readonly companyId: string;
  readonly permissions: readonly string[];
  /** Whether they belong to the provider's company. */
  readonly isProvider: boolean;
  /** Access to everything that nothing narrows. */
  readonly holdsEverything: boolean;
}

/** What a group gives to its members. */
export interface GroupContent {
  readonly permissions: readonly string[];
  readonly accessToEverything: boolean;
}

const catalogue: ReadonlySet<string> = new Set(permissionCatalogue);

/** Whether there is such a permission. */
export function isPermission(text: string): boolean {
  return catalogue.has(text);
}

/**
 * Whether the granter may give a permission to people of a company, or with null to people of any (§A4, decision
 * 0015). A right over the own company says nothing of another one: there only the same right over everything counts.
 * Where the catalogue has no such right (`fmmodule.usage.read.company`), access to everything at the provider stands
 * for it.
 */
export function mayGive(granter: Granter, permission: string, companyId: string | null): boolean {
  // Left from an older catalogue: nothing asks for it any more, and nobody holds it.
  if (!isPermission(permission)) return granter.holdsEverything;
  if (companyId === granter.companyId) return satisfies(granter.permissions, permission);
  const { base, scope } = splitPermission(permission);
  const needed = scope === null ? base : `${base}.system`;
  return isPermission(needed)
    ? satisfies(granter.permissions, needed)
    : granter.isProvider && granter.holdsEverything;
}

/** Whether the granter may give all that a group gives to people of a company, or with null of any. */
export function mayGiveGroup(granter: Granter, group: GroupContent, companyId: string | null): boolean {
  if (group.accessToEverything && !granter.holdsEverything) return false;
  return group.permissions.every((permission) => mayGive(granter, permission, companyId));
}
