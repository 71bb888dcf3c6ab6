import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, id } from '#contract/resource.ts';
import { useErrors } from './error-store.ts';
import { invalidateResource, resourceHooks } from './resource-hooks.ts';
import { fakeServer, refusal, result } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const write = z.object({ name: z.string() });
const shelves = defineResource({
  name: 'shelf',
  path: 'core/rooms/{roomId}/shelves',
  permission: 'core.shelves',
  fields: { name: 'text' },
  defaultSort: 'name asc',
  row: z.object({ id, name: z.string() }),
  record: z.object({ id, name: z.string(), books: z.int() }),
  create: write,
  update: write,
});
const { useList, useOne, useCreate, useUpdate, useRemove } = resourceHooks(shelves);
const parents = { roomId: 'a/b' };
const url = '/api/core/rooms/a%2Fb/shelves';

function Shelves() {
  const page = useList({ top: 50, orderBy: 'name asc' }, parents);
  const create = useCreate(parents);
  const remove = useRemove(parents);
  const { error } = useErrors();
  return (
    <>
      <p>count {page.data?.metadata.count ?? '?'}</p>
      {page.data?.result.map((row) => (
        <button key={row.id} type="button" onClick={() => remove.mutate(row.id)}>
          {row.name}
        </button>
      ))}
      <button type="button" onClick={() => create.mutate({ name: 'new' })}>
        add
      </button>
      <p>{error === null ? 'no error' : `error ${error.name}`}</p>
    </>
  );
}

test('a list asks for its parents, its page and the count, and shows what the contract reads', async () => {
  const server = fakeServer();
  server.on('GET', url, () => result([{ id: '1', name: 'first', secret: 'x' }], { count: 37 }));
  const { findByText } = await renderScreen(Shelves, { server });
  await findByText('first');
  await findByText('count 37');
  expect(server.calls[0]?.url).toBe('/api/core/rooms/a/b/shelves?$top=50&$count=true&$orderby=name asc');
  expect(server.calls[0]?.headers.get('authorization')).toBe('Bearer token-of-sanne');
  expect(server.calls[0]?.headers.get('accept-language')).toBe('nl');
});

test('an answer that breaks the contract is an error of the application', async () => {
  const server = fakeServer();
  server.on('GET', url, () => result([{ id: '1' }], { count: 1 }));
  const { findByText } = await renderScreen(Shelves, { server });
  expect(await findByText('error ZodError')).toBeDefined();
});

test('after a create the list is fetched again, and the error before it is cleared', async () => {
  const server = fakeServer();
  let rows = [{ id: '1', name: 'first' }];
  let isRefusing = true;
  server.on('GET', url, () => result(rows, { count: rows.length }));
  server.on('POST', url, () => {
    if (isRefusing) return refusal('validation', { codes: { name: ['taken'] } });
    rows = [...rows, { id: '2', name: 'new' }];
    return result({ id: '2', name: 'new', books: 0 });
  });
  const { user, findByText } = await renderScreen(Shelves, { server });
  await findByText('first');
  await user.click(await findByText('add'));
  await findByText('error ProblemError');
  isRefusing = false;
  await user.click(await findByText('add'));
  await findByText('new');
  expect(await findByText('no error')).toBeDefined();
});

test('the same body sent again after a failure carries the same key, the next create another one', async () => {
  const server = fakeServer();
  let isLost = true;
  server.list(shelves, parents, []);
  server.on('POST', url, () => {
    if (isLost) throw new TypeError('connection lost');
    return result({ id: '2', name: 'new', books: 0 });
  });
  const { user, findByText } = await renderScreen(Shelves, { server });
  await user.click(await findByText('add'));
  await findByText('error NetworkError');
  isLost = false;
  await user.click(await findByText('add'));
  await findByText('no error');
  await user.click(await findByText('add'));
  await findByText('no error');
  const keys = server.calls
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('after a delete the row is gone', async () => {
  const server = fakeServer();
  let rows = [{ id: '1', name: 'first' }];
  server.on('GET', url, () => result(rows, { count: rows.length }));
  server.on('DELETE', `${url}/1`, () => {
    rows = [];
    return new Response(null, { status: 204 });
  });
  const { user, findByText, queryByText } = await renderScreen(Shelves, { server });
  await user.click(await findByText('first'));
  await findByText('count 0');
  expect(queryByText('first')).toBeNull();
});

function Shelf() {
  const shelf = useOne('7', parents);
  const update = useUpdate(parents);
  return (
    <>
      <p>{shelf.data ? `${shelf.data.name} has ${shelf.data.books}` : 'nothing'}</p>
      <button type="button" onClick={() => update.mutate({ id: '7', body: { name: 'renamed' } })}>
        save
      </button>
    </>
  );
}

test('a save sends the whole body with its id, and the answer is shown without a second call', async () => {
  const server = fakeServer();
  server.one(shelves, parents, { id: '7', name: 'old', books: 3 });
  server.on('PUT', `${url}/7`, () => result({ id: '7', name: 'renamed', books: 3 }));
  const { user, findByText } = await renderScreen(Shelf, { server });
  await findByText('old has 3');
  await user.click(await findByText('save'));
  await findByText('renamed has 3');
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'renamed', id: '7' });
});

function OwnScreen() {
  const client = useQueryClient();
  const shelf = useOne('1', parents);
  const remove = useRemove(parents);
  return (
    <>
      <h1>{shelf.data?.name}</h1>
      <button type="button" onClick={() => remove.mutate('1')}>
        {remove.isSuccess ? 'removed' : 'remove'}
      </button>
      <button type="button" onClick={() => void invalidateResource(client, shelves.path)}>
        told
      </button>
    </>
  );
}

test('what was deleted is not asked for again from its own screen, also not when an event reports it', async () => {
  const server = fakeServer();
  server.on('GET', `${url}/1`, () => result({ id: '1', name: 'first', books: 3 }));
  server.on('DELETE', `${url}/1`, () => new Response(null, { status: 204 }));
  const { user, findByText } = await renderScreen(OwnScreen, { server });
  await findByText('first');
  await user.click(await findByText('remove'));
  await findByText('removed');
  await user.click(await findByText('told'));
  await findByText('first');
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
});
