import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildInvoice } from '../testing/factories.ts';

let world: TestApp;
let user: TestClient;

beforeAll(async () => {
  world = await testApp();
  user = await world.asUser({ may: ['fmmodule.invoices.comment.company'] });
});
afterAll(() => world.close());

const build = (seed: object = {}) => buildInvoice(world.db, { companyId: user.companyId, ...seed });
const comment = (id: string, body: object, client = user) =>
  client.post(`/api/fmmodule/invoices/${id}/comments`, body);

async function stored(id: string) {
  return world.db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select(['comments', 'comments_version', 'row_version'])
    .executeTakeFirstOrThrow();
}

test('the whole text replaces what was there, in any state', async () => {
  const { id } = await build({ comments: 'Oud', status: 'Processed' });
  const reply = await comment(id, { comments: 'Oud\nNieuw', commentsVersion: 0 });
  expect(reply.statusCode).toBe(200);
  expect(reply.json().result).toMatchObject({
    comments: 'Oud\nNieuw',
    commentsVersion: 1,
    statusValue: 'Processed',
  });
  const [line] = await world.db
    .selectFrom('history')
    .where('entity_id', '=', id)
    .select(['verb', 'changes'])
    .execute();
  expect(line).toEqual({ verb: 'comment', changes: { comments: { old: 'Oud', new: 'Oud\nNieuw' } } });
});

test('7999 characters fit, as a browser counts them, and 8000 do not', async () => {
  const { id } = await build();
  // Each of these is two UTF-16 units.
  expect((await comment(id, { comments: `${'😀'.repeat(3999)}a` })).statusCode).toBe(200);
  expect(await comment(id, { comments: '😀'.repeat(4000) })).toBeProblem(400, 'validation', {
    comments: ['too-long'],
  });
});

test.each([
  ['an unchanged text', 'Oud', ['unchanged']],
  ['an empty one', '', ['unchanged']],
  ['one of spaces', ' \n ', ['unchanged']],
  ['one that cannot be stored', 'a\0b', ['unreadable-character']],
] as const)('%s is refused and nothing changes', async (_, comments, codes) => {
  const { id } = await build({ comments: 'Oud' });
  const before = await stored(id);
  expect(await comment(id, { comments })).toBeProblem(400, 'validation', { comments: codes });
  expect(await stored(id)).toEqual(before);
});

test('an absent text is named', async () => {
  const { id } = await build();
  expect(await comment(id, {})).toBeProblem(400, 'validation', { comments: ['required'] });
});

test('a stale version gets what is stored, to add to', async () => {
  const { id } = await build({ comments: 'Oud' });
  await comment(id, { comments: 'Oud\nVan mij', commentsVersion: 0 });
  const reply = await comment(id, { comments: 'Oud\nVan u', commentsVersion: 0 });
  expect(reply).toBeProblem(409, 'stale');
  expect(reply.json().current).toMatchObject({ comments: 'Oud\nVan mij', commentsVersion: 1 });
  expect(await stored(id)).toMatchObject({ comments: 'Oud\nVan mij' });
});

test('of two simultaneous changes with the same version one is refused', async () => {
  const { id } = await build();
  const replies = await Promise.all([
    comment(id, { comments: 'Een', commentsVersion: 0 }),
    comment(id, { comments: 'Twee', commentsVersion: 0 }),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
});

test('without the right is forbidden, and of another company unknown', async () => {
  const { id } = await build();
  const reader = await world.asUser({ may: ['fmmodule.invoices.read.company'], companyId: user.companyId });
  const stranger = await world.asUser({ may: ['fmmodule.invoices.comment.company'] });
  expect(await comment(id, { comments: 'Hallo' }, reader)).toBeProblem(403, 'forbidden');
  expect(await comment(id, { comments: 'Hallo' }, stranger)).toBeProblem(404, 'not-found');
});
