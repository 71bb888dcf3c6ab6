import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import type { Column } from './column.tsx';
import { DataTable } from './data-table.tsx';
import { loadedRows } from './table-types.ts';

interface Line {
  readonly id: string;
  readonly number: string;
}
const lines: readonly Line[] = [
  { id: 'a', number: '2026-1' },
  { id: 'b', number: '2026-2' },
];
const columns: readonly Column<Line>[] = [
  { field: 'number', label: 'Nummer', isMain: true, render: (line) => line.number },
];

function Lines() {
  const [open, setOpen] = useState<string>();
  return (
    <DataTable
      caption="Regels"
      columns={columns}
      page={loadedRows(lines)}
      selection={{ id: open, onChange: (line) => setOpen(line.id), nameOf: (line) => line.number }}
      expansion={{
        id: open,
        onChange: (line) => setOpen(line?.id),
        render: (line) => <p>Detail van {line.number}</p>,
      }}
    />
  );
}

test('one row is open at a time, and choosing it opens it', async () => {
  const { user } = await renderScreen(Lines);
  await user.click(screen.getByRole('cell', { name: '2026-1' }));
  expect(screen.getByText('Detail van 2026-1')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Kies 2026-1' })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('radio', { name: 'Kies 2026-2' }));
  expect(screen.queryByText('Detail van 2026-1')).toBeNull();
  expect(screen.getByText('Detail van 2026-2')).toBeTruthy();
});

test('the arrow at the end says whether its row is open, and closes it', async () => {
  const { user } = await renderScreen(Lines);
  const [first] = screen.getAllByRole('button', { name: 'Details tonen' });
  if (first === undefined) throw new Error('no row can be opened');
  await user.click(first);
  const close = screen.getByRole('button', { name: 'Details sluiten' });
  expect(close.getAttribute('aria-expanded')).toBe('true');
  await user.click(close);
  expect(screen.queryByText('Detail van 2026-1')).toBeNull();
});
