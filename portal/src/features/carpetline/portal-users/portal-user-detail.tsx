import { IconMailForward, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { formatInstant } from '#contract/dates.ts';
import type { Rec } from '#contract/resource.ts';
import { loadInviteDialog } from '#portal/features/core/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { relationName } from './relation-name.ts';

const { useOne } = resourceHooks(portalUsers);
const InviteDialog = lazy(async () => ({ default: await loadInviteDialog() }));

export function PortalUserDetail() {
  const user = useOne(useParam('userId'), {});
  return <Loaded of={user}>{(record) => <PortalUser record={record} />}</Loaded>;
}

function PortalUser({ record }: { readonly record: Rec<typeof portalUsers> }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const remove = useRemoveWithConfirm(portalUsers, {});
  const [isInviting, setInviting] = useState(false);
  const { id, user, customerRelation, createdAt } = record;
  const unknown = <span className="balie-empty">{text('carpetline.users.unknown')}</span>;
  return (
    <DetailPage
      back={{ href: pathTo('user-customer-relations:index'), label: text('carpetline.users.title') }}
      title={user.fullName || text('carpetline.users.unknown')}
      actions={[
        may('carpetline.usercustomerrelations.delete') && {
          label: text('kit.remove.verb'),
          icon: IconTrash,
          kind: 'danger',
          onClick: () =>
            void remove({
              id,
              name: user.fullName,
              thing: text('carpetline.users.the'),
              consequence: text('carpetline.users.trash'),
            }),
        },
        may('carpetline.usercustomerrelations.create') && {
          label: text('carpetline.users.invite'),
          icon: IconMailForward,
          kind: 'default',
          onClick: () => setInviting(true),
        },
      ]}
    >
      <Facts
        facts={[
          { label: text('carpetline.users.relation'), value: relationName(customerRelation) || unknown },
          {
            label: text('carpetline.users.address'),
            value: customerRelation?.address.fullAddress || unknown,
          },
          { label: text('carpetline.users.emailAddress'), value: user.emailAddress.address || unknown },
          { label: text('carpetline.users.createdAt'), value: formatInstant(createdAt) },
        ]}
      />
      {isInviting && (
        <Suspense>
          <InviteDialog
            url={`/api/${portalUsers.path}/${id}/invite`}
            user={user}
            onClose={() => setInviting(false)}
          />
        </Suspense>
      )}
    </DetailPage>
  );
}
