import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { positivesForAutomatic, supplierBoard } from '#contract/documents/board.ts';
import type { Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { WorkList } from '../lists/work-list.tsx';
import { Failures, Share } from './share.tsx';

type Supplier = Row<typeof supplierBoard>;
const hooks = resourceHooks(supplierBoard);
const columns = columnsFor(
  supplierBoard,
  [
    { field: 'name', width: '17%', small: 'title' },
    { field: 'customerIdAndName', width: '12%', small: 'line' },
    { field: 'documentCount', width: 108 },
    { field: 'validatedCount', width: 100 },
    {
      field: 'positiveShare',
      width: 78,
      align: 'right',
      render: ({ positiveShare }) => <Share value={positiveShare} />,
    },
    {
      field: 'unchangedShare',
      width: 124,
      align: 'right',
      render: ({ unchangedShare }) => <Share value={unchangedShare} />,
    },
    {
      field: 'lastFailures',
      sortable: false,
      render: ({ lastFailures }) => <Failures failures={lastFailures} />,
    },
    {
      field: 'isAutomatic',
      width: 114,
      sortable: false,
      render: (row) => <AutomaticSwitch row={row} />,
      small: 'end',
    },
  ],
  'documentsWork.board',
);

/** Per supplier; one that went right three times without an edit may skip the validation queue. */
export function SuppliersBoard({ views }: { readonly views: ReactNode }) {
  const text = useText();
  const list = useListState(supplierBoard);
  const page = hooks.useList(list.query, {});
  return (
    <WorkList
      screen="board:index"
      resource={supplierBoard}
      list={list}
      page={page}
      columns={columns}
      title="documentsWork.board.title"
      search="documentsWork.board.searchSupplier"
      filters={views}
      everything={text('documentsWork.board.all')}
      empty={{
        icon: IconChartBar,
        title: text('documentsWork.board.none'),
        hint: text('documentsWork.board.noneHint'),
      }}
    />
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
          void notify({
            meaning: 'ok',
            title: text(isAutomatic ? 'documentsWork.board.isOn' : 'documentsWork.board.isOff', {
              name: row.name,
            }),
          }),
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
