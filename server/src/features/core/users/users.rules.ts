import { modulePrefixes } from '#contract/permissions.ts';
import type { FieldCode } from '#contract/problem.ts';
import { type Granter, isPermission, mayGive, mayGiveGroup } from '../rights/grants.rules.ts';
import type { GivingGroup } from '../rights/grants.repository.ts';

/** What is wrong with the rights that a user is about to get, by field id (§A4). */
export function grantProblems(
  granter: Granter,
  companyId: string,
  asked: {
    readonly permissions: readonly string[];
    readonly groupIds: readonly string[];
    readonly modules: readonly string[] | undefined;
  },
  groups: readonly GivingGroup[],
): Record<string, FieldCode[]> {
  const problems: Record<string, FieldCode[]> = {};
  const permissions = codes([
    ['unknown', asked.permissions.some((permission) => !isPermission(permission))],
    [
      'not-yours-to-give',
      asked.permissions.some(
        (permission) => isPermission(permission) && !mayGive(granter, permission, companyId),
      ),
    ],
  ]);
  if (permissions.length > 0) problems['permission_ids'] = permissions;
  const given = codes([
    ['unknown', asked.groupIds.some((id) => !groups.some((group) => group.id === id))],
    [
      'not-yours-to-give',
      groups.some((group) => asked.groupIds.includes(group.id) && !mayGiveGroup(granter, group, companyId)),
    ],
  ]);
  if (given.length > 0) problems['group_ids'] = given;
  if (asked.modules?.some((module) => !modulePrefixes.some((prefix) => prefix === module)))
    problems['modules'] = ['unknown'];
  return problems;
}

function codes(found: readonly (readonly [FieldCode, boolean])[]): FieldCode[] {
  return found.flatMap(([code, applies]) => (applies ? [code] : []));
}
