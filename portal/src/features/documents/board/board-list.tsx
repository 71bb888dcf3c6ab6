import { IconChartBar, IconRegex, IconTruck } from '@tabler/icons-react';
import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import type { Row } from '#contract/resource.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Segments } from '#portal/kit/layout/segments.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { AutomaticSwitch } from './automatic-switch.tsx';
import { Failures, Share } from './share.tsx';

type TriggerShare = Row<typeof triggerBoard>;
type Shares = Pick<TriggerShare, 'positiveShare' | 'unchangedShare' | 'lastFailures'>;

const positiveShare = {
  field: 'positiveShare',
  width: 78,
  align: 'right',
  render: (row: Shares) => <Share value={row.positiveShare} />,
} as const;
const unchangedShare = {
  field: 'unchangedShare',
  width: 116,
  align: 'right',
  render: (row: Shares) => <Share value={row.unchangedShare} />,
} as const;
const lastFailures = {
  field: 'lastFailures',
  sortable: false,
  render: (row: Shares) => <Failures failures={row.lastFailures} />,
} as const;

const supplierColumns = columnsFor(
  supplierBoard,
  [
    { field: 'name', width: '20%', small: 'title' },
    { field: 'customerIdAndName', width: '20%', small: 'line' },
    { field: 'documentCount', width: 104 },
    { field: 'validatedCount', width: 92 },
    positiveShare,
    unchangedShare,
    lastFailures,
    {
      field: 'isAutomatic',
      width: 100,
      sortable: false,
      render: (supplier) => <AutomaticSwitch supplier={supplier} />,
      small: 'end',
    },
  ],
  'documentsWork.board',
);
const triggerColumns = columnsFor(
  triggerBoard,
  [
    { field: 'name', width: '20%', small: 'title' },
    { field: 'customerIdAndName', width: '20%', small: 'line', render: (row) => <Whose row={row} /> },
    { field: 'documentCount', width: 104 },
    { field: 'validatedCount', width: 92 },
    { ...positiveShare, small: 'end' },
    unchangedShare,
    lastFailures,
    { field: 'lastDocumentAt', width: 142 },
  ],
  'documentsWork.board',
);
const views = [
  { key: 'suppliers', icon: IconTruck },
  { key: 'triggers', icon: IconRegex },
] as const;

/** How well recognition does, per supplier and per trigger. */
export function BoardList() {
  const [{ per }] = useUrlState();
  // A key per view: while it loads, no rows of the other view may show.
  return per === 'triggers' ? <TriggersBoard key="triggers" /> : <SuppliersBoard key="suppliers" />;
}

/** A supplier with three positive verdicts in a row, without an edit, may skip validation. A row opens what is remembered. */
function SuppliersBoard() {
  const pathTo = usePathTo();
  return (
    <ResourceList
      {...useRows(supplierBoard, {})}
      screen="board:index"
      columns={supplierColumns}
      texts="documentsWork.board"
      search="documentsWork.board.searchSupplier"
      filterBar={<ViewSwitch current="suppliers" />}
      everything="documentsWork.board.all"
      href={({ id }) => pathTo('board:detail', { supplierId: id })}
      empty={{ icon: IconChartBar }}
    />
  );
}

/** A row opens the trigger. */
function TriggersBoard() {
  const text = useText();
  const pathTo = usePathTo();
  const mayOpen = usePermission()('fmmanagement.triggers.update');
  return (
    <ResourceList
      {...useRows(triggerBoard, {})}
      screen="board:index"
      columnsOf="board:triggers"
      columns={triggerColumns}
      texts="documentsWork.board"
      search="documentsWork.board.searchTrigger"
      filterBar={<ViewSwitch current="triggers" />}
      everything="documentsWork.board.all"
      href={mayOpen ? ({ id }) => pathTo('triggers:update', { triggerId: id }) : undefined}
      empty={{
        icon: IconRegex,
        title: text('documentsWork.triggers.none'),
        hint: text('documentsWork.triggers.noneHint'),
      }}
    />
  );
}

function ViewSwitch({ current }: { readonly current: (typeof views)[number]['key'] }) {
  const text = useText();
  const [, change] = useUrlState();
  const reset = { page: undefined, sort: undefined, columns: undefined };
  return (
    <Segments
      label={text('documentsWork.board.per')}
      options={views.map((view) => ({ ...view, label: text(`documentsWork.board.${view.key}`) }))}
      value={current}
      onChange={(key) => change({ per: key === 'suppliers' ? undefined : key, ...reset }, { push: true })}
    />
  );
}

function Whose({ row }: { readonly row: TriggerShare }) {
  const general = useText()('documentsWork.trigger.general');
  return row.companyId === null ? general : row.customerIdAndName;
}
