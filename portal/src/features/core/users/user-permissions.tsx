import { useMemo } from 'react';
import { permissions } from '#contract/core/permissions.ts';
import { userPermissionsAnswer, users, type UserPermission } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { ScreenLink, useParam } from '#portal/kit/screens.tsx';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { LocalList } from '../lists/local-list.tsx';
import { partText, rightText } from '../rights/right-text.ts';
import { ViewAsButton } from '../rights/view-as.tsx';
import styles from '../rights/rights.module.css';

const { useOne } = resourceHooks(users);

type Source = UserPermission['sources'][number];

/** Every right that a user has in effect, with all that it comes from (§A3). */
export function UserPermissions() {
  const text = useText();
  const rights = useUserPermissions(useParam('companyId'), useParam('userId'));
  const may = usePermission();
  const linksGroups = may('core.groups.read');
  const user = useOne(useParam('userId'), { companyId: useParam('companyId') }).data;
  return (
    <>
      {user && rights.data && may('core.permissions.read') && (
        <p className={styles.viewAs}>
          <ViewAsButton person={user} held={rights.data.map(({ id }) => id)} />
        </p>
      )}
      <LocalList
        screen="user-permissions:index"
        list={useListState(permissions)}
        columns={useMemo(() => columnsOf(text, linksGroups), [text, linksGroups])}
        rows={rights.data}
        state={rights}
        wordsOf={(right) => wordsOf(right, text)}
        texts="core.rights"
        title="core.users.effective"
      />
    </>
  );
}

function useUserPermissions(companyId: string, userId: string) {
  const url = `${collectionUrl(users, { companyId })}/${encodeURIComponent(userId)}/permissions`;
  const key = [users.path, 'permissions', { companyId }, userId];
  return useAnswer(key, url, userPermissionsAnswer.shape.result);
}

function wordsOf({ id, tag, sources }: UserPermission, text: Text) {
  return {
    name: rightText(id, text),
    module: partText(id, text),
    tag,
    sources: sources.map((source) => sourceText(source, text)).join(', '),
  };
}

function columnsOf(text: Text, linksGroups: boolean): readonly Column<UserPermission>[] {
  return [
    {
      field: 'name',
      label: 'core.rights.name',
      render: ({ id }) => rightText(id, text),
      sortable: true,
      isMain: true,
      small: 'title',
    },
    {
      field: 'module',
      label: 'core.rights.module',
      width: '14%',
      render: ({ id }) => partText(id, text),
      sortable: true,
    },
    {
      field: 'sources',
      label: 'core.rights.from',
      width: '28%',
      render: ({ sources }) => <Sources sources={sources} linksGroups={linksGroups} />,
      small: 'line',
    },
    { field: 'tag', label: 'core.rights.tag', width: '22%', render: ({ tag }) => tag, sortable: true },
  ];
}

function Sources({ sources, linksGroups }: { readonly sources: readonly Source[]; linksGroups: boolean }) {
  const text = useText();
  return sources.map((source, index) => (
    <span key={`${source.kind} ${source.groupId}`}>
      {index > 0 && ', '}
      {linksGroups && source.groupId !== null ? (
        <ScreenLink className="balie-link" to="groups:detail" params={{ groupId: source.groupId }}>
          {sourceText(source, text)}
        </ScreenLink>
      ) : (
        sourceText(source, text)
      )}
    </span>
  ));
}

function sourceText({ kind, groupName, accessToEverything }: Source, text: Text): string {
  const source = text(`core.rights.source.${kind}`, { name: groupName ?? '' });
  return accessToEverything ? text('core.rights.source.everything', { source }) : source;
}
