import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { upload } from '../testing/upload.ts';

let world: TestApp;
let user: Awaited<ReturnType<TestApp['asUser']>>;
beforeAll(async () => {
  world = await testApp();
  user = await world.asUser({ may: ['fmmodule.documents.create'] });
});
afterAll(() => world.close());

const send = (key: string, content: string) => {
  const [payload, headers] = upload({ filename: 'a.xml', content: `<?xml version="1.0"?><a>${content}</a>` });
  return user.post('/api/fmmodule/documents', payload, { ...headers, 'idempotency-key': key });
};
const count = async () =>
  (await world.db.selectFrom('documents').where('company_id', '=', user.companyId).select('id').execute())
    .length;

test('an upload that is tried again with its key is taken once, and answered as before', async () => {
  const first = await send('again', 'one');
  const again = await send('again', 'one');
  expect([first.statusCode, again.statusCode]).toEqual([202, 202]);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(await count()).toBe(1);
});

test('another file under the same key is refused, also one of the same length', async () => {
  await send('other', 'one');
  const before = await count();
  expect(await send('other', 'two')).toBeProblem(422, 'idempotency-mismatch');
  expect(await count()).toBe(before);
});

test('two that come at once under one key are one', async () => {
  const before = await count();
  const replies = await Promise.all([send('both', 'big'.repeat(50_000)), send('both', 'big'.repeat(50_000))]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
  expect(replies[0]?.json()).toEqual(replies[1]?.json());
  expect(await count()).toBe(before + 1);
});
