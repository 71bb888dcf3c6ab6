import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildSavedView } from '../testing/relations.ts';

let balie: TestApp;
let person: TestClient;
let colleague: TestClient;
const url = '/api/core/saved-views';
const view = {
  screen: 'customer-relations:index',
  name: 'Zwolle',
  state: { filter: "address/city eq 'Zwolle'", columns: ['tag', 'name'] },
};

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  person = await balie.asUser();
  colleague = await balie.asUser({ companyId: person.companyId });
});
afterAll(() => balie.close());

async function made(change: object = {}, by = person) {
  const reply = await by.post(url, { ...view, ...change });
  expect(reply.statusCode).toBe(201);
  return reply.json().result;
}

test('keeps the state of a list as the screen wrote it, private unless shared', async () => {
  const { id } = await made();
  expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
    ...view,
    isShared: false,
    isOwn: true,
    rowVersion: 1,
  });
  expect(await colleague.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
});

test('lists one’s own and what colleagues share, of one screen, sorted and paged', async () => {
  await made({ name: 'Weergave 10' });
  await made({ name: 'Weergave 9', isShared: true }, colleague);
  await made({ name: 'Voor zichzelf' }, colleague);
  await made({ name: 'Ander scherm', screen: 'companies:index' });
  const stranger = await balie.asUser();
  await buildSavedView(balie.db, stranger, { name: 'Van elders' });
  const filter = encodeURIComponent("screen eq 'customer-relations:index'");
  const page = await person.get(`${url}?$filter=${filter}&$count=true&$top=1`);
  expect(page.json()).toMatchObject({
    result: [{ name: 'Weergave 9', isOwn: false, ownerName: expect.stringContaining('Sanne') }],
    metadata: { count: 2 },
  });
  const own = await person.get(`${url}?$filter=${encodeURIComponent('isOwn eq true')}`);
  expect(own.json().result.map((row: { name: string }) => row.name)).toEqual(['Ander scherm', 'Weergave 10']);
});

describe('a bad field', () => {
  test('reports all errors at once, and stores nothing', async () => {
    const reply = await person.post(url, { name: '', isShared: 'ja', state: { x: 'x'.repeat(8192) } });
    expect(reply).toBeProblem(400, 'validation', {
      screen: ['required'],
      name: ['required'],
      is_shared: ['invalid'],
      state: ['too-long'],
    });
    expect((await person.get(`${url}?$count=true`)).json().metadata.count).toBe(0);
  });

  test('a name is taken per person and screen, in any case', async () => {
    await made();
    expect(await person.post(url, { ...view, name: 'ZWOLLE' })).toBeProblem(400, 'validation', {
      name: ['taken'],
    });
    await made({ screen: 'companies:index' });
    await made({}, colleague);
  });

  test('a hundred views of one screen are enough', async () => {
    for (let at = 0; at < 100; at += 1) await buildSavedView(balie.db, person, { name: `Weergave ${at}` });
    expect(await person.post(url, view)).toBeProblem(400, 'validation', { name: ['too-many'] });
    await made({ screen: 'companies:index' });
  });
});

test('the maker changes and deletes it; a stale version is refused', async () => {
  const { id } = await made();
  const changed = await person.put(`${url}/${id}`, {
    name: 'Kampen',
    isShared: true,
    state: {},
    rowVersion: 1,
  });
  expect(changed.json().result).toMatchObject({
    name: 'Kampen',
    isShared: true,
    state: {},
    screen: view.screen,
    rowVersion: 2,
  });
  // What a save does not speak of stays (§B5): above all a shared view stays shared.
  const renamed = await person.put(`${url}/${id}`, { name: 'Kampen', state: {} });
  expect(renamed.json().result).toMatchObject({ name: 'Kampen', isShared: true });
  const stale = await person.put(`${url}/${id}`, { name: 'Te laat', state: {}, rowVersion: 1 });
  expect(stale).toBeProblem(409, 'stale');
  expect(stale.json().current).toMatchObject({ name: 'Kampen' });
  expect((await person.delete(`${url}/${id}`)).statusCode).toBe(204);
  expect(await person.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
});

test('what a colleague shares can be looked at, not changed', async () => {
  const { id } = await made({ isShared: true }, colleague);
  expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({ isOwn: false });
  expect(await person.put(`${url}/${id}`, { name: 'Gekaapt', state: {} })).toBeProblem(403, 'forbidden');
  expect(await person.delete(`${url}/${id}`)).toBeProblem(403, 'forbidden');
  expect((await colleague.get(`${url}/${id}`)).json().result).toMatchObject({
    name: 'Zwolle',
    rowVersion: 1,
  });
});
