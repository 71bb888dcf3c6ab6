import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { groups } from '#contract/core/groups.ts';
import { permissions } from '#contract/core/permissions.ts';
import { allUsers } from '#contract/core/users.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam, usePathTo } from '#portal/kit/screens.tsx';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { LocalList } from '../lists/local-list.tsx';
import { rightText } from '../rights/right-text.ts';
import { hindranceWords, useRights, withoutEffect } from '../rights/use-rights.ts';

const { useOne } = resourceHooks(groups);
type Group = Rec<typeof groups>;
type Right = Group['permissions'][number];
type Member = Group['users'][number];

/** What a group gives. */
export function GroupPermissions() {
  const group = useOne(useParam('groupId'), {});
  return <Loaded of={group}>{(record) => <Permissions of={record} />}</Loaded>;
}

const rightColumns = (text: Text, idle: ReadonlySet<string>): readonly Column<Right>[] => [
  {
    field: 'name',
    label: 'core.rights.name',
    render: ({ id }) => (
      <>
        {rightText(id, text)}
        {idle.has(id) && (
          <>
            {' '}
            <StatusChip meaning="warn" icon={IconAlertTriangle} word={text('core.rights.noEffect')} />
          </>
        )}
      </>
    ),
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
  const idle = useIdle(group);
  const columns = useMemo(() => rightColumns(text, new Set(idle.map(({ id }) => id))), [text, idle]);
  return (
    <>
      {idle.length > 0 && (
        <MessageBar meaning="warn" title={text('core.rights.withoutEffect', { count: idle.length })}>
          {hindranceWords(idle, text)}
        </MessageBar>
      )}
      <LocalList
        screen="group-permissions:index"
        list={useListState(permissions)}
        columns={columns}
        rows={group.permissions}
        wordsOf={({ id, tag }) => ({
          name: [
            rightText(id, text),
            ...(idle.some((right) => right.id === id) ? [text('core.rights.noEffect')] : []),
          ].join(', '),
          tag,
        })}
        texts="core.groups"
        title="core.groups.permissions"
        search="core.groups.searchPermissions"
        empty={
          group.accessToEverything
            ? { title: text('core.groups.everythingLong'), hint: '' }
            : { title: text('core.groups.noPermissions'), hint: text('core.groups.noPermissionsHint') }
        }
      />
    </>
  );
}

/** The rights that have no effect for the people of the group's company. */
function useIdle({ companyId, permissions: given }: Group) {
  const may = usePermission();
  const { data: rights } = useRights(companyId, companyId !== null && may('core.permissions.read'));
  return useMemo(
    () =>
      companyId === null || rights === undefined
        ? []
        : withoutEffect(
            rights,
            given.map(({ id }) => id),
          ),
    [companyId, rights, given],
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

function Users({ of: group }: { readonly of: Group }) {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const href = ({ id, companyId }: Member) => pathTo('users:detail', { companyId, userId: id });
  return (
    <LocalList
      screen="group-users:index"
      list={useListState(members)}
      columns={memberColumns}
      rows={group.users}
      wordsOf={({ fullName }) => ({ fullName })}
      texts="core.groups"
      title="core.groups.users"
      search="core.groups.searchMembers"
      href={may('core.users.read') ? href : undefined}
      empty={
        group.availableForEveryOne
          ? { title: text('core.groups.everyoneLong'), hint: '' }
          : { title: text('core.groups.noUsers'), hint: text('core.groups.noUsersHint') }
      }
    />
  );
}
