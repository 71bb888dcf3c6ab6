import { IconUsersGroup } from '@tabler/icons-react';
import { groups } from '#contract/core/groups.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { yesNoFilter } from '../lists/yes-no-filter.ts';
import { MemberCount, OwnerName, RightCount } from './group-words.tsx';

const { useList } = resourceHooks(groups);
const narrowing = equalFilters({ accessToEverything: 'boolean', availableForEveryOne: 'boolean' });

const columns = columnsFor(groups, [
  { field: 'name', small: 'title' },
  { field: 'companyName', width: '26%', small: 'line', render: (row) => <OwnerName of={row} /> },
  { field: 'permissionCount', width: 130, align: 'right', render: (row) => <RightCount of={row} /> },
  { field: 'userCount', width: 130, align: 'right', small: 'end', render: (row) => <MemberCount of={row} /> },
]);

export function GroupsList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(groups, narrowing);
  const page = useList(list.query, {});
  return (
    <ResourceList
      resource={groups}
      list={list}
      page={page}
      columns={columns}
      texts="core.groups"
      filters={[
        yesNoFilter('accessToEverything', 'core.groups.accessToEverything', text),
        yesNoFilter('availableForEveryOne', 'core.groups.availableForEveryOne', text),
      ]}
      create={may('core.groups.create') && { href: pathTo('groups:create') }}
      href={({ id }) => pathTo('groups:detail', { groupId: id })}
      empty={{ icon: IconUsersGroup }}
    />
  );
}
