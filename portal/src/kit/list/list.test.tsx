import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, id } from '#contract/resource.ts';
import { resourceHooks } from '../data/resource-hooks.ts';
import { useText } from '../text.ts';
import { fakeServer, refusal, result } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { columnsFor } from './column.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { ListPage } from './list-page.tsx';
import { Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { useListState } from './use-list-state.ts';

const row = z.object({ id, name: z.string(), size: z.int(), active: z.boolean() });
const things = defineResource({
  name: 'thing',
  path: 'test/things',
  permission: 'test.things',
  fields: { name: 'text', size: 'number', active: 'boolean' },
  defaultSort: 'name asc',
  pageSizes: [10, 25],
  row,
  record: row,
});
const { useList } = resourceHooks(things);
const columns = columnsFor(things, [
  { field: 'name', small: 'title' },
  { field: 'size', small: 'end' },
  'active',
]);

function Things() {
  const text = useText();
  const list = useListState(things, { filters: ['kind'] });
  const page = useList(list.query, {});
  return (
    <ListPage title="Dingen" count={page.data?.metadata.count} search={<SearchBox list={list} />}>
      <DataTable
        caption="Dingen"
        columns={columns}
        page={page}
        list={list}
        href={(thing) => `/things/${thing.id}`}
        empty={<EmptyState kind="first" title={text('kit.unknown')} />}
      />
      <Pager list={list} count={page.data?.metadata.count} />
    </ListPage>
  );
}

const rows = Array.from({ length: 10 }, (_, at) => ({
  id: `${at}`,
  name: `Ding ${at}`,
  size: at,
  active: at > 0,
}));

function things214() {
  const server = fakeServer();
  server.list(things, {}, rows, 214);
  return server;
}

const lastUrl = (server: ReturnType<typeof fakeServer>) => server.calls.at(-1)?.url ?? '';

describe('a list', () => {
  test('that is shorter than the page in the address goes to its last page', async () => {
    const { server, address } = await renderScreen(Things, { server: things214(), at: '/?page=99&search=d' });
    await waitFor(() => expect(lastUrl(server)).toContain('$skip=210'));
    expect(address()).toContain('page=22');
    expect(address()).toContain('search=d');
  });

  test('asks for its first page in the resource’s own order, and shows count, rows and range', async () => {
    const { server } = await renderScreen(Things, { server: things214() });
    expect(await screen.findByRole('link', { name: 'Ding 3' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/things\/3$/),
    );
    expect(lastUrl(server)).toBe('/api/test/things?$top=10&$count=true&$orderby=name asc');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dingen 214');
    expect(screen.getByText('1–10 van 214')).toBeTruthy();
  });

  test('sorts by its heads, turns round at the second click, and says so', async () => {
    const { user, server, address } = await renderScreen(Things, { server: things214() });
    const head = await screen.findByRole('columnheader', { name: 'test.things.name' });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(head).getByRole('button'));
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('descending'));
    expect(address()).toBe('/?sort=-name');
    await user.click(screen.getByRole('button', { name: 'test.things.size' }));
    await waitFor(() => expect(lastUrl(server)).toContain('$orderby=size asc'));
    expect(head.getAttribute('aria-sort')).toBe('none');
  });

  test('keeps page and size in the address, and starts at the first page when the size changes', async () => {
    const { user, server, address } = await renderScreen(Things, { server: things214() });
    await user.click(await screen.findByRole('button', { name: 'Volgende pagina' }));
    await waitFor(() => expect(lastUrl(server)).toContain('$skip=10'));
    expect(address()).toBe('/?page=2');
    await user.click(screen.getByRole('button', { name: 'Laatste pagina' }));
    await waitFor(() => expect(address()).toBe('/?page=22'));
    expect(await screen.findByText('211–214 van 214')).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Rijen per pagina'), '25');
    await waitFor(() => expect(lastUrl(server)).toContain('$top=25&$count'));
    expect(address()).toBe('/?size=25');
  });

  test('opens where the address says, and reads broken values as absent', async () => {
    const server = things214();
    await renderScreen(Things, { server, at: '/?page=0x2&size=11&sort=secret&search=stoel&kind=a' });
    await screen.findByText('1–10 van 214');
    expect(lastUrl(server)).toBe('/api/test/things?$top=10&$count=true&$orderby=name asc&query=stoel&kind=a');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'stoel');
  });

  test('searches 200 ms after the last letter, once', async () => {
    const { user, server, address } = await renderScreen(Things, { server: things214(), at: '/?page=3' });
    await screen.findByText('21–30 van 214');
    await user.type(screen.getByRole('searchbox'), 'stoel');
    await waitFor(() => expect(address()).toBe('/?search=stoel'));
    await waitFor(() => expect(lastUrl(server)).toContain('query=stoel'));
    expect(server.calls.filter(({ url }) => url.includes('query='))).toHaveLength(1);
  });

  test('goes to the search box with a slash, and the cross empties it', async () => {
    const { user, address } = await renderScreen(Things, { server: things214(), at: '/?search=stoel' });
    await screen.findByText('1–10 van 214');
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.click(screen.getByRole('button', { name: 'Zoekveld leegmaken' }));
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('opens a record from anywhere in its row, but not while text is selected', async () => {
    const { user, address } = await renderScreen(Things, { server: things214() });
    const cell = await screen.findByRole('cell', { name: '3' });
    window.getSelection()?.selectAllChildren(cell);
    fireEvent.click(cell);
    expect(address()).toBe('/');
    window.getSelection()?.removeAllRanges();
    await user.click(cell);
    await waitFor(() => expect(address()).toBe('/things/3'));
  });

  test('moves through its rows with arrows and with J and K', async () => {
    const { user } = await renderScreen(Things, { server: things214() });
    await screen.findByRole('link', { name: 'Ding 0' });
    await user.keyboard('j');
    expect(document.activeElement?.textContent).toBe('Ding 0');
    await user.keyboard('{ArrowDown}{ArrowDown}k');
    expect(document.activeElement?.textContent).toBe('Ding 1');
  });

  test('distinguishes no matches from no rows at all', async () => {
    const server = fakeServer();
    server.list(things, {}, []);
    const { user, address } = await renderScreen(Things, { server, at: '/?search=stembilj' });
    expect(await screen.findByRole('heading', { name: 'Geen resultaten gevonden' })).toBeTruthy();
    expect(screen.getByText('Er is niets met ‘stembilj’.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    expect(await screen.findByRole('heading', { name: 'Onbekend' })).toBeTruthy();
    expect(address()).toBe('/');
  });

  test('says in its place what failed, and tries again', async () => {
    const server = fakeServer();
    let fails = true;
    server.on('GET', '/api/test/things', () =>
      fails ? refusal('internal', { detail: 'De motor sloeg af' }) : result(rows, { count: 10 }),
    );
    const { user } = await renderScreen(Things, { server });
    expect(await screen.findByRole('heading', { name: 'De motor sloeg af' })).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByRole('link', { name: 'Ding 0' })).toBeTruthy();
  });

  test('has its words in English', async () => {
    await renderScreen(Things, { server: things214(), language: 'en' });
    expect(await screen.findByText('1–10 of 214')).toBeTruthy();
    expect(screen.getAllByText('Yes')).toHaveLength(9);
  });
});
