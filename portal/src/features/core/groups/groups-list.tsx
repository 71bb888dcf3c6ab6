import { IconUsersGroup } from '@tabler/icons-react';
import { groups } from '#contract/core/groups.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { PlainList } from '../lists/plain-list.tsx';
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
  const create = may('core.groups.create') && (
    <CreateButton label={text('core.groups.create')} href={pathTo('groups:create')} />
  );

  return (
    <PlainList
      screen="groups:index"
      resource={groups}
      list={list}
      page={page}
      columns={columns}
      title="core.groups.title"
      search="core.groups.search"
      filters={
        <FilterBar
          list={list}
          filters={[
            yesNoFilter('accessToEverything', 'core.groups.accessToEverything', text),
            yesNoFilter('availableForEveryOne', 'core.groups.availableForEveryOne', text),
          ]}
        />
      }
      create={create}
      href={({ id }) => pathTo('groups:detail', { groupId: id })}
      empty={{ icon: IconUsersGroup, title: text('core.groups.none'), hint: text('core.groups.noneHint') }}
    />
  );
}
