import type { allUsers } from '#contract/core/users.ts';
import type { Row } from '#contract/resource.ts';
import type { Text } from '#portal/kit/text.ts';
import type { TreeNode } from '#portal/kit/tree/tree.rules.ts';

type Person = Row<typeof allUsers>;

/** The id of the root. */
export const allMembers = 'all';

/** Everybody who can be in a group as a tree: by company, or the people of the one company that it is for. */
export function memberTree(
  people: readonly Person[],
  { isOfOneCompany }: { readonly isOfOneCompany: boolean },
  text: Text,
): TreeNode[] {
  const leaf = ({ id, fullName, active }: Person): TreeNode => ({
    id,
    label: active ? fullName : text('core.groups.inactive', { name: fullName }),
  });
  const children = isOfOneCompany
    ? people.map(leaf)
    : [...Map.groupBy(people, ({ companyId }) => companyId)]
        .map(([companyId, own]) => ({
          id: `company:${companyId}`,
          label: own[0]?.companyName ?? '',
          children: own.map(leaf),
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'nl'));
  return [{ id: allMembers, label: text('core.groups.allUsers'), children }];
}
