import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ResourceDefinition } from '#contract/resource.ts';
import { DataTable, type DataTableProps } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import type { RowsState } from '#portal/kit/list/table-types.ts';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import type { ScreenName } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';

interface PlainListProps<R extends { readonly id: string }> extends Pick<
  DataTableProps<R>,
  'columns' | 'href' | 'onOpen' | 'renderActions' | 'actionsWidth'
> {
  /** Its views and its choice of columns are kept by this name. */
  readonly screen: ScreenName;
  readonly resource: ResourceDefinition;
  readonly list: ListState;
  /** What `useList` gives. */
  readonly page: RowsState<R> & {
    readonly data: { readonly metadata: { readonly count?: number | undefined } } | undefined;
  };
  /** Text keys: the heading, what the search box is called, and the list without a view. */
  readonly title: string;
  readonly search: string;
  readonly everything?: string;
  /** Choices that narrow the list, beside the search box. */
  readonly filters?: ReactNode;
  /** Buttons of its own, between the tools of every list and the primary one. */
  readonly tools?: ReactNode;
  /** The primary button; an empty list shows it too. */
  readonly create?: ReactNode;
  /** What stands here when there is nothing at all. */
  readonly empty: {
    readonly icon: TablerIcon;
    readonly title: string;
    readonly hint: string;
  };
}

/**
 * The whole screen of a plain resource: heading with count, search, views, columns, export, one primary button, table
 * and pager. What a list has more than this stands in its own file.
 */
export function PlainList<R extends { readonly id: string }>({
  screen,
  resource,
  columns,
  title,
  search,
  everything = 'core.views.all',
  filters,
  tools,
  create,
  empty,
  ...table
}: PlainListProps<R>) {
  const { list, page } = table;
  const text = useText();
  const choice = useColumns(screen, columns);
  const count = page.data?.metadata.count;
  return (
    <ListPage
      title={text(title)}
      count={count}
      search={<SearchBox list={list} label={search} />}
      filters={filters}
      actions={
        <>
          <ListTools
            screen={screen}
            resource={resource}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text(everything)}
          />
          {tools}
          {create}
        </>
      }
    >
      <DataTable
        {...table}
        caption={text(title)}
        columns={choice.shown}
        empty={<EmptyState kind="first" {...empty} action={create} />}
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}
