import { IconUserSquareRounded } from '@tabler/icons-react';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { ListTools } from '#portal/features/core/index.ts';
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
import { relationName } from './relation-name.ts';

const { useList } = resourceHooks(portalUsers);

const columns = columnsFor(
  portalUsers,
  [
    {
      field: 'customerRelation/name',
      width: '45%',
      render: ({ customerRelation }) => relationName(customerRelation),
      small: 'line',
    },
    {
      field: 'user/fullName',
      isMain: true,
      small: 'title',
      render: ({ user }) => (
        <>
          {user.fullName} <span className="balie-empty">{`{${user.emailAddress.address}}`}</span>
        </>
      ),
    },
  ],
  'carpetline.users',
);

export function PortalUsersList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(portalUsers, {});
  const choice = useColumns('user-customer-relations:index', columns);
  const page = useList(list.query, {});
  const count = page.data?.metadata.count;
  const create = may('carpetline.usercustomerrelations.create') && (
    <CreateButton
      showKey
      label={text('carpetline.users.create')}
      href={pathTo('user-customer-relations:create')}
    />
  );
  return (
    <ListPage
      title={text('carpetline.users.title')}
      count={count}
      search={<SearchBox list={list} label="carpetline.users.search" />}
      actions={
        <>
          <ListTools
            screen="user-customer-relations:index"
            resource={portalUsers}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('carpetline.users.everything')}
          />
          {create}
        </>
      }
    >
      <DataTable
        caption={text('carpetline.users.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('user-customer-relations:detail', { userId: id })}
        empty={
          <EmptyState
            kind="first"
            icon={IconUserSquareRounded}
            title={text('carpetline.users.none')}
            hint={text('carpetline.users.noneHint')}
            action={create}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}
