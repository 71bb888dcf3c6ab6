import { useMemo } from 'react';
import { groups } from '#contract/core/groups.ts';
import { permissions } from '#contract/core/permissions.ts';
import { allUsers } from '#contract/core/users.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { loadedRows } from '#portal/kit/list/table-types.ts';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { HistoryTab } from '../history/history-tab.tsx';
import { rightText } from '../rights/right-text.ts';
import { TabTools } from '../saved-views/tab-tools.tsx';

const { useOne } = resourceHooks(groups);
type Group = Rec<typeof groups>;
type Right = Group['permissions'][number];
type Member = Group['users'][number];

/** What a group gives. */
export function GroupPermissions() {
  const group = useOne(useParam('groupId'), {});
  return <Loaded of={group}>{(record) => <Permissions of={record} />}</Loaded>;
}

const rightColumns = (text: Text): readonly Column<Right>[] => [
  {
    field: 'name',
    label: 'core.rights.name',
    render: ({ id }) => rightText(id, text),
    sortable: true,
    isMain: true,
    small: 'title',
  },
  {
    field: 'tag',
    label: 'core.rights.tag',
    width: '50%',
    render: ({ tag }) => tag,
    sortable: true,
    small: 'line',
  },
];

function Permissions({ of: group }: { readonly of: Group }) {
  const text = useText();
  const list = useListState(permissions);
  const choice = useColumns(
    'group-permissions:index',
    useMemo(() => rightColumns(text), [text]),
  );
  const words = ({ id, tag }: Right) => ({ name: rightText(id, text), tag });
  const page = localPage(group.permissions, list, words);
  const empty = group.accessToEverything
    ? { title: text('core.groups.everythingLong') }
    : { title: text('core.groups.noPermissions'), hint: text('core.groups.noPermissionsHint') };
  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.groups.searchPermissions" />}
        actions={
          <TabTools
            screen="group-permissions:index"
            choice={choice}
            title={text('core.groups.permissions')}
            rows={() => page.matches}
            wordsOf={words}
          />
        }
      />
      <DataTable
        caption={text('core.groups.permissions')}
        columns={choice.shown}
        page={loadedRows(page.result)}
        list={list}
        empty={<EmptyState kind="first" {...empty} />}
      />
      <Pager list={list} count={page.count} />
    </>
  );
}

/** Who is in a group. */
export function GroupUsers() {
  const group = useOne(useParam('groupId'), {});
  return <Loaded of={group}>{(record) => <Users of={record} />}</Loaded>;
}

// Shown by their whole name, and so sorted by it.
const members = { ...allUsers, defaultSort: 'fullName asc' };

const memberColumns: readonly Column<Member>[] = [
  {
    field: 'fullName',
    label: 'core.groups.fullName',
    render: ({ fullName }) => fullName,
    sortable: true,
    isMain: true,
    small: 'title',
  },
];

const memberWords = ({ fullName }: Member) => ({ fullName });

function Users({ of: group }: { readonly of: Group }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(members);
  const choice = useColumns('group-users:index', memberColumns);
  const page = localPage(group.users, list, memberWords);
  const empty = group.availableForEveryOne
    ? { title: text('core.groups.everyoneLong') }
    : { title: text('core.groups.noUsers'), hint: text('core.groups.noUsersHint') };
  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.groups.searchMembers" />}
        actions={
          <TabTools
            screen="group-users:index"
            choice={choice}
            title={text('core.groups.users')}
            rows={() => page.matches}
            wordsOf={memberWords}
          />
        }
      />
      <DataTable
        caption={text('core.groups.users')}
        columns={choice.shown}
        page={loadedRows(page.result)}
        list={list}
        href={
          may('core.users.read')
            ? ({ id, companyId }) => pathTo('users:detail', { companyId, userId: id })
            : undefined
        }
        empty={<EmptyState kind="first" {...empty} />}
      />
      <Pager list={list} count={page.count} />
    </>
  );
}

export function GroupHistory() {
  return <HistoryTab entity="core.groups" id={useParam('groupId')} />;
}
