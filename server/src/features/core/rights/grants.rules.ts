import { permissionCatalogue, satisfies, splitPermission } from '#contract/permissions.ts';

/** Somebody who gives permissions, with their own effective ones (§A3). */
export interface Granter {
  readonly companyId: string;
  readonly permissions: readonly string[];
  /** Whether they belong to the provider's company. */
  readonly isProvider: boolean;
  /** Access to everything that nothing narrows. */
  readonly hasEverything: boolean;
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
 * 0015). A permission over one's own company does not count for another one: that takes the same permission with
 * the scope `system`. Where the catalogue has none (`fmmodule.usage.read.company`), access to everything at the provider stands
 * for it.
 */
export function mayGive(granter: Granter, permission: string, companyId: string | null): boolean {
  // Left from an older catalogue: nothing checks it any more, and nobody has it.
  if (!isPermission(permission)) return granter.hasEverything;
  if (companyId === granter.companyId) return satisfies(granter.permissions, permission);
  const { base, scope } = splitPermission(permission);
  const needed = scope === null ? base : `${base}.system`;
  return isPermission(needed)
    ? satisfies(granter.permissions, needed)
    : granter.isProvider && granter.hasEverything;
}

/** Whether the granter may give all that a group gives to people of a company, or with null of any. */
export function mayGiveGroup(granter: Granter, group: GroupContent, companyId: string | null): boolean {
  if (group.accessToEverything && !granter.hasEverything) return false;
  return group.permissions.every((permission) => mayGive(granter, permission, companyId));
}
