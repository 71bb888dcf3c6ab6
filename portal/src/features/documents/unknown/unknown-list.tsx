import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { unknownDocuments, unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { LockMark } from '../locks/lock-bar.tsx';
import { unknownHooks, unprocessableHooks, type UnknownRow } from './document.ts';
import { ListCommands } from './list-commands.tsx';
import { RetryBar } from './retry-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useBulk } from './use-bulk.ts';
import { useRetry } from './use-retry.ts';
import { useSelection, type Ticks } from './use-selection.ts';

const filters = ['state'];
// Which documents they are is told by the path, not by a pair.
const noPairs = () => ({});

/** Documents that could not be read; a row opens one, a selection is set aside or merged (product 2.2). */
export function UnknownList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(unknownDocuments, { filters, toQuery: noPairs });
  const isAside = list.filters['state'] === 'onverwerkbaar';
  const hooks = isAside ? unprocessableHooks : unknownHooks;
  const page = hooks.useList(list.query, {});
  const count = page.data?.metadata.count;
  const ticks = useSelection(page.data?.result ?? noRows);
  const mayUpdate = may('fmmanagement.documents.update');
  const mayRetry = may('fmmanagement.documents.retry');
  const bulk = useBulk();
  const retry = useRetry(mayRetry);
  const choice = useColumns('documents:index', columns);
  const shown = useMemo(
    () => (mayUpdate ? [tickColumn(ticks), ...choice.shown] : choice.shown),
    [mayUpdate, ticks, choice.shown],
  );

  return (
    <ListPage
      title={text('documentsWork.unknown.title')}
      count={count}
      search={<SearchBox list={list} label="documentsWork.unknown.search" />}
      filters={
        <FilterBar
          list={list}
          filters={[
            {
              name: 'state',
              label: text('documentsWork.unknown.state'),
              off: text('documentsWork.unknown.stateUnknown'),
              options: [{ value: 'onverwerkbaar', label: text('documentsWork.unknown.stateAside') }],
            },
          ]}
        />
      }
      actions={
        <>
          <ListTools
            screen="documents:index"
            resource={isAside ? unprocessableDocuments : unknownDocuments}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('documentsWork.unknown.all')}
          />
          <ListCommands
            ticks={ticks}
            isAside={isAside}
            bulk={bulk}
            retry={retry}
            isFetching={page.isFetching && !page.isPending}
          />
        </>
      }
    >
      {retry.run && <RetryBar run={retry.run} onClose={retry.close} />}
      {mayUpdate && ticks.ids.length > 0 && (
        <SelectionBar
          ticks={ticks}
          rows={page.data?.result ?? noRows}
          isAside={isAside}
          onRetry={mayRetry && !isAside ? (force) => retry.start({ force, ids: ticks.ids }) : undefined}
        />
      )}
      <DataTable
        caption={text('documentsWork.unknown.title')}
        columns={shown}
        page={page}
        list={list}
        href={({ id }) =>
          pathTo('documents:detail', { documentId: id }) +
          (list.search === '' ? '' : `?${new URLSearchParams({ search: list.search })}`)
        }
        empty={
          <EmptyState
            kind="done"
            title={text(isAside ? 'documentsWork.unknown.noneAside' : 'documentsWork.unknown.none')}
            hint={text(isAside ? 'documentsWork.unknown.noneAsideHint' : 'documentsWork.unknown.noneHint')}
          />
        }
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}

const noRows: readonly UnknownRow[] = [];

const columns = columnsFor(
  unknownDocuments,
  [
    {
      field: 'documentId',
      width: 170,
      isMain: true,
      small: 'title',
      render: ({ documentId, lock }) => (
        <>
          {documentId}
          <LockMark lock={lock} />
        </>
      ),
    },
    { field: 'klant/customerIdAndName', width: '20%', isMain: false, small: 'line' },
    { field: 'administratie/bedrijfsnaam', width: '14%', isMain: false },
    { field: 'reason', isMain: false, sortable: false },
    { field: 'filename', width: '14%', isMain: false },
    { field: 'pageCount', width: 96, isMain: false },
    { field: 'fileCreationTime', width: 150, isMain: false },
  ],
  'documentsWork.unknown',
);

function tickColumn(ticks: Ticks) {
  return {
    field: 'tick',
    label: '',
    width: 52,
    small: 'end' as const,
    render: (row: UnknownRow) => <Tick row={row} ticks={ticks} />,
  };
}

function Tick({ row, ticks }: { readonly row: UnknownRow; readonly ticks: Ticks }) {
  const text = useText();
  return (
    <Checkbox
      aria-label={text('kit.table.choose', { name: row.documentId })}
      checked={ticks.has(row.id)}
      onChange={() => ticks.toggle(row.id)}
    />
  );
}
