import { IconUserSquareRounded } from '@tabler/icons-react';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { relationName } from './relation-name.ts';

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
  const may = usePermission();
  const pathTo = usePathTo();
  const rows = useRows(portalUsers, {});
  return (
    <ResourceList
      {...rows}
      columns={columns}
      texts="carpetline.users"
      everything="carpetline.users.everything"
      create={
        may('carpetline.usercustomerrelations.create') && {
          href: pathTo('user-customer-relations:create'),
          showKey: true,
        }
      }
      href={({ id }) => pathTo('user-customer-relations:detail', { userId: id })}
      empty={{ icon: IconUserSquareRounded }}
    />
  );
}
