import { IconUsersGroup } from '@tabler/icons-react';
import { groups } from '#contract/core/groups.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { MemberCount, OwnerName, RightCount } from './group-words.tsx';

const { useList } = resourceHooks(groups);

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
  const list = useListState(groups);
  const choice = useColumns('groups:index', columns);
  const page = useList(list.query, {});
  const count = page.data?.metadata.count;
  const create = may('core.groups.create') && (
    <CreateButton label={text('core.groups.create')} href={pathTo('groups:create')} />
  );

  return (
    <ListPage
      title={text('core.groups.title')}
      count={count}
      search={<SearchBox list={list} label="core.groups.search" />}
      actions={
        <>
          <ListTools
            screen="groups:index"
            resource={groups}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('core.views.all')}
          />
          {create}
        </>
      }
    >
      <DataTable
        caption={text('core.groups.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('groups:detail', { groupId: id })}
        empty={
          <EmptyState
            kind="first"
            icon={IconUsersGroup}
            title={text('core.groups.none')}
            hint={text('core.groups.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}
