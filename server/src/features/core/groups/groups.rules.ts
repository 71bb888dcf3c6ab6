import type { FieldCode } from '#contract/problem.ts';
import {
  type Granter,
  type GroupContent,
  isPermission,
  mayGive,
  mayGiveGroup,
} from '../rights/grants.rules.ts';

/** What a group is about to become. */
export interface GroupChange {
  /** Null: a group of the system. */
  readonly companyId: string | null;
  /** What it gives from now on. */
  readonly after: GroupContent;
  readonly addedPermissions: readonly string[];
  readonly addedUserIds: readonly string[];
  /** The added users whom the caller may put in it. */
  readonly candidates: readonly { readonly id: string; readonly companyId: string }[];
  readonly gainsEverything: boolean;
  readonly opensToEveryOne: boolean;
}

/** What is wrong with the rights that a group is about to give, by field id (§A4). */
export function groupProblems(granter: Granter, change: GroupChange): Record<string, FieldCode[]> {
  const { companyId, after, addedPermissions, addedUserIds, candidates } = change;
  const rows: readonly (readonly [string, FieldCode, boolean])[] = [
    ['permission_ids', 'unknown', addedPermissions.some((permission) => !isPermission(permission))],
    [
      'permission_ids',
      'not-yours-to-give',
      addedPermissions.some(
        (permission) => isPermission(permission) && !mayGive(granter, permission, companyId),
      ),
    ],
    ['user_ids', 'unknown', addedUserIds.some((id) => !candidates.some((user) => user.id === id))],
    [
      'user_ids',
      'not-yours-to-give',
      candidates.some((user) => !mayGiveGroup(granter, after, user.companyId)),
    ],
    ['access_to_everything', 'not-yours-to-give', change.gainsEverything && !granter.hasEverything],
    [
      'available_for_every_one',
      'not-yours-to-give',
      change.opensToEveryOne && !mayGiveGroup(granter, after, companyId),
    ],
  ];
  const problems: Record<string, FieldCode[]> = {};
  for (const [field, code, applies] of rows) if (applies) (problems[field] ??= []).push(code);
  return problems;
}
