import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildUser } from '../testing/factories.ts';
import { buildContactPerson, buildRelation } from '../testing/relations.ts';

let balie: TestApp;
let person: TestClient;
const reads = (reach: string) =>
  ['customerrelations', 'contactpersons', 'companies', 'users'].map((name) => `core.${name}.read.${reach}`);
const search = async (query: string, by = person) =>
  (await by.get(`/api/core/search?query=${encodeURIComponent(query)}`)).json().result;

beforeAll(async () => {
  balie = await testApp();
  person = await balie.asUser({ may: reads('company'), lastName: 'van Kronenburg' });
});
afterAll(() => balie.close());

test('finds relations, contact persons, companies and users by one query, each with where it is', async () => {
  const relation = await buildRelation(balie.db, person.companyId, {
    name: 'Kronenburg Bouw',
    tag: 'R-1',
    city: 'Zwolle',
  });
  const contact = await buildContactPerson(balie.db, person.companyId, relation.id, {
    first_name: 'Jan',
    last_name: 'Kronenburg',
  });
  await balie.db
    .updateTable('companies')
    .set({ name: 'Kronenburg Holding' })
    .where('id', '=', person.companyId)
    .execute();
  const hits = await search('KRÖNEN');
  expect(hits).toEqual([
    {
      kind: 'core.customerrelations',
      id: relation.id,
      parentId: null,
      title: 'Kronenburg Bouw',
      subtitle: 'R-1 · Zwolle',
    },
    {
      kind: 'core.contactpersons',
      id: contact.id,
      parentId: relation.id,
      title: 'Jan Kronenburg',
      subtitle: 'Kronenburg Bouw',
    },
    {
      kind: 'core.companies',
      id: person.companyId,
      parentId: null,
      title: 'Kronenburg Holding',
      subtitle: expect.stringContaining('.example'),
    },
    {
      kind: 'core.users',
      id: person.userId,
      parentId: person.companyId,
      title: 'Sanne van Kronenburg',
      subtitle: expect.stringContaining('Kronenburg Holding'),
    },
  ]);
});

test('gives five of a kind, those that start with the word first', async () => {
  for (let at = 1; at <= 6; at += 1)
    await buildRelation(balie.db, person.companyId, { name: `A Vechtdal ${at}` });
  await buildRelation(balie.db, person.companyId, { name: 'Vechtdal Zorg' });
  const hits = await search('vechtdal');
  expect(hits).toHaveLength(5);
  expect(hits[0]).toMatchObject({ title: 'Vechtdal Zorg' });
});

test('every word must fit; nothing to look for finds nothing', async () => {
  await buildRelation(balie.db, person.companyId, { name: 'Slagerij Ommen', city: 'Ommen' });
  expect(await search('ommen slager')).toHaveLength(1);
  expect(await search('ommen bakker')).toEqual([]);
  expect(await search('  ')).toEqual([]);
  expect(await search('%')).toEqual([]);
});

test('finds nothing of what the caller may not read', async () => {
  await buildRelation(balie.db, person.companyId, { name: 'Onvindbaar' });
  const other = await balie.asUser({ may: reads('company') });
  expect(await search('onvindbaar', other)).toEqual([]);
  const without = await balie.asUser({ companyId: person.companyId, may: ['core.users.read.company'] });
  expect(await search('onvindbaar', without)).toEqual([]);
  const staff = await balie.asUser({ isProvider: true, may: reads('system') });
  expect(await search('onvindbaar', staff)).toMatchObject([{ title: 'Onvindbaar' }]);
});

test('says whose a record is to staff, who see several companies', async () => {
  await buildRelation(balie.db, person.companyId, { name: 'Tweeling', tag: '100' });
  const other = await balie.asUser({ may: reads('company') });
  await buildRelation(balie.db, other.companyId, { name: 'Tweeling', tag: '100' });
  const staff = await balie.asUser({ isProvider: true, may: reads('system') });
  const names = await balie.db
    .selectFrom('companies')
    .where('id', 'in', [person.companyId, other.companyId])
    .select('name')
    .execute();
  const hits = await search('tweeling', staff);
  const endings = hits.map(({ subtitle }: { subtitle: string }) => subtitle.split(' · ').at(-1));
  expect(endings.toSorted()).toEqual(names.map(({ name }) => name).toSorted());
  expect(names.map(({ name }) => name)).not.toContain(
    (await search('tweeling'))[0].subtitle.split(' · ').at(-1),
  );
});

test('what is in the trash is not found', async () => {
  const relation = await buildRelation(balie.db, person.companyId, { name: 'Weggegooid' });
  const user = await buildUser(balie.db, { companyId: person.companyId, lastName: 'Weggegooid' });
  const removed = { deleted_at: '2026-11-21T00:00:00Z' };
  await balie.db.updateTable('customer_relations').set(removed).where('id', '=', relation.id).execute();
  await balie.db.updateTable('users').set(removed).where('id', '=', user.id).execute();
  expect(await search('weggegooid')).toEqual([]);
});
