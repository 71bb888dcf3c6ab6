import { IconCopy } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { groups } from '#contract/core/groups.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
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
import { mayChange } from './group-rights.ts';
import { OwnerName } from './group-words.tsx';
import { GroupsCopy } from './groups-copy.tsx';

const { useOne } = resourceHooks(groups);

export function GroupsDetail() {
  const group = useOne(useParam('groupId'), {});
  return <Loaded of={group}>{(record) => <Group group={record} />}</Loaded>;
}

function Group({ group }: { readonly group: Rec<typeof groups> }) {
  const text = useText();
  const { permissions: held } = useSessionState();
  const pathTo = usePathTo();
  const remove = useRemoveWithConfirm(groups, {});
  const [isCopying, setCopying] = useState(false);
  const { id, name } = group;
  const removal = { id, name, thing: text('core.groups.the'), consequence: text('core.groups.membersLose') };
  const here = pathTo('groups:detail', { groupId: id });
  const may = (verb: string) => mayChange(held, verb, group);

  return (
    <DetailPage
      leavesOnEscape
      back={{ href: pathTo('groups:index'), label: text('core.groups.title') }}
      title={name}
      actions={[
        may('delete') && removeAction(text, () => void remove(removal)),
        (may('copy') || may('create')) && {
          label: text('core.groups.copyVerb'),
          icon: IconCopy,
          kind: 'default',
          onClick: () => setCopying(true),
        },
        may('update') && editAction(text, { href: pathTo('groups:update', { groupId: id }) }),
      ]}
    >
      <Facts
        facts={[
          { label: text('core.groups.company'), value: <OwnerName of={group} /> },
          {
            label: text('core.groups.accessToEverything'),
            value: <YesNo value={group.accessToEverything} />,
          },
          {
            label: text('core.groups.availableForEveryOne'),
            value: <YesNo value={group.availableForEveryOne} />,
          },
          {
            label: text('core.groups.updatedAt'),
            value: momentBy(group.updatedAt, group.updatedBy),
          },
        ]}
      />
      <DetailTabs
        tabs={[
          {
            label: text('core.groups.permissions'),
            href: `${here}/permissions`,
            count: group.accessToEverything ? undefined : group.permissions.length,
          },
          {
            label: text('core.groups.users'),
            href: `${here}/users`,
            count: group.availableForEveryOne ? undefined : group.users.length,
          },
          { label: text('core.history.title'), href: `${here}/history` },
        ]}
      />
      <Outlet />
      {isCopying && <GroupsCopy group={group} onClose={() => setCopying(false)} />}
    </DetailPage>
  );
}
