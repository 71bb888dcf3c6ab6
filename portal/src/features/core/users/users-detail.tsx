import { IconDeviceMobileOff, IconFileDescription, IconMailForward } from '@tabler/icons-react';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { companies } from '#contract/core/companies.ts';
import { groups } from '#contract/core/groups.ts';
import { users } from '#contract/core/users.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks, useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { editAction, removeAction } from '#portal/kit/detail/detail-actions.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { DetailTabs } from '#portal/kit/detail/detail-tabs.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { momentBy } from '#portal/kit/format/moment-by.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { prefixText } from '../rights/right-text.ts';
import { PersonalDataDialog } from './personal-data-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { inviteUrl, startingPasswordUrl } from './use-invite.ts';
import { invitationText } from './invitation-text.ts';
import { UsersForm } from './users-form.tsx';

const { useOne } = resourceHooks(users);
const { useOne: useCompany } = resourceHooks(companies);

export function UsersDetail() {
  const user = useOne(useParam('userId'), { companyId: useParam('companyId') });
  return <Loaded of={user}>{(record) => <User user={record} />}</Loaded>;
}

function User({ user }: { readonly user: Rec<typeof users> }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const navigate = useNavigate();
  const refreshCompany = useInvalidate(companies);
  const { id, companyId, fullName } = user;
  const company = useCompany(companyId, {}, { enabled: may('core.companies.read') });
  const remove = useRemoveWithConfirm(users, { companyId }, { goTo: false });
  const [dialog, setDialog] = useState<'edit' | 'invite' | 'reset' | 'data'>();
  const here = pathTo('users:detail', { companyId, userId: id });
  const back = `${pathTo('companies:detail', { companyId })}/users`;

  async function ask() {
    const words = { thing: text('core.users.the'), consequence: text('core.users.cannotUndo') };
    if (!(await remove({ id, name: fullName, ...words }))) return;
    refreshCompany();
    await navigate({ to: back });
  }

  return (
    <DetailPage
      leavesOnEscape
      back={{ href: back, label: company.data?.name ?? text('core.users.title') }}
      title={fullName}
      actions={[
        may('core.users.delete') && removeAction(text, () => void ask()),
        may('core.users.invite') &&
          user.active && {
            label: text('core.users.inviteVerb'),
            icon: IconMailForward,
            kind: 'default',
            onClick: () => setDialog('invite'),
          },
        may('core.users.update') && {
          label: text('core.users.reset'),
          icon: IconDeviceMobileOff,
          kind: 'default',
          onClick: () => setDialog('reset'),
        },
        may('core.users.update') && {
          label: text('core.users.data.verb'),
          icon: IconFileDescription,
          kind: 'quiet',
          onClick: () => setDialog('data'),
        },
        may('core.users.update') && editAction(text, { onClick: () => setDialog('edit') }),
      ]}
    >
      <UserFacts user={user} />
      <DetailTabs
        tabs={[
          { label: text('core.users.effective'), href: `${here}/permissions` },
          { label: text('core.history.title'), href: `${here}/history` },
        ]}
      />
      <Outlet />
      {dialog === 'edit' && (
        <UsersForm
          companyId={companyId}
          userId={id}
          onClose={() => setDialog(undefined)}
          onSaved={refreshCompany}
        />
      )}
      {dialog === 'reset' && <ResetDialog user={user} onClose={() => setDialog(undefined)} />}
      {dialog === 'data' && <PersonalDataDialog user={user} onClose={() => setDialog(undefined)} />}
      {dialog === 'invite' && (
        <InviteDialog
          url={inviteUrl(companyId, user.id)}
          passwordUrl={startingPasswordUrl(companyId, user.id)}
          user={user}
          onClose={() => setDialog(undefined)}
        />
      )}
    </DetailPage>
  );
}

function UserFacts({ user }: { readonly user: Rec<typeof users> }) {
  const text = useText();
  const may = usePermission();
  const filter = `companyId eq '${user.companyId}' or companyId eq null`;
  const enabled = may('core.groups.read') && user.groups.length > 0;
  const { data: known = [] } = useAllRows(groups, {}, { filter }, { enabled });
  const names = known.filter(({ id }) => user.groups.includes(id)).map(({ name }) => name);
  return (
    <Facts
      facts={[
        { label: text('core.users.emailAddress.address'), value: user.emailAddress.address },
        { label: text('core.users.active'), value: <YesNo value={user.active} /> },
        {
          label: text('core.users.groups'),
          value: names.length > 0 ? names.join(', ') : text('core.users.noGroups'),
        },
        {
          label: text('core.users.modules'),
          value:
            user.modules.length > 0
              ? user.modules.map((prefix) => prefixText(prefix, text)).join(', ')
              : text('core.users.noModules'),
        },
        {
          label: text('core.users.invitation'),
          value: invitationText(user.invitation, text),
        },
        {
          label: text('core.users.updatedAt'),
          value: momentBy(user.updatedAt, user.updatedBy),
        },
      ]}
    />
  );
}
