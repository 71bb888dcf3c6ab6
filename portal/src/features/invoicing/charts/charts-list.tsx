import { IconListNumbers } from '@tabler/icons-react';
import { charts } from '#contract/invoicing/charts.ts';
import { ResourceList } from '#portal/features/core/index.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { usePathTo } from '#portal/kit/screens.tsx';

const columns = columnsFor(
  charts,
  [
    { field: 'administration/name', small: 'title' },
    { field: 'company/name', width: '30%', small: 'line' },
    { field: 'accounts', width: 140, small: 'end' },
    { field: 'vatCodes', width: 120, align: 'right', sortable: false },
  ],
  'invoicing.charts',
);

/** The charts of the administrations: which have one, and how large it is. */
export function ChartsList() {
  const rows = useRows(charts, {});
  const pathTo = usePathTo();
  return (
    <ResourceList
      {...rows}
      columns={columns}
      texts="invoicing.charts"
      href={({ id }) => `${pathTo('charts:detail', { administrationId: id })}/accounts`}
      empty={{ icon: IconListNumbers }}
    />
  );
}
