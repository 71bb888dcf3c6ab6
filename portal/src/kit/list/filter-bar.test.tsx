import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, id } from '#contract/resource.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useListState } from './use-list-state.ts';

const row = z.object({ id });
const things = defineResource({
  name: 'thing',
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

const many = Array.from({ length: 40 }, (_, at) => ({ value: `a${at}`, label: `Administratie ${at}` }));
const searched = [
  {
    name: 'status',
    label: 'Administratie',
    off: 'Alle',
    options: [...many, { value: 'c', label: 'Drukkerij Café (Zalland)' }],
  },
];

function ManyFilters() {
  const list = useListState(things, { filters: names });
  return <FilterBar list={list} filters={searched} />;
}

test('of many options one is found by any part of its name, by keyboard alone, and its cross takes it away', async () => {
  const { user, address } = await renderScreen(ManyFilters);
  const button = await screen.findByRole('button', { name: 'Administratie: Alle' });
  button.focus();
  await user.keyboard('{Enter}');
  const field = await screen.findByRole('textbox', { name: 'Zoeken: Administratie' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('zzz');
  expect(await screen.findByText('Niets gevonden')).toBeTruthy();
  await user.clear(field);
  await user.keyboard('CAFE (z');
  const options = within(screen.getByRole('listbox', { name: 'Administratie' }));
  await waitFor(() =>
    expect(options.getAllByRole('option').map((one) => one.textContent)).toEqual([
      'Drukkerij Café (Zalland)',
    ]),
  );
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/?status=c'));
  await user.click(screen.getByRole('button', { name: 'Administratie leegmaken' }));
  await waitFor(() => expect(address()).toBe('/'));
});

test('Escape closes the choices, and the filter stays as it was', async () => {
  const { user, address } = await renderScreen(ManyFilters, { at: '/?status=a3' });
  await user.click(await screen.findByRole('button', { name: 'Administratie: Administratie 3' }));
  await screen.findByRole('textbox', { name: 'Zoeken: Administratie' });
  await user.keyboard('12{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Zoeken: Administratie' })).toBeNull());
  expect(address()).toBe('/?status=a3');
});
