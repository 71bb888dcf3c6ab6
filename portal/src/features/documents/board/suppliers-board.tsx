import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { positivesForAutomatic, supplierBoard } from '#contract/documents/board.ts';
import type { Row } from '#contract/resource.ts';
import { loadListTools } from '#portal/features/core/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { Failures, Share } from './share.tsx';

type Supplier = Row<typeof supplierBoard>;
const hooks = resourceHooks(supplierBoard);
const ListTools = lazy(async () => {
  const Tools = await loadListTools();
  return { default: Tools<typeof supplierBoard, Supplier> };
});

const columns = columnsFor(
  supplierBoard,
  [
    { field: 'name', width: '20%', small: 'title' },
    { field: 'customerIdAndName', width: '18%', small: 'line' },
    { field: 'documentCount', width: 124 },
    { field: 'validatedCount', width: 110 },
    { field: 'positiveShare', width: 100, align: 'right', render: ({ positiveShare }) => <Share value={positiveShare} /> },
    { field: 'unchangedShare', width: 140, align: 'right', render: ({ unchangedShare }) => <Share value={unchangedShare} /> },
    { field: 'lastFailures', sortable: false, render: ({ lastFailures }) => <Failures failures={lastFailures} /> },
    { field: 'isAutomatic', width: 150, sortable: false, render: (row) => <AutomaticSwitch row={row} />, small: 'end' },
  ],
  'documentsWork.board',
);

/** Per supplier; one that went right three times without an edit may skip the validation queue. */
export function SuppliersBoard({ views }: { readonly views: ReactNode }) {
  const text = useText();
  const list = useListState(supplierBoard);
  const choice = useColumns('board:index', columns);
  const page = hooks.useList(list.query, {});
  const count = page.data?.metadata.count;
  return (
    <ListPage
      title={text('documentsWork.board.title')}
      count={count}
      search={<SearchBox list={list} label="documentsWork.board.searchSupplier" />}
      filters={views}
      actions={
        <Suspense>
          <ListTools
            screen="board:index"
            resource={supplierBoard}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('documentsWork.board.all')}
            hasExport={false}
          />
        </Suspense>
      }
    >
      <DataTable
        caption={text('documentsWork.board.title')}
        columns={choice.shown}
        page={page}
        list={list}
        empty={<EmptyState kind="first" icon={IconChartBar} title={text('documentsWork.board.none')} hint={text('documentsWork.board.noneHint')} />}
      />
      <Pager list={list} count={count} />
    </ListPage>
  );
}

function AutomaticSwitch({ row }: { readonly row: Supplier }) {
  const text = useText();
  const mayUpdate = usePermission()('fmmanagement.board.update');
  const { mutate, isPending } = hooks.useUpdate({});
  const canSwitch = mayUpdate && !isPending && (row.isAutomatic || row.mayBeAutomatic);
  const why =
    row.offReason !== ''
      ? text(`documentsWork.board.off.${row.offReason}`)
      : row.mayBeAutomatic || row.isAutomatic
        ? text('documentsWork.board.automaticHint')
        : text('documentsWork.board.notYet', { n: positivesForAutomatic });

  function change(isAutomatic: boolean) {
    mutate(
      { id: row.id, body: { isAutomatic } },
      {
        onSuccess: () =>
          void notify({ meaning: 'ok', title: text(isAutomatic ? 'documentsWork.board.isOn' : 'documentsWork.board.isOff', { name: row.name }) }),
        onError: (error) => {
          const { title, hint } = errorWords(error, text);
          notify({ meaning: 'bad', title, body: hint });
        },
      },
    );
  }
  // What cannot be switched is a fact, with why; a dead switch would only ask to be tried.
  if (!canSwitch && !isPending) {
    return (
      <span title={why}>
        <YesNo value={row.isAutomatic} />
        <span className="balie-hidden">{why}</span>
      </span>
    );
  }
  return (
    <span title={why}>
      <Switch
        aria-label={text('documentsWork.board.automaticOf', { name: row.name })}
        label={text(row.isAutomatic ? 'kit.yes' : 'kit.no')}
        checked={row.isAutomatic}
        disabled={!canSwitch}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span className="balie-hidden">{why}</span>
    </span>
  );
}
