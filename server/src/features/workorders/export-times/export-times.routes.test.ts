import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { buildOrder, buildTime } from '../testing/factories.ts';

let balie: TestApp;
let person: TestClient;
const url = '/api/comceptum/export-times';
const head = '\uFEFFDatum;Medewerker;Werkorder;Relatie;Administratie;Start;Eind;Minuten;Uren\r\n';
const may = ['comceptum.workorders.read.company', 'comceptum.workordertimes.read.company'];

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  person = await balie.asUser({ may });
});
afterAll(() => balie.close());

async function scene() {
  const { companyId } = person;
  const { id: administrationId } = await buildAdministration(balie.db, companyId, 'Zwolle; BV');
  const relation = await buildRelation(balie.db, companyId, { name: '=SOM(1)' });
  const order = await buildOrder(balie.db, {
    companyId,
    administrationId,
    relationId: relation.id,
    number: 12,
  });
  const ans = await buildUser(balie.db, { companyId, firstName: 'Ans', lastName: 'Bos' });
  const wim = await buildUser(balie.db, { companyId, firstName: 'Wim', lastName: 'Aal' });
  const time = (user: { id: string }, start_time: string, end_time: string) =>
    buildTime(balie.db, order, { user_id: user.id, start_time, end_time });
  return { order, ans, wim, time };
}

test('is a CSV for Dutch Excel by day, person and start, in the days of Amsterdam, both included', async () => {
  const { ans, wim, time } = await scene();
  // Half past midnight in Amsterdam is the day before in UTC.
  await time(ans, '2026-10-31T23:30:00Z', '2026-11-01T00:30:00Z');
  await time(ans, '2026-11-02T09:00:00Z', '2026-11-02T09:05:00Z');
  await time(ans, '2026-11-02T08:00:00Z', '2026-11-02T09:00:00Z');
  await time(wim, '2026-11-02T12:00:00Z', '2026-11-02T13:30:00Z');
  await time(wim, '2026-11-02T23:00:00Z', '2026-11-02T23:30:00Z');
  const reply = await person.get(`${url}?startDate=2026-11-01&endDate=2026-11-02`);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="uren_2026-11-01_2026-11-02.csv"');
  const rest = `2026-12;'=SOM(1);"Zwolle; BV"`;
  expect(reply.body).toBe(
    head +
      `01-11-2026;Ans Bos;${rest};00:30;01:30;60;1,00\r\n` +
      `02-11-2026;Wim Aal;${rest};13:00;14:30;90;1,50\r\n` +
      `02-11-2026;Ans Bos;${rest};09:00;10:00;60;1,00\r\n` +
      `02-11-2026;Ans Bos;${rest};10:00;10:05;5;0,08\r\n`,
  );
});

test('the preview has the same rows and the sums of all', async () => {
  const { ans, order, time } = await scene();
  for (let day = 1; day <= 30; day += 1)
    for (const hour of ['08', '10'])
      await time(
        ans,
        `2026-11-${String(day).padStart(2, '0')}T${hour}:00:00Z`,
        `2026-11-${String(day).padStart(2, '0')}T${hour}:30:00Z`,
      );
  const reply = await person.get(`${url}/preview?startDate=2026-11-01&endDate=2026-11-30`);
  const { rows, count, totalMinutes } = reply.json().result;
  expect({ count, totalMinutes, shown: rows.length }).toEqual({ count: 60, totalMinutes: 1800, shown: 50 });
  expect(rows[0]).toEqual({
    day: '2026-11-01',
    userName: 'Ans Bos',
    yearNumber: order.yearNumber,
    relationName: '=SOM(1)',
    administrationName: 'Zwolle; BV',
    start: '09:00',
    end: '09:30',
    minutes: 30,
  });
});

test.each([
  [
    'a day that ends before it begins',
    'startDate=2026-11-03&endDate=2026-11-02',
    { startDate: ['too-large'] },
  ],
  ['more than 366 days', 'startDate=2025-01-01&endDate=2026-01-02', { end_date: ['too-large'] }],
  [
    'what are no days',
    'startDate=2026-02-30&endDate=',
    { startDate: ['not-a-date'], end_date: ['not-a-date'] },
  ],
  [
    'a year that is none',
    'startDate=0000-01-01&endDate=0000-01-02',
    { startDate: ['not-a-date'], end_date: ['not-a-date'] },
  ],
  ['a day that no day follows', 'startDate=9999-12-30&endDate=9999-12-31', { end_date: ['not-a-date'] }],
  ['no days', '', { startDate: ['required'], end_date: ['required'] }],
] as const)('refuses %s', async (_, query, codes) => {
  for (const path of [url, `${url}/preview`])
    expect(await person.get(`${path}?${query}`)).toBeProblem(400, 'validation', codes);
});

test('366 days and an empty period are a file with its head', async () => {
  expect((await person.get(`${url}?startDate=2025-01-01&endDate=2026-01-01`)).body).toBe(head);
});

test('contains the caller’s own hours with `.user`, and none of orders that the caller may not read or of another company', async () => {
  const { order, time, ans } = await scene();
  await time(ans, '2026-11-02T08:00:00Z', '2026-11-02T09:00:00Z');
  const period = '?startDate=2026-11-02&endDate=2026-11-02';
  const own = await balie.asUser({
    companyId: person.companyId,
    may: ['comceptum.workorders.read.company', 'comceptum.workordertimes.read.user'],
  });
  expect((await own.get(url + period)).body).toBe(head);
  await buildTime(balie.db, order, {
    user_id: own.userId,
    start_time: '2026-11-02T08:00:00Z',
    end_time: '2026-11-02T09:00:00Z',
  });
  expect((await own.get(url + period)).body.split('\r\n')).toHaveLength(3);
  const blind = await balie.asUser({
    companyId: person.companyId,
    may: ['comceptum.workordertimes.read.company'],
  });
  expect((await blind.get(url + period)).body).toBe(head);
  const other = await balie.asUser({ may });
  expect((await other.get(url + period)).body).toBe(head);
  expect((await other.get(`${url}/preview${period}`)).json().result).toEqual({
    rows: [],
    count: 0,
    totalMinutes: 0,
  });
});

test('is narrowed to a person and an administration, which it offers as far as they have hours', async () => {
  const { order, ans, wim, time } = await scene();
  const other = await buildOrder(balie.db, { companyId: person.companyId });
  await time(ans, '2026-11-02T08:00:00Z', '2026-11-02T09:00:00Z');
  await time(wim, '2026-11-02T08:00:00Z', '2026-11-02T09:00:00Z');
  await buildTime(balie.db, other, {
    user_id: ans.id,
    start_time: '2026-11-02T10:00:00Z',
    end_time: '2026-11-02T11:00:00Z',
  });
  const period = '?startDate=2026-11-02&endDate=2026-11-03';
  const { users, administrations } = (await person.get(`${url}/choices${period}`)).json().result;
  expect(users).toEqual([
    { id: wim.id, fullName: 'Wim Aal' },
    { id: ans.id, fullName: 'Ans Bos' },
  ]);
  expect(administrations.map(({ name }: { name: string }) => name)).toContain('Zwolle; BV');
  expect(administrations).toHaveLength(2);
  const { id } = administrations.find(({ name }: { name: string }) => name === 'Zwolle; BV');
  const count = async (query: string) => {
    const { result } = (await person.get(`${url}/preview${period}${query}`)).json();
    const lines = (await person.get(`${url}${period}${query}`)).body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(result.count + 1);
    return [result.count, result.totalMinutes];
  };
  expect(await count('')).toEqual([3, 180]);
  expect(await count(`&userId=${ans.id}`)).toEqual([2, 120]);
  expect(await count(`&userId=${ans.id}&administrationId=${id}`)).toEqual([1, 60]);
  expect(await count(`&administrationId=${id}`)).toEqual([2, 120]);
  expect(await count(`&userId=${order.id}`)).toEqual([0, 0]);
  expect(await count('&userId=x')).toEqual([0, 0]);
  const stranger = await balie.asUser({ may });
  expect((await stranger.get(`${url}/choices${period}`)).json().result).toEqual({
    users: [],
    administrations: [],
  });
});
