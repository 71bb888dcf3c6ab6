import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { ListPage } from './list-page.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import type { DataTableProps, RowsState } from './table-types.ts';
import { type ColumnChoice, useColumns } from './use-columns.ts';
import type { ListState } from './use-list-state.ts';

/** What a plain list is made of. */
export interface PlainListProps<R extends { readonly id: string }> extends Pick<
  DataTableProps<R>,
  'columns' | 'href' | 'onOpen' | 'renderActions' | 'actionsWidth'
> {
  /** The choice of columns is kept by this name. */
  readonly screen: string;
  readonly list: ListState;
  /** What `useList` gives. */
  readonly page: RowsState<R> & {
    readonly data: { readonly metadata: { readonly count?: number | undefined } } | undefined;
  };
  /** Text keys: the heading, and what the search box is called. */
  readonly title: string;
  readonly search: string;
  /** Choices that narrow the list, beside the search box. */
  readonly filters?: ReactNode;
  /** The tools that lists share (views, columns, download), made with the choice of columns. */
  readonly renderTools: (choice: ColumnChoice<R>) => ReactNode;
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
 * The whole screen of a plain resource: heading with count, search, filters, tools, one primary button, table and
 * pager. What a list has more than this stands in its own file.
 */
export function PlainList<R extends { readonly id: string }>({
  screen,
  columns,
  title,
  search,
  filters,
  renderTools,
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
          {renderTools(choice)}
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
