import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildRelation } from '../testing/relations.ts';

let balie: TestApp;
let person: TestClient;
const url = (entity: string, entityId: string) => `/api/core/history?entity=${entity}&entityId=${entityId}`;
const all = (resource: string, reach = 'company') =>
  ['read', 'create', 'update', 'delete'].map((verb) => `${resource}.${verb}.${reach}`);

beforeAll(async () => {
  balie = await testApp();
  person = await balie.asUser({
    may: [
      ...all('core.customerrelations'),
      ...all('core.contactpersons'),
      ...all('core.users'),
      ...all('core.administrations'),
    ],
  });
});
afterAll(() => balie.close());

test('shows who changed what and when, the newest first, page by page', async () => {
  const { id } = (await person.post('/api/core/customer-relations', { name: 'Oud', tag: 'R-1' })).json()
    .result;
  await person.put(`/api/core/customer-relations/${id}`, { name: 'Nieuw', address: { city: 'Zwolle' } });
  const page = await person.get(`${url('core.customerrelations', id)}&$count=true&$top=1`);
  expect(page.json()).toMatchObject({
    result: [
      {
        verb: 'update',
        userId: person.userId,
        userName: expect.stringContaining('Sanne'),
        at: '2026-11-21T13:05:00.000Z',
        changes: [
          { field: 'name', old: 'Oud', new: 'Nieuw' },
          { field: 'address.city', old: '', new: 'Zwolle' },
        ],
      },
    ],
    metadata: { count: 2 },
  });
  const first = await person.get(`${url('core.customerrelations', id)}&$skip=1`);
  expect(first.json().result).toMatchObject([{ verb: 'create' }]);
});

test('is searched in who did it and in what stood and stands, and sorted either way', async () => {
  const { id } = (await person.post('/api/core/customer-relations', { name: 'Zoekgeval', tag: 'R-7' })).json()
    .result;
  await person.put(`/api/core/customer-relations/${id}`, { name: 'Zoekgeval', address: { city: 'Genève' } });
  const found = async (search: string) =>
    (await person.get(`${url('core.customerrelations', id)}&$count=true&${search}`)).json();
  expect(await found('query=geneve')).toMatchObject({ result: [{ verb: 'update' }], metadata: { count: 1 } });
  expect(await found('query=sanne')).toMatchObject({ metadata: { count: 2 } });
  expect(await found('query=nergens')).toMatchObject({ result: [], metadata: { count: 0 } });
  expect((await found('$orderby=at asc')).result).toMatchObject([{ verb: 'create' }, { verb: 'update' }]);
});

test('that of a relation tells of its contact persons, deleted ones too, to those who may read them', async () => {
  const { id } = (await person.post('/api/core/customer-relations', { name: 'Drukkerij', tag: 'R-9' })).json()
    .result;
  const people = `/api/core/customer-relations/${id}/contact-persons`;
  const made = (await person.post(people, { firstName: 'Ilse', lastName: 'Nijhof' })).json().result;
  await person.put(`${people}/${made.id}`, { firstName: 'Ilse', lastName: 'Nijhof', function: 'Inkoper' });
  await person.delete(`${people}/${made.id}`);
  const read = async (reader: TestClient) =>
    (await reader.get(`${url('core.customerrelations', id)}&$count=true&$orderby=at asc`)).json();
  const { result, metadata } = await read(person);
  const part = { entity: 'core.contactpersons', id: made.id, name: 'Ilse Nijhof' };
  expect(result).toMatchObject([
    { verb: 'create', part: null },
    { verb: 'create', part },
    { verb: 'update', part, changes: [{ field: 'function', old: '', new: 'Inkoper' }] },
    { verb: 'remove', part },
  ]);
  expect(metadata.count).toBe(4);
  const { companyId } = person;
  const narrow = await balie.asUser({ companyId, may: ['core.customerrelations.read.company'] });
  expect((await read(narrow)).result).toMatchObject([{ verb: 'create', part: null }]);
});

test('a password never enters it, only that there is one', async () => {
  const secret = 'geheim-van-de-mail';
  const parent = `/api/core/companies/${person.companyId}/administrations`;
  const mail = { mailHostname: 'mail.example.nl', mailUsername: 'postvak', mailPassword: secret };
  const made = await person.post(parent, { name: 'Holding', tag: 'H-1', coupling: 'csv', ...mail });
  expect(made.statusCode).toBe(201);
  const reply = await person.get(url('core.administrations', made.json().result.id));
  expect(reply.json().result[0].changes).toContainEqual({ field: 'hasPassword', old: null, new: true });
  expect(reply.body).not.toContain(secret);
});

test('is for callers who may read the record: without the permission 403; of another tenant, deleted or unknown 404', async () => {
  const { id } = await buildRelation(balie.db, person.companyId);
  const reader = await balie.asUser({ companyId: person.companyId, may: ['core.users.read.company'] });
  expect(await reader.get(url('core.customerrelations', id))).toBeProblem(403, 'forbidden');
  const other = await balie.asUser({ may: all('core.customerrelations') });
  const foreign = await other.get(url('core.customerrelations', id));
  expect(foreign).toBeProblem(404, 'not-found');
  expect(await other.get(url('core.customerrelations', 'geen-id'))).toBeProblem(404, 'not-found');
  expect(await other.get(url('core.geheimen', id))).toBeProblem(404, 'not-found');
  await person.delete(`/api/core/customer-relations/${id}`);
  expect(await person.get(url('core.customerrelations', id))).toBeProblem(404, 'not-found');
});

test.each([
  'core.companies',
  'core.users',
  'core.groups',
  'core.modules',
  'core.contactpersons',
  'core.administrations',
])('staff read that of %s', async (entity) => {
  const staff = await balie.asUser({
    isProvider: true,
    may: [
      'companies',
      'users',
      'groups',
      'modules',
      'contactpersons',
      'administrations',
      'customerrelations',
    ].flatMap((name) => all(`core.${name}`, 'system')),
  });
  const id = await made(staff, entity);
  const reply = await staff.get(url(entity, id));
  expect(reply.json().result).toMatchObject([{ verb: 'create', userId: staff.userId }]);
});

async function made(staff: TestClient, entity: string): Promise<string> {
  const company = `/api/core/companies/${person.companyId}`;
  const relation = await buildRelation(balie.db, person.companyId);
  const bodies: Record<string, [string, object]> = {
    'core.companies': ['/api/core/companies', { name: 'X', domainName: 'geschiedenis.example' }],
    'core.users': [
      `${company}/users`,
      { firstName: 'X', lastName: 'Y', emailAddress: { address: 'geschiedenis@x.example' } },
    ],
    'core.groups': ['/api/core/groups', { name: 'X', companyId: person.companyId }],
    'core.modules': ['/api/core/modules', { name: 'Tapijt', code: 'carpetline' }],
    'core.contactpersons': [
      `/api/core/customer-relations/${relation.id}/contact-persons`,
      { firstName: 'X', lastName: 'Y' },
    ],
    'core.administrations': [`${company}/administrations`, { name: 'X', tag: 'X-9', coupling: 'csv' }],
  };
  if (entity === 'core.modules')
    await balie.db
      .updateTable('modules')
      .set({ deleted_at: '2026-01-01T00:00:00Z' })
      .where('code', '=', 'carpetline')
      .execute();
  const [path, body] = bodies[entity] ?? ['', {}];
  const reply = await staff.post(path, body);
  expect(reply.statusCode).toBe(201);
  return reply.json().result.id;
}
