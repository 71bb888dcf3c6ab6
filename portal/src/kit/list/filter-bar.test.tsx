import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, id } from '#contract/resource.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useListState } from './use-list-state.ts';

const row = z.object({ id });
const things = defineResource({
  path: 'test/things',
  permission: 'x',
  fields: {},
  defaultSort: '',
  row,
  record: row,
});
const names = ['status'];
const filters = [
  { name: 'status', label: 'Status', off: 'Alle', options: [{ value: '4', label: 'Productie' }] },
];

function Filters() {
  const list = useListState(things, { filters: names });
  return (
    <>
      <FilterBar list={list} filters={filters} />
      <output>{JSON.stringify(list.query.extra)}</output>
    </>
  );
}

test('a filter goes into the address and the query, and its cross takes it away', async () => {
  const { user, address } = await renderScreen(Filters, { at: '/?page=3' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), '4');
  await waitFor(() => expect(address()).toBe('/?status=4'));
  expect(screen.getByText('{"status":"4"}')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Status leegmaken' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(screen.queryByRole('button', { name: 'Status leegmaken' })).toBeNull();
});
