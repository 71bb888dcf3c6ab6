import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { bindUser, buildCarpetOrder, buildSemiFinish } from '../testing/factories.ts';

// Who receives which events over the stream of open screens.
let balie: TestApp;
let base: string;
let staff: TestClient;
let guest: TestClient;
let [own, other] = ['', ''];

beforeAll(async () => {
  balie = await testApp();
  base = (await balie.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
  staff = await balie.asUser({
    may: [
      'carpetline.orders.process.company',
      'carpetline.orders.update.company',
      'carpetline.orders.read.company',
      'carpetline.semifinishes.update.company',
      'carpetline.semifinishes.read.company',
      'core.customerrelations.read.company',
    ],
  });
  guest = await balie.asUser({ companyId: staff.companyId, may: ['carpetline.orders.read.company'] });
  [own, other] = [
    (await buildRelation(balie.db, staff.companyId)).id,
    (await buildRelation(balie.db, staff.companyId)).id,
  ];
  await bindUser(balie.db, staff.companyId, guest.userId, own);
});
afterAll(() => balie.close());

/** The events that a user receives; `until` gives them when one of that resource came. */
async function listen({ userId }: TestClient, question = '') {
  const stop = new AbortController();
  const response = await fetch(`${base}/api/identity/events${question}`, {
    headers: { authorization: `Bearer ${userId}` },
    signal: stop.signal,
  });
  let text = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  const heard = (): { resource?: string; id?: string; isGap?: boolean }[] =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
  await expect.poll(() => text).toContain(': open');
  return { heard, stop: () => stop.abort() };
}

test('portal users receive events of their relation’s orders and of the catalogue, and no others', async () => {
  const [mine, theirs] = [
    await buildCarpetOrder(balie.db, staff.companyId, { relationId: own }),
    await buildCarpetOrder(balie.db, staff.companyId, { relationId: other }),
  ];
  const finish = await buildSemiFinish(balie.db, staff.companyId);
  const [theGuest, theStaff] = [await listen(guest), await listen(staff)];
  await staff.post(`/api/carpetline/orders/${theirs.id}/receive`, { receivedDate: '2026-11-21' });
  await staff.post(`/api/carpetline/orders/${mine.id}/receive`, { receivedDate: '2026-11-21' });
  await staff.put(`/api/carpetline/semi-finishes/${finish.id}`, { description: 'Banderen' });

  // They come in the order of the commits: with the last one there, nothing is still on its way.
  const last = { resource: 'carpetline/semi-finishes', id: finish.id };
  await expect.poll(theStaff.heard).toContainEqual(last);
  await expect.poll(theGuest.heard).toContainEqual(last);
  expect(theStaff.heard()).toEqual([
    { resource: 'carpetline/orders', id: theirs.id },
    { resource: 'carpetline/orders', id: mine.id },
    last,
  ]);
  expect(theGuest.heard()).toEqual([{ resource: 'carpetline/orders', id: mine.id }, last]);
  theGuest.stop();
  theStaff.stop();
});

test('portal users receive an event when an order of their relation is restored, and of no other', async () => {
  const [mine, theirs] = [
    await buildCarpetOrder(balie.db, staff.companyId, { relationId: own }),
    await buildCarpetOrder(balie.db, staff.companyId, { relationId: other }),
  ];
  const finish = await buildSemiFinish(balie.db, staff.companyId);
  const keeper = await balie.asUser({
    companyId: staff.companyId,
    may: [
      'carpetline.orders.read.company',
      'carpetline.orders.create.company',
      'carpetline.orders.delete.company',
      'core.trash.read.company',
      'core.trash.restore.company',
    ],
  });
  for (const { id } of [theirs, mine])
    expect((await keeper.delete(`/api/carpetline/orders/${id}`)).statusCode).toBe(204);
  const [theGuest, theStaff] = [await listen(guest), await listen(staff)];
  // What was deleted may still be on its way to who began to listen: what comes back is what is heard behind this.
  const mark = { resource: 'carpetline/semi-finishes', id: finish.id };
  await staff.put(`/api/carpetline/semi-finishes/${finish.id}`, { description: 'Banderen' });
  await expect.poll(theGuest.heard).toContainEqual(mark);
  await expect.poll(theStaff.heard).toContainEqual(mark);
  const [before, staffBefore] = [theGuest.heard().length, theStaff.heard().length];
  for (const { id } of [theirs, mine])
    expect((await keeper.post(`/api/core/trash/carpetline.orders/${id}/restore`)).statusCode).toBe(200);
  await staff.put(`/api/carpetline/semi-finishes/${finish.id}`, { description: 'Festonneren' });

  await expect.poll(() => theGuest.heard().slice(before)).toContainEqual(mark);
  expect(theGuest.heard().slice(before)).toEqual([{ resource: 'carpetline/orders', id: mine.id }, mark]);
  await expect
    .poll(() => theStaff.heard().slice(staffBefore))
    .toContainEqual({ resource: 'carpetline/orders', id: theirs.id });
  theGuest.stop();
  theStaff.stop();
});

test('a new listener first receives missed events, and only those meant for them', async () => {
  const [mine, theirs] = [
    await buildCarpetOrder(balie.db, staff.companyId, { relationId: own }),
    await buildCarpetOrder(balie.db, staff.companyId, { relationId: other }),
  ];
  const finish = await buildSemiFinish(balie.db, staff.companyId);
  const witness = await listen(staff);
  const last = { resource: 'carpetline/semi-finishes', id: finish.id };
  // By the time that something was heard, everything is.
  await staff.put(`/api/carpetline/semi-finishes/${finish.id}`, { description: 'Banderen' });
  await expect.poll(witness.heard).toContainEqual(last);
  const [from, before] = [performance.now(), witness.heard().length];
  for (const { id } of [theirs, mine])
    await staff.post(`/api/carpetline/orders/${id}/receive`, { receivedDate: '2026-11-21' });
  await staff.put(`/api/carpetline/semi-finishes/${finish.id}`, { description: 'Locken' });
  await expect.poll(() => witness.heard().slice(before)).toContainEqual(last);
  const late = await listen(guest, `?since=${performance.now() - from}`);
  await expect.poll(late.heard).toContainEqual(last);
  expect(late.heard()).toContainEqual({ resource: 'carpetline/orders', id: mine.id });
  expect(late.heard()).not.toContainEqual({ resource: 'carpetline/orders', id: theirs.id });
  late.stop();

  // Longer ago than the server listens, it says so; who asks for nothing is told of nothing.
  const early = await listen(guest, '?since=100000000');
  await expect.poll(early.heard).toEqual([{ isGap: true }]);
  early.stop();
  const [plain, wrong] = [
    await listen(guest),
    await fetch(`${base}/api/identity/events?since=-1`, {
      headers: { authorization: `Bearer ${guest.userId}` },
    }),
  ];
  expect(plain.heard()).toEqual([]);
  expect(wrong.status).toBe(400);
  plain.stop();
  witness.stop();
});
