import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { DataTable } from './data-table.tsx';
import { loadedRows } from './table-types.ts';

const columns = [
  { field: 'name', label: 'kit.unknown', render: ({ name }: { name: string }) => name, isMain: true },
  { field: 'kind', label: 'kit.yes', render: () => 'x' },
  { field: 'size', label: 'kit.no', render: ({ size }: { size: number }) => size, align: 'right' },
] as const;
const rows = [{ id: '1', name: 'Een', size: 3 }];

function Summed({ hasActions = false }: { readonly hasActions?: boolean }) {
  return (
    <DataTable
      caption="Dingen"
      columns={columns}
      page={loadedRows(rows)}
      totals={{ label: 'Totaal', values: { size: '1.861' } }}
      renderActions={hasActions ? () => <button type="button">Weg</button> : undefined}
    />
  );
}

test.each([false, true])('a sum stands under its own column (actions: %s)', async (hasActions) => {
  await renderScreen(() => <Summed hasActions={hasActions} />);
  const table = screen.getByRole('table', { name: 'Dingen' });
  const foot = within(table).getByRole('rowheader', { name: 'Totaal' }).closest('tr');
  const cells = [...(foot?.cells ?? [])].map(({ textContent }) => textContent);
  expect(cells).toEqual(['Totaal', '', '1.861', ...(hasActions ? [''] : [])]);
});
