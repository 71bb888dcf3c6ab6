import { useMemo } from 'react';
import { permissions } from '#contract/core/permissions.ts';
import { userPermissionsAnswer, users, type UserPermission } from '#contract/core/users.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { ScreenLink, useParam } from '#portal/kit/screens.tsx';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { partText, rightText } from '../rights/right-text.ts';
import { TabTools } from '../saved-views/tab-tools.tsx';

type Source = UserPermission['sources'][number];

/** Every right that a user has in effect, with all that it comes from (§A3). */
export function UserPermissions() {
  const text = useText();
  const list = useListState(permissions);
  const rights = useUserPermissions(useParam('companyId'), useParam('userId'));
  const may = usePermission();
  const linksGroups = may('core.groups.read');
  const choice = useColumns(
    'user-permissions:index',
    useMemo(() => columnsOf(text, linksGroups), [text, linksGroups]),
  );
  const words = (right: UserPermission) => wordsOf(right, text);
  const page = rights.data && localPage(rights.data, list, words);
  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.rights.search" />}
        actions={
          <TabTools
            screen="user-permissions:index"
            choice={choice}
            title={text('core.users.effective')}
            rows={() => page?.matches ?? []}
            wordsOf={words}
          />
        }
      />
      <DataTable
        caption={text('core.users.effective')}
        columns={choice.shown}
        page={{ ...rights, data: page, isPlaceholderData: false }}
        list={list}
        empty={
          <EmptyState kind="first" title={text('core.rights.none')} hint={text('core.rights.noneHint')} />
        }
      />
      <Pager list={list} count={page?.count} />
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
  return sources.map((source, at) => (
    <span key={`${source.kind} ${source.groupId}`}>
      {at > 0 && ', '}
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
