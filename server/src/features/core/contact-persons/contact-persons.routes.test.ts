import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany } from '../testing/factories.ts';
import { buildContactPerson, buildRelation } from '../testing/relations.ts';

let balie: TestApp;
let person: TestClient;
let url: string;
const full = {
  firstName: 'Petra',
  lastName: 'Huisman',
  function: 'Inkoper',
  landlineNumber: { number: '038-421 00 12' },
  mobileNumber: { number: '+31 6 12345678' },
  emailAddress: { address: 'Petra@korenmaat.example' },
};

beforeAll(async () => {
  balie = await testApp();
  person = await balie.asUser({
    may: ['read', 'create', 'update', 'delete'].map((verb) => `core.contactpersons.${verb}.company`),
  });
});
beforeEach(async () => {
  const relation = await buildRelation(balie.db, person.companyId);
  url = `/api/core/customer-relations/${relation.id}/contact-persons`;
});
afterAll(() => balie.close());

async function made(change: object = {}) {
  const reply = await person.post(url, { ...full, ...change });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}

test('keeps every field and gives it back', async () => {
  const { id } = await made();
  const reply = await person.get(`${url}/${id}`);
  expect(reply.json().result).toMatchObject({
    ...full,
    fullName: 'Petra Huisman',
    emailAddress: { address: 'petra@korenmaat.example' },
    rowVersion: 1,
  });
});

test('lists the people of this relation only, sorted, paged and searched', async () => {
  for (const lastName of ['Zwart', 'de Boer', 'Bakker']) await made({ lastName });
  const other = await buildRelation(balie.db, person.companyId);
  await buildContactPerson(balie.db, person.companyId, other.id);
  const page = await person.get(`${url}?$top=2&$count=true&$orderby=lastName`);
  expect(page.json()).toMatchObject({
    result: [{ lastName: 'Bakker' }, { lastName: 'de Boer' }],
    metadata: { count: 3 },
  });
  const byNumber = await person.get(`${url}?query=31612345678%20zwart`);
  expect(byNumber.json().result).toMatchObject([{ lastName: 'Zwart' }]);
});

test('names every bad field at once, by the ids of the form', async () => {
  const reply = await person.post(url, {
    firstName: '',
    function: 'f'.repeat(101),
    landlineNumber: { number: 'vast' },
    mobileNumber: { number: 'mobiel' },
    emailAddress: { address: 'x' },
  });
  expect(reply).toBeProblem(400, 'validation', {
    first_name: ['required'],
    last_name: ['required'],
    function: ['too-long'],
    landline_number: ['invalid'],
    mobile_number: ['invalid'],
    email_address: ['not-an-email'],
  });
  expect((await person.get(`${url}?$count=true`)).json().metadata.count).toBe(0);
});

test('an update leaves what is absent and raises the version; a stale one is refused', async () => {
  const { id } = await made();
  const reply = await person.put(`${url}/${id}`, { firstName: 'Petra', lastName: 'Jansen', rowVersion: 1 });
  expect(reply.json().result).toMatchObject({ fullName: 'Petra Jansen', function: 'Inkoper', rowVersion: 2 });
  expect(await person.put(`${url}/${id}`, { firstName: 'P', lastName: 'J', rowVersion: 1 })).toBeProblem(
    409,
    'stale',
  );
  const changes = await balie.db
    .selectFrom('history')
    .select('changes')
    .where('entity_id', '=', id)
    .where('verb', '=', 'update')
    .execute();
  expect(changes).toEqual([{ changes: { lastName: { old: 'Huisman', new: 'Jansen' } } }]);
});

test('is gone after a delete, and cannot be reached through another relation', async () => {
  const { id } = await made();
  const other = await buildRelation(balie.db, person.companyId);
  expect(await person.get(`/api/core/customer-relations/${other.id}/contact-persons/${id}`)).toBeProblem(
    404,
    'not-found',
  );
  expect((await person.delete(`${url}/${id}`)).statusCode).toBe(204);
  expect(await person.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
});

test("nobody adds a person to another tenant's relation", async () => {
  const company = await buildCompany(balie.db);
  const theirs = await buildRelation(balie.db, company.id);
  expect(await person.post(`/api/core/customer-relations/${theirs.id}/contact-persons`, full)).toBeProblem(
    404,
    'not-found',
  );
  const count = await balie.db
    .selectFrom('contact_persons')
    .select('id')
    .where('customer_relation_id', '=', theirs.id)
    .execute();
  expect(count).toEqual([]);
});
