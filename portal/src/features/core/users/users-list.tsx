import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { users } from '#contract/core/users.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowAction, RowActions } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { useRefreshCompany } from '../companies/use-refresh-company.ts';
import { yesNoFilter } from '../lists/yes-no-filter.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { inviteUrl, startingPasswordUrl } from './use-invite.ts';
import { UsersForm } from './users-form.tsx';

const { useList } = resourceHooks(users);
const narrowing = equalFilters({ active: 'boolean' });

const columns = columnsFor(users, [
  { field: 'firstName', small: 'title', renderSmall: ({ fullName }) => fullName },
  { field: 'lastName', isMain: false },
  { field: 'emailAddress/address', width: '34%', small: 'line' },
  { field: 'active', width: 110, small: 'end' },
]);

export function UsersList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const companyId = useParam('companyId');
  const list = useListState(users, narrowing);
  const choice = useColumns('users:index', columns);
  const page = useList(list.query, { companyId });
  const refreshCompany = useRefreshCompany();
  const remove = useRemoveWithConfirm(users, { companyId }, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<string | null | undefined>();
  const [invited, setInvited] = useState<Row<typeof users>>();
  const [mayUpdate, mayRemove] = [may('core.users.update'), may('core.users.delete')];

  async function ask({ id, fullName }: Row<typeof users>) {
    if (
      await remove({
        id,
        name: fullName,
        thing: text('core.users.the'),
        consequence: text('core.users.cannotUndo'),
      })
    )
      refreshCompany();
  }

  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.users.search" />}
        filters={<FilterBar list={list} filters={[yesNoFilter('active', 'core.users.active', text)]} />}
        actions={
          <>
            <ListTools
              screen="users:index"
              resource={users}
              parents={{ companyId }}
              query={list.query}
              choice={choice}
              everything={text('core.views.all')}
            />
            {may('core.users.create') && (
              <CreateButton isQuiet label={text('core.users.create')} onClick={() => setEdited(null)} />
            )}
          </>
        }
      />
      <DataTable
        caption={text('core.users.title')}
        columns={choice.shown}
        page={page}
        list={list}
        href={({ id }) => pathTo('users:detail', { companyId, userId: id })}
        renderActions={(row) => (
          <>
            {row.active && may('core.users.invite') && (
              <RowAction
                icon={IconMailForward}
                label={text('core.users.inviteTitle', { name: row.fullName })}
                onClick={() => setInvited(row)}
              />
            )}
            <RowActions
              name={row.fullName}
              onEdit={mayUpdate ? () => setEdited(row.id) : undefined}
              onRemove={mayRemove ? () => void ask(row) : undefined}
            />
          </>
        )}
        actionsWidth={116}
        empty={<EmptyState kind="first" title={text('core.users.none')} hint={text('core.users.noneHint')} />}
      />
      <Pager list={list} count={page.data?.metadata.count} />
      {edited !== undefined && (
        <UsersForm
          companyId={companyId}
          userId={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(saved) => {
            refreshCompany();
            // Without an invitation a new person has no password.
            if (edited === null && may('core.users.invite')) setInvited(saved);
          }}
        />
      )}
      {invited !== undefined && (
        <InviteDialog
          url={inviteUrl(companyId, invited.id)}
          passwordUrl={startingPasswordUrl(companyId, invited.id)}
          user={invited}
          onClose={() => setInvited(undefined)}
        />
      )}
    </>
  );
}
