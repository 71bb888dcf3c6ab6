import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { buildOrder, buildTime } from '../testing/factories.ts';

let balie: TestApp;
let person: TestClient;
let order: Awaited<ReturnType<typeof buildOrder>>;
let now = new Date('2026-11-21T13:05:00.000Z');
const flat = '/api/comceptum/ordertimes';
const timer = '/api/comceptum/timer';
const nested = () => `/api/comceptum/workorders/${order.id}/times`;
const verbs = ['read', 'create', 'update', 'delete'];
const orders = 'comceptum.workorders.read.company';
const span = { startTime: '2026-11-21T08:00:00.000Z', endTime: '2026-11-21T09:30:00.000Z' };

beforeAll(async () => {
  balie = await testApp({ now: () => now });
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  person = await balie.asUser({
    may: [orders, ...verbs.map((verb) => `comceptum.workordertimes.${verb}.company`)],
  });
  order = await buildOrder(balie.db, { companyId: person.companyId, reference: 'Folders' });
});
afterAll(() => balie.close());

const asOwner = () =>
  balie.asUser({
    companyId: person.companyId,
    may: [orders, ...verbs.map((verb) => `comceptum.workordertimes.${verb}.user`)],
  });

describe.each([
  ['nested', () => [nested(), {}] as const],
  ['flat', () => [flat, { workOrderId: order.id }] as const],
])('at the %s address', (_, where) => {
  test('hours are made, found, changed and deleted, their minutes computed here', async () => {
    const [url, parent] = where();
    const made = await person.post(url, { ...parent, ...span, userId: person.userId, durationInMinutes: 5 });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().result;
    expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
      ...span,
      workOrderId: order.id,
      workOrder: { yearNumber: order.yearNumber, reference: 'Folders' },
      userId: person.userId,
      user: { id: person.userId, fullName: expect.stringContaining('Sanne') },
      durationInMinutes: 90,
      overlaps: false,
    });
    const changed = await person.put(`${url}/${id}`, {
      ...parent,
      ...span,
      userId: person.userId,
      endTime: '2026-11-22T01:00:00+01:00',
      rowVersion: 1,
    });
    expect(changed.json().result).toMatchObject({
      durationInMinutes: 960,
      endTime: '2026-11-22T00:00:00.000Z',
    });
    expect((await person.get(url)).json().result).toHaveLength(1);
    expect((await person.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect((await person.get(url)).json().result).toEqual([]);
  });

  test('a change that names another order is refused, and moves nothing', async () => {
    const [url, parent] = where();
    const body = { ...span, userId: person.userId };
    const { id } = (await person.post(url, { ...body, ...parent })).json().result;
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    const reply = await person.put(`${url}/${id}`, { ...body, workOrderId: other.id, rowVersion: 1 });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().codes).toEqual({ work_order_id: ['invalid'] });
    expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
      workOrderId: order.id,
      rowVersion: 1,
    });
  });

  test('an invoiced order keeps its hours as they are', async () => {
    const [url, parent] = where();
    const { id } = await buildTime(balie.db, order, { user_id: person.userId });
    await balie.db.updateTable('work_orders').set({ status: 6 }).where('id', '=', order.id).execute();
    const body = { ...parent, ...span, userId: person.userId };
    for (const reply of [
      await person.post(url, body),
      await person.put(`${url}/${id}`, body),
      await person.delete(`${url}/${id}`),
    ])
      expect(reply).toBeProblem(409, 'wrong-state');
    expect((await person.get(`${url}/${id}`)).json().result.rowVersion).toBe(1);
  });
});

test.each([
  ['nothing', {}, { user_id: ['required'], start_time: ['required'], end_time: ['required'] }],
  ['an end before the start', { ...span, endTime: '2026-11-21T07:00:00Z' }, { start_time: ['too-large'] }],
  ['an end at the start', { ...span, endTime: span.startTime }, { start_time: ['too-large'] }],
  [
    'times beside five minutes',
    { startTime: '2026-11-21T08:01:00Z', endTime: '2026-11-21T09:00:30Z' },
    { start_time: ['invalid'], end_time: ['invalid'] },
  ],
  ['more than a day', { ...span, endTime: '2026-11-22T08:05:00Z' }, { end_time: ['too-large'] }],
  [
    'what are no times',
    { startTime: 'acht uur', endTime: '2026-11-21' },
    { start_time: ['not-a-date'], end_time: ['not-a-date'] },
  ],
  [
    'a year that is none',
    { startTime: '0000-01-01T08:00:00Z', endTime: '0000-01-01T09:00:00Z' },
    { start_time: ['not-a-date'], end_time: ['not-a-date'] },
  ],
  [
    'numbers for times',
    { startTime: 8, endTime: false },
    { start_time: ['not-a-date'], end_time: ['not-a-date'] },
  ],
] as const)('refuses %s', async (_, body, codes) => {
  const userId = Object.keys(body).length > 0 ? { userId: person.userId } : {};
  expect(await person.post(nested(), { ...body, ...userId })).toBeProblem(400, 'validation', codes);
  expect((await person.get(nested())).json().result).toEqual([]);
});

test('a client that names the order in the query gets the hours of that order only, as JSON', async () => {
  const another = await buildOrder(balie.db, { companyId: person.companyId });
  await buildTime(balie.db, order, { user_id: person.userId });
  await buildTime(balie.db, another, { user_id: person.userId });
  const reply = await person.get(`${flat}?workOrderId=${another.id}&$count=true`);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.json()).toMatchObject({ result: [{ workOrderId: another.id }], metadata: { count: 1 } });
  expect((await person.get(`${flat}?$count=true`)).json().metadata).toEqual({ count: 2 });
  expect(await person.get(`${flat}?workOrderId=00000000-0000-7000-8000-00000000dead`)).toBeProblem(
    404,
    'not-found',
  );
  expect((await person.get(`${flat}?workOrderId=`)).json().codes).toEqual({ work_order_id: ['required'] });
});

test('a day is the maximum', async () => {
  const reply = await person.post(nested(), {
    userId: person.userId,
    ...span,
    endTime: '2026-11-22T08:00:00Z',
  });
  expect(reply.json().result.durationInMinutes).toBe(1440);
});

test('hours in the same time of the same person are flagged, on both; that one ends as the other begins is none', async () => {
  const make = (userId: string, startTime: string, endTime: string) =>
    buildTime(balie.db, order, {
      user_id: userId,
      start_time: `2026-11-21T${startTime}:00Z`,
      end_time: `2026-11-21T${endTime}:00Z`,
    });
  const colleague = await buildUser(balie.db, { companyId: person.companyId });
  await make(person.userId, '08:00', '09:00');
  await make(person.userId, '09:00', '10:00');
  await make(person.userId, '09:55', '11:00');
  await make(colleague.id, '08:00', '10:00');
  const { result } = (
    await person.get(`${nested()}?$orderby=user/fullName,startTime&$filter=userId eq '${person.userId}'`)
  ).json();
  expect(result.map((row: { overlaps: boolean }) => row.overlaps)).toEqual([false, true, true]);
  expect((await person.get(`${nested()}?$filter=userId eq '${colleague.id}'`)).json().result).toMatchObject([
    { overlaps: false },
  ]);
});

describe('hours of others', () => {
  test('are written with the right to change those of the company only, and of colleagues only', async () => {
    const colleague = await buildUser(balie.db, { companyId: person.companyId });
    const made = await person.post(nested(), { ...span, userId: colleague.id });
    expect(made.json().result.user.id).toBe(colleague.id);
    const stranger = await balie.asUser();
    expect(await person.post(nested(), { ...span, userId: stranger.userId })).toBeProblem(400, 'validation', {
      user_id: ['unknown'],
    });
    const owner = await asOwner();
    expect(await owner.post(nested(), { ...span, userId: colleague.id })).toBeProblem(400, 'validation', {
      user_id: ['not-yours-to-give'],
    });
    expect((await owner.post(nested(), { ...span, userId: owner.userId })).statusCode).toBe(201);
  });

  test('are unseen with `.user`, and 403 where they can be read but not changed', async () => {
    const { id } = await buildTime(balie.db, order, { user_id: person.userId });
    const owner = await asOwner();
    expect((await owner.get(nested())).json().result).toEqual([]);
    expect(await owner.put(`${flat}/${id}`, { ...span, userId: owner.userId })).toBeProblem(404, 'not-found');
    const reader = await balie.asUser({
      companyId: person.companyId,
      may: [orders, 'comceptum.workordertimes.read.company', 'comceptum.workordertimes.delete.user'],
    });
    expect(await reader.delete(`${flat}/${id}`)).toBeProblem(403, 'forbidden');
    const own = await buildTime(balie.db, order, { user_id: owner.userId });
    expect(await owner.put(`${flat}/${own.id}`, { ...span, userId: person.userId })).toBeProblem(
      400,
      'validation',
      { user_id: ['not-yours-to-give'] },
    );
  });
});

describe('the running clock', () => {
  test('survives any reload and becomes hours when it is stopped', async () => {
    expect((await person.get(timer)).json()).toEqual({ result: null });
    const started = await person.post(timer, { workOrderId: order.id });
    expect(started.statusCode, started.body).toBe(201);
    now = new Date('2026-11-21T13:43:20.000Z');
    expect((await person.get(timer)).json().result).toEqual({
      workOrderId: order.id,
      workOrder: { yearNumber: order.yearNumber, reference: 'Folders' },
      startedAt: '2026-11-21T13:05:00.000Z',
      needsEnd: false,
    });
    const stopped = await person.post(`${timer}/stop`);
    expect(stopped.json().result).toMatchObject({
      workOrderId: order.id,
      userId: person.userId,
      endTime: '2026-11-21T13:45:00.000Z',
      durationInMinutes: 40,
    });
    expect((await person.get(timer)).json()).toEqual({ result: null });
    expect(await person.post(`${timer}/stop`)).toBeProblem(404, 'not-found');
  });

  test('is one a person: starting another stops the first', async () => {
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    await person.post(timer, { workOrderId: order.id });
    now = new Date('2026-11-21T14:05:00.000Z');
    await person.post(timer, { workOrderId: other.id });
    expect((await person.get(timer)).json().result.workOrderId).toBe(other.id);
    expect((await person.get(nested())).json().result).toMatchObject([{ durationInMinutes: 60 }]);
    const colleague = await asOwner();
    expect((await colleague.get(timer)).json()).toEqual({ result: null });
  });

  test('runs on over an order that was invoiced meanwhile, until it is thrown away', async () => {
    await person.post(timer, { workOrderId: order.id });
    await balie.db.updateTable('work_orders').set({ status: 6 }).where('id', '=', order.id).execute();
    expect(await person.post(`${timer}/stop`)).toBeProblem(409, 'wrong-state');
    expect((await person.get(timer)).json().result.workOrderId).toBe(order.id);
    expect((await person.delete(timer)).statusCode).toBe(204);
    expect((await person.get(timer)).json()).toEqual({ result: null });
  });

  test('names the order of the running clock, also when another one is to be started', async () => {
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    await person.post(timer, { workOrderId: order.id });
    await balie.db
      .updateTable('work_orders')
      .set({ deleted_at: now.toISOString() })
      .where('id', '=', order.id)
      .execute();
    now = new Date('2026-11-21T14:05:00.000Z');
    const calls = [() => person.post(timer, { workOrderId: other.id }), () => person.post(`${timer}/stop`)];
    for (const call of calls) {
      const refused = await call();
      expect(refused).toBeProblem(409, 'wrong-state');
      expect(refused.json().detail).toContain(order.yearNumber);
    }
    expect((await person.delete(timer)).statusCode).toBe(204);
    expect((await person.post(timer, { workOrderId: other.id })).statusCode).toBe(201);
  });

  test('does not start on an order of another company', async () => {
    const theirs = await buildOrder(balie.db, { companyId: (await balie.asUser()).companyId });
    expect(await person.post(timer, { workOrderId: theirs.id })).toBeProblem(404, 'not-found');
  });

  const hours = async () =>
    (await person.get(`${flat}?$orderby=startTime`))
      .json()
      .result.map(
        (row: { workOrderId: string; startTime: string; endTime: string; overlaps: boolean }) =>
          [row.workOrderId, row.startTime.slice(11, 16), row.endTime.slice(11, 16), row.overlaps] as const,
      );

  test('goes from order to order without a minute twice, however short each takes', async () => {
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    const third = await buildOrder(balie.db, { companyId: person.companyId });
    const start = async (time: string, { id }: { id: string }) => {
      now = new Date(`2026-11-21T${time}Z`);
      expect((await person.post(timer, { workOrderId: id })).statusCode).toBe(201);
    };
    await start('13:02:40', order);
    await start('13:42:10', other);
    await start('13:43:00', third);
    await start('13:44:00', other);
    now = new Date('2026-11-21T14:13:20Z');
    await person.post(`${timer}/stop`);
    // Started again before the minutes are over that the stop rounded up to.
    await start('14:13:40', order);
    now = new Date('2026-11-21T14:14:00Z');
    await person.post(`${timer}/stop`);
    now = new Date('2026-11-21T14:14:30Z');
    await start('14:14:40', other);
    now = new Date('2026-11-21T14:31:00Z');
    await person.post(`${timer}/stop`);
    expect(await hours()).toEqual([
      [order.id, '13:05', '13:40', false],
      [other.id, '13:40', '13:45', false],
      [other.id, '13:45', '14:15', false],
      [order.id, '14:15', '14:20', false],
      [other.id, '14:20', '14:30', false],
    ]);
  });

  test('starting it again where it runs already changes nothing, from another device too', async () => {
    const first = await person.post(timer, { workOrderId: order.id });
    now = new Date('2026-11-21T14:05:00.000Z');
    const [again, atOnce] = await Promise.all([
      person.post(timer, { workOrderId: order.id }),
      person.post(timer, { workOrderId: order.id }),
    ]);
    expect(again.json()).toEqual(first.json());
    expect(atOnce.json()).toEqual(first.json());
    expect(await hours()).toEqual([]);
  });

  test('two stops at once are one entry, and a page that still shows another order stops nothing', async () => {
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    await person.post(timer, { workOrderId: order.id });
    const stale = await person.post(`${timer}/stop`, { workOrderId: other.id });
    expect(stale).toBeProblem(409, 'wrong-state');
    expect(stale.json().detail).toContain(order.yearNumber);
    const stops = await Promise.all(
      [1, 2, 3].map(() => person.post(`${timer}/stop`, { workOrderId: order.id })),
    );
    expect(stops.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
    expect(await hours()).toHaveLength(1);
  });

  test('forgotten for ten hours it books nothing until somebody says until when', async () => {
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    await person.post(timer, { workOrderId: order.id });
    now = new Date('2026-11-23T09:00:00.000Z');
    expect((await person.get(timer)).json().result).toMatchObject({ workOrderId: order.id, needsEnd: true });
    expect(await person.post(`${timer}/stop`)).toBeProblem(400, 'validation', { end_time: ['required'] });
    const moved = await person.post(timer, { workOrderId: other.id });
    expect(moved).toBeProblem(409, 'wrong-state');
    expect(moved.json().detail).toContain(order.yearNumber);
    expect((await person.post(timer, { workOrderId: order.id })).json().result.needsEnd).toBe(true);
    expect(await hours()).toEqual([]);

    const stop = (endTime: string) => person.post(`${timer}/stop`, { endTime });
    expect(await stop('2026-11-21T13:05:00Z')).toBeProblem(400, 'validation', { end_time: ['too-small'] });
    expect(await stop('2026-11-22T13:10:00Z')).toBeProblem(400, 'validation', { end_time: ['too-large'] });
    expect(await stop('2026-11-21T17:02:00Z')).toBeProblem(400, 'validation', { end_time: ['invalid'] });
    expect((await stop('2026-11-21T17:30:00Z')).json().result).toMatchObject({ durationInMinutes: 265 });
    expect(await hours()).toEqual([[order.id, '13:05', '17:30', false]]);
  });

  test('is told to the other pages of its person', async () => {
    const heard: unknown[] = [];
    const stop = balie.services.events.subscribe((event) => heard.push(event));
    await vi.waitFor(async () => {
      await person.post(timer, { workOrderId: order.id });
      await person.delete(timer);
      expect(heard).toContainEqual({
        resource: 'comceptum/timer',
        companyId: person.companyId,
        id: person.userId,
      });
    }, 10_000);
    stop();
  });
});
