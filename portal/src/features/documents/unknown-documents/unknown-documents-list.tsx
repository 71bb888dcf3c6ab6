import { Checkbox } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { unknownDocuments, unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { LockMark } from '../locks/lock-bar.tsx';
import { unknownDocumentHooks, unprocessableDocumentHooks, type UnknownDocumentRow } from './document.ts';
import { ListCommands } from './list-commands.tsx';
import { RetryBar } from './retry-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useRetry } from './use-retry.ts';
import { useSelection, type Ticks } from './use-selection.ts';

const filters = ['state'];
// The state is in the path, not in the query.
const noPairs = () => ({});

/** Documents that could not be read; a row opens one, a selection is made unprocessable or merged (product 2.2). */
export function UnknownDocumentsList() {
  const text = useText();
  const may = usePermission();
  const pathTo = usePathTo();
  const list = useListState(unknownDocuments, { filters, toQuery: noPairs });
  const isUnprocessable = list.filters['state'] === 'onverwerkbaar';
  const hooks = isUnprocessable ? unprocessableDocumentHooks : unknownDocumentHooks;
  const page = hooks.useList(list.query, {});
  const rows = page.data?.result ?? noRows;
  const ticks = useSelection(rows);
  const mayUpdate = may('fmmanagement.documents.update');
  const mayRetry = may('fmmanagement.documents.retry');
  const retry = useRetry(mayRetry);

  return (
    <ResourceList
      resource={isUnprocessable ? unprocessableDocuments : unknownDocuments}
      screen="documents:index"
      list={list}
      page={page}
      columns={columns}
      firstColumn={mayUpdate ? tickColumn(ticks) : undefined}
      texts="documentsWork.unknown"
      everything="documentsWork.unknown.all"
      filters={[
        {
          name: 'state',
          label: text('documentsWork.unknown.state'),
          off: text('documentsWork.unknown.stateUnknown'),
          options: [{ value: 'onverwerkbaar', label: text('documentsWork.unknown.stateAside') }],
        },
      ]}
      tools={
        <ListCommands
          ticks={ticks}
          isUnprocessable={isUnprocessable}
          retry={retry}
          isFetching={page.isFetching && !page.isPending}
        />
      }
      notice={
        <>
          {retry.run && <RetryBar run={retry.run} onClose={retry.close} />}
          {mayUpdate && ticks.ids.length > 0 && (
            <SelectionBar
              ticks={ticks}
              rows={rows}
              isUnprocessable={isUnprocessable}
              onRetry={
                mayRetry && !isUnprocessable ? (force) => retry.start({ force, ids: ticks.ids }) : undefined
              }
            />
          )}
        </>
      }
      href={({ id }) =>
        pathTo('documents:detail', { documentId: id }) +
        (list.search === '' ? '' : `?${new URLSearchParams({ search: list.search })}`)
      }
      empty={{
        kind: 'done',
        title: text(isUnprocessable ? 'documentsWork.unknown.noneAside' : 'documentsWork.unknown.none'),
        hint: text(
          isUnprocessable ? 'documentsWork.unknown.noneAsideHint' : 'documentsWork.unknown.noneHint',
        ),
      }}
    />
  );
}

const noRows: readonly UnknownDocumentRow[] = [];

function QuestionMark() {
  const words = useText()('documentsWork.question.mark');
  return (
    <span title={words} style={{ marginLeft: 6, color: 'var(--balie-info)' }}>
      <IconMessageQuestion size={14} stroke={1.75} aria-hidden />
      <span className="balie-hidden">{words}</span>
    </span>
  );
}

const columns = columnsFor(
  unknownDocuments,
  [
    {
      field: 'documentId',
      width: 150,
      small: 'title',
      render: ({ documentId, lock, hasQuestion }) => (
        <>
          {documentId}
          <LockMark lock={lock} />
          {hasQuestion && <QuestionMark />}
        </>
      ),
    },
    { field: 'klant/customerIdAndName', width: '16%', small: 'line' },
    { field: 'administratie/bedrijfsnaam', width: '11%' },
    { field: 'reason', sortable: false },
    { field: 'filename', width: '13%' },
    { field: 'pageCount', width: 84 },
    { field: 'fileCreationTime', width: 140 },
  ],
  'documentsWork.unknown',
);

function tickColumn(ticks: Ticks) {
  return {
    field: 'tick',
    label: '',
    width: 52,
    small: 'end' as const,
    render: (row: UnknownDocumentRow) => <Tick row={row} ticks={ticks} />,
  };
}

function Tick({ row, ticks }: { readonly row: UnknownDocumentRow; readonly ticks: Ticks }) {
  const text = useText();
  return (
    <Checkbox
      aria-label={text('kit.table.choose', { name: row.documentId })}
      checked={ticks.has(row.id)}
      onChange={() => ticks.toggle(row.id)}
    />
  );
}
