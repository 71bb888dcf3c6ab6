import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TabBar } from '../detail/tab-bar.tsx';
import { useText } from '../text.ts';
import type { Column } from './column.tsx';
import { CreateButton, type CreateAction } from './create-button.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Filter } from './filter-frame.tsx';
import { ListPage } from './list-page.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import type { DataTableProps, RowsState } from './table-types.ts';
import { type ColumnChoice, useColumns } from './use-columns.ts';
import type { ListState } from './use-list-state.ts';

/** What a list is made of. Its texts stand below one key, unless a property names another. */
export interface ListFrameProps<R extends { readonly id: string }> extends Omit<
  DataTableProps<R>,
  'caption' | 'list' | 'page' | 'empty'
> {
  /** A screen of its own, with heading and count, or a tab of a detail. */
  readonly place?: 'page' | 'tab';
  /** The choice of columns is stored under this name. */
  readonly screen: string;
  /** Where its texts stand: `core.modules` has `title`, `search`, `create`, `none` and `noneHint`. */
  readonly texts: string;
  /** Text key: the heading, when it is not `title`. */
  readonly title?: string | undefined;
  readonly list: ListState;
  /** What `useList` gives. */
  readonly page: RowsState<R> & {
    readonly data: { readonly metadata?: { readonly count?: number | undefined } } | undefined;
  };
  /** Text key: what the search box is called, when it is not `search`; null for no search box. */
  readonly search?: string | null | undefined;
  /** Choices that narrow the list, beside the search box. */
  readonly filters?: readonly Filter[] | undefined;
  /** Other choices than `filters` can draw, in their place. */
  readonly filterBar?: ReactNode;
  /** The tools that lists share (views, columns, download), made with the choice of columns. */
  readonly renderTools: (choice: ColumnChoice<R>) => ReactNode;
  /** Buttons of its own, between the tools of every list and the primary one. */
  readonly tools?: ReactNode;
  /** What the primary button does, or false for who may not; an empty page shows it too. */
  readonly create?: CreateAction | false | undefined;
  /** Another primary button than `create`. */
  readonly primary?: ReactNode;
  /** Stands between the head of the list and its table. */
  readonly notice?: ReactNode;
  /** A column before those that people choose, such as boxes to tick. */
  readonly firstColumn?: Column<R> | undefined;
  /** What stands here when there is nothing at all: an icon, and words that are not `none` and `noneHint`. */
  readonly empty?: {
    /** `done` where an empty list means that all work is done. */
    readonly kind?: 'first' | 'done';
    readonly icon?: TablerIcon;
    readonly title?: string;
    readonly hint?: string;
  };
}

/**
 * A complete list, as a page or in a tab: heading with count, search, filters, tools, one primary button, table and
 * pager. `ResourceList` of core adds the tools of every list.
 */
export function ListFrame<R extends { readonly id: string }>({
  place = 'page',
  screen,
  columns,
  texts,
  title = `${texts}.title`,
  list,
  page,
  search = `${texts}.search`,
  filters,
  filterBar,
  renderTools,
  tools,
  create,
  primary,
  notice,
  firstColumn,
  empty,
  ...table
}: ListFrameProps<R>) {
  const text = useText();
  const choice = useColumns(screen, columns);
  const isPage = place === 'page';
  const count = page.data?.metadata?.count;
  const button = create ? (
    <CreateButton label={text(`${texts}.create`)} isQuiet={!isPage} {...create} />
  ) : (
    primary
  );
  const head = {
    search: search !== null && <SearchBox list={list} label={search} />,
    filters: filters ? <FilterBar list={list} filters={filters} /> : filterBar,
    actions: (
      <>
        {renderTools(choice)}
        {tools}
        {button}
      </>
    ),
  };
  const {
    kind = 'first',
    icon,
    title: none = text(`${texts}.none`),
    hint = text(`${texts}.noneHint`),
  } = empty ?? {};
  const body = (
    <>
      {notice}
      <DataTable
        {...table}
        caption={text(title)}
        columns={firstColumn ? [firstColumn, ...choice.shown] : choice.shown}
        list={list}
        page={page}
        empty={
          <EmptyState
            kind={kind}
            title={none}
            hint={hint}
            {...(icon && { icon })}
            action={isPage && button}
          />
        }
      />
      <Pager list={list} count={count} />
    </>
  );
  if (isPage)
    return (
      <ListPage title={text(title)} count={count} {...head}>
        {body}
      </ListPage>
    );
  return (
    <>
      <TabBar {...head} />
      {body}
    </>
  );
}
