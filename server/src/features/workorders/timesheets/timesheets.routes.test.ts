import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { buildOrder, buildTime } from '../testing/factories.ts';

let balie: TestApp;
let person: TestClient;
const url = '/api/comceptum/timesheets';
const week = '?startDate=2026-11-19';
const own = ['read', 'create', 'update', 'delete'].map((verb) => `comceptum.workordertimes.${verb}.user`);
const manager = [
  'comceptum.workorders.read.company',
  'comceptum.workordertimes.read.user',
  'comceptum.timesheets.read.company',
];

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  person = await balie.asUser({ may: ['comceptum.workorders.read.company', ...own] });
});
afterAll(() => balie.close());

const build = (order: { id: string; companyId: string }, userId: string, start: string, end: string) =>
  buildTime(balie.db, order, {
    user_id: userId,
    start_time: `2026-11-${start}:00Z`,
    end_time: `2026-11-${end}:00Z`,
  });
type Entries = readonly { startTime: string; endTime: string; description: string }[];
const timesOf = (entries: Entries) =>
  entries.map(({ startTime, endTime }) => `${startTime.slice(8, 16)} ${endTime.slice(11, 16)}`);
const ownWeek = async (query = week) => (await person.get(`${url}/own${query}`)).json().result;

test('a week is from Monday to Sunday in Amsterdam, with its orders and whom they are for', async () => {
  const { companyId, userId } = person;
  const relation = await buildRelation(balie.db, companyId, { name: 'Zorgpalet' });
  const order = await buildOrder(balie.db, { companyId, relationId: relation.id, reference: 'Jaarverslag' });
  const invoiced = await buildOrder(balie.db, { companyId, status: 6 });
  // Half past midnight on Monday in Amsterdam is Sunday in UTC.
  await build(order, userId, '15T22:30', '15T22:55');
  await build(order, userId, '15T23:30', '16T00:30');
  await build(invoiced, userId, '22T22:00', '22T22:30');
  await build(order, userId, '22T23:00', '22T23:30');
  const sheet = await ownWeek();
  expect(sheet).toMatchObject({ person: { id: userId }, startDate: '2026-11-16' });
  expect(timesOf(sheet.entries)).toEqual(['15T23:30 00:30', '22T22:00 22:30']);
  expect(sheet.orders).toEqual([
    {
      id: order.id,
      yearNumber: order.yearNumber,
      reference: 'Jaarverslag',
      relationName: 'Zorgpalet',
      isInvoiced: false,
    },
    expect.objectContaining({ id: invoiced.id, isInvoiced: true }),
  ]);
  expect(await person.get(`${url}/own?startDate=2026-02-30`)).toBeProblem(400, 'validation', {
    startDate: ['not-a-date'],
  });
});

test("one's own week is complete, also on orders that one may no longer read", async () => {
  const assigned = await balie.asUser({
    companyId: person.companyId,
    may: ['comceptum.workorders.read.user', ...own],
  });
  const order = await buildOrder(balie.db, { companyId: person.companyId });
  await build(order, assigned.userId, '17T08:00', '17T09:00');
  expect((await assigned.get(`${url}/own${week}`)).json().result.entries).toHaveLength(1);
});

test('weeks of others are seen with the right to them only, of colleagues only', async () => {
  const { companyId } = person;
  const order = await buildOrder(balie.db, { companyId });
  await build(order, person.userId, '17T08:00', '17T09:00');
  const boss = await balie.asUser({ companyId, may: manager });
  const found = await boss.get(`${url}/${person.userId}${week}`);
  expect(timesOf(found.json().result.entries)).toEqual(['17T08:00 09:00']);
  const people = (await boss.get(`${url}/people`)).json().result;
  expect(people.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [person.userId, boss.userId].toSorted(),
  );
  // To read all hours of the company is another right.
  const reader = await balie.asUser({ companyId, may: ['comceptum.workordertimes.read.company'] });
  expect(await reader.get(`${url}/${person.userId}${week}`)).toBeProblem(403, 'forbidden');
  expect(await reader.get(`${url}/people`)).toBeProblem(403, 'forbidden');
  const stranger = await balie.asUser({ may: manager });
  expect(await stranger.get(`${url}/${person.userId}${week}`)).toBeProblem(404, 'not-found');
  expect((await stranger.get(`${url}/people`)).json().result).toHaveLength(1);
});

test('last week is copied to the same times on the clock, and a second time adds nothing', async () => {
  const { companyId, userId } = person;
  const order = await buildOrder(balie.db, { companyId });
  const left = await buildOrder(balie.db, { companyId });
  const closed = await buildOrder(balie.db, { companyId });
  const described = { ...order, userId };
  // Summer time ends in the night before the 25th of October.
  const last = await person.post('/api/comceptum/ordertimes', {
    workOrderId: described.id,
    userId,
    startTime: '2026-10-20T07:00:00Z',
    endTime: '2026-10-20T10:00:00Z',
    description: 'Opmaak',
  });
  expect(last.statusCode, last.body).toBe(201);
  for (const [one, start, end] of [
    [left, '2026-10-21T07:00:00Z', '2026-10-21T08:00:00Z'],
    [closed, '2026-10-22T07:00:00Z', '2026-10-22T08:00:00Z'],
    [order, '2026-10-23T07:00:00Z', '2026-10-23T08:00:00Z'],
    // In the way of what comes from Friday.
    [left, '2026-10-30T08:30:00Z', '2026-10-30T08:45:00Z'],
  ] as const)
    await buildTime(balie.db, one, { user_id: userId, start_time: start, end_time: end });
  await balie.db.updateTable('work_orders').set({ status: 6 }).where('id', '=', closed.id).execute();
  const body = { startDate: '2026-10-28', workOrderIds: [order.id, closed.id] };
  const [one, two] = await Promise.all([
    person.post(`${url}/copy-week`, body),
    person.post(`${url}/copy-week`, body),
  ]);
  expect([one, two].map((reply) => reply?.json().result).toSorted((a, b) => b.copied - a.copied)).toEqual([
    { copied: 1, skipped: 2 },
    { copied: 0, skipped: 3 },
  ]);
  const { entries } = await ownWeek('?startDate=2026-10-28');
  expect(timesOf(entries)).toEqual(['27T08:00 11:00', '30T08:30 08:45']);
  expect(entries[0].description).toBe('Opmaak');
});

test('hours of others are copied with the right to change them only', async () => {
  const { companyId } = person;
  const colleague = await buildUser(balie.db, { companyId });
  const order = await buildOrder(balie.db, { companyId });
  await build(order, colleague.id, '10T08:00', '10T09:00');
  const body = { startDate: '2026-11-16', workOrderIds: [order.id], userId: colleague.id };
  expect(await person.post(`${url}/copy-week`, body)).toBeProblem(400, 'validation', {
    user_id: ['not-yours-to-give'],
  });
  const boss = await balie.asUser({
    companyId,
    may: [...manager, 'comceptum.workordertimes.create.company', 'comceptum.workordertimes.update.company'],
  });
  expect((await boss.post(`${url}/copy-week`, body)).json().result).toEqual({ copied: 1, skipped: 0 });
});
