import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { approveAll, invoicesForAll, notDecidedOnce } from '../testing/crowd.ts';

// The short form; tests/torture/crowd.test.ts has 50 approvers, 500 invoices and two server processes.
let world: TestApp;
beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());

test('of eight people who approve the same thirty invoices at once, one decides on each', async () => {
  const may = ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'];
  const first = await world.asUser({ may });
  const clients = new Map<string, TestClient>([[first.userId, first]]);
  for (let made = 1; made < 8; made += 1) {
    const client = await world.asUser({ may, companyId: first.companyId });
    clients.set(client.userId, client);
  }
  const userIds = [...clients.keys()];
  const ids = await invoicesForAll(world.db, first.companyId, userIds, 30);
  const counts = await approveAll(userIds, ids, async (userId, id) => {
    const reply = await clients.get(userId)?.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true });
    return reply?.statusCode ?? 0;
  });
  expect(counts).toEqual({ 200: 30, 409: 210 });
  expect(await notDecidedOnce(world.db, first.companyId)).toEqual([]);
});
