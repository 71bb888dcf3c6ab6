import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { companies } from '#contract/core/companies.ts';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { users } from '#contract/core/users.ts';
import type { Row } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { yesNoFilter } from '../lists/yes-no-filter.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { inviteUrl, startingPasswordUrl } from './use-invite.ts';
import { UsersForm } from './users-form.tsx';

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
  const rows = useRows(users, { companyId }, narrowing);
  const refreshCompany = useInvalidate(companies);
  const { edited, close, ...dialog } = useRecordDialog(
    users,
    { companyId },
    {
      nameOf: ({ fullName }) => fullName,
      consequence: 'core.users.cannotUndo',
      onRemoved: refreshCompany,
    },
  );
  const [invited, setInvited] = useState<Row<typeof users>>();

  return (
    <>
      <ResourceList
        place="tab"
        {...rows}
        columns={columns}
        texts="core.users"
        filters={[yesNoFilter('active', 'core.users.active', text)]}
        create={dialog.list.create}
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
            {dialog.renderActions(row)}
          </>
        )}
        actionsWidth={116}
      />
      {edited !== undefined && (
        <UsersForm
          companyId={companyId}
          userId={edited?.id ?? null}
          onClose={close}
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
