import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { buildOrder } from '../testing/factories.ts';
import { generateOrders } from '../testing/many-orders.ts';

let balie: TestApp;
let clerk: TestClient;
let staff: TestClient;
let mine: TestClient;
const url = '/api/comceptum/workorders';

const filterOf = (text: string) => {
  const word = text.replaceAll("'", "''");
  const contains = (path: string) => `contains(${path},'${word}')`;
  return [
    ...['reference', 'yearNumber', 'administration/name'].map(contains),
    `contactPersons/any(p: ${['p/firstName', 'p/lastName', 'p/customerRelation/name'].map(contains).join(' or ')})`,
    `assignedUsers/any(u: ${['u/firstName', 'u/lastName'].map(contains).join(' or ')})`,
  ].join(' or ');
};
interface Found {
  readonly numbers: readonly string[];
  readonly count: number;
}
const ask = async (by: TestClient, parameters: Record<string, string>): Promise<Found> => {
  const reply = await by.get(`${url}?${new URLSearchParams({ $count: 'true', $top: '50', ...parameters }).toString()}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const { result, metadata } = reply.json();
  return { numbers: result.map(({ yearNumber }: { yearNumber: string }) => yearNumber), count: metadata.count };
};

// More orders than are looked at one by one, so that both ways are walked.
beforeAll(async () => {
  balie = await testApp();
  clerk = await balie.asUser({ may: ['comceptum.workorders.read.company'], firstName: 'Wilma', lastName: 'Overal' });
  const { companyId } = clerk;
  const { id: administrationId } = await buildAdministration(balie.db, companyId);
  await generateOrders(balie.db, companyId, 1040);
  const other = await balie.asUser({ may: ['comceptum.workorders.read.company'] });
  const relation = await buildRelation(balie.db, companyId, { name: 'Zuivelhandel Quist' });
  const contact = await buildContactPerson(balie.db, companyId, relation.id, { first_name: 'Xenia', last_name: 'Ypma Çelik' });
  const gone = await buildUser(balie.db, { companyId, firstName: 'Vertrokken', lastName: 'Vos' });
  await balie.db.updateTable('users').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', gone.id).execute();
  mine = await balie.asUser({ companyId, may: ['comceptum.workorders.read.user'], firstName: 'Mia' });
  const old = { companyId, administrationId, createdAt: '2001-01-01T00:00:00Z' };
  await buildOrder(balie.db, { ...old, year: 2001, number: 12, relationId: relation.id, contactPersonIds: [contact.id] });
  await buildOrder(balie.db, { ...old, year: 2001, number: 120, userIds: [gone.id, mine.userId], reference: 'Wilma 100% _' });
  await buildOrder(balie.db, { ...old, year: 2001, number: 121, reference: 'Na 2001-12 nog een keer', createdBy: mine.userId });
  const thrown = await buildOrder(balie.db, { ...old, year: 2001, number: 122, reference: 'Na 2001-12 weg' });
  await balie.db.updateTable('work_orders').set({ deleted_at: '2026-01-01T00:00:00Z' }).where('id', '=', thrown.id).execute();
  await buildOrder(balie.db, { companyId: other.companyId, year: 2001, number: 12, reference: 'Xenia REF-0007919' });
  staff = await balie.asUser({ isProvider: true, may: ['comceptum.workorders.read.system'] });
}, 60_000);
afterAll(() => balie.close());

const terms = [
  ['what nearly all bear', 'folder'],
  ['a first name that many have', 'bram'],
  ['a relation with few orders', 'Zuivelhandel'],
  ['a contact person with accents left out', 'celik'],
  ['somebody who left', 'VERTROKKEN'],
  ['a user who is on a third of all', 'wilma'],
  ['one reference', 'REF-0007919'],
  ['the digits of a reference', '0007919'],
  ['a head of all references', 'REF-'],
  ['part of a number', '120'],
  ['a whole number', '2001-12'],
  ['the head of many numbers', '1900-1'],
  ['the two digits that numbers begin with', '1900-10'],
  ['the head of few numbers', '2001-1'],
  ['signs that mean something to LIKE', '100% _'],
  ['a quote', "d'or"],
  ['what nobody bears', 'nergens te vinden'],
] as const;

const wholeNumbers = new Set<string>(['2001-12', '1900-1', '1900-10']);
const few = new Set<string>(['bram', 'Zuivelhandel', '120']);

describe('the indexed way finds what the plain one finds', { timeout: 60_000 }, () => {
  // What is turned around twice is no search any more, and is answered row by row.
  const plain = (text: string) => `not (not (${filterOf(text)}))`;

  test.each(terms)('%s', async (_, text) => {
    // Each plain answer looks at every order: those who see other orders ask a few.
    for (const by of few.has(text) ? [clerk, staff, mine] : [clerk]) {
      const expected = await ask(by, { $filter: plain(text) });
      const found = await ask(by, { $filter: filterOf(text) });
      expect(found.count).toBe(expected.count);
      // The order of exactly that number goes before.
      const others = expected.numbers.filter((number) => number !== text);
      expect(found.numbers).toEqual(wholeNumbers.has(text) ? [text, ...others].slice(0, 50) : expected.numbers);
    }
  });

  test.each(terms.filter(([, text]) => few.has(text)))('beside another condition, in another order and on another page: %s', async (_, text) => {
    for (const more of [
      { $filter: `(${filterOf(text)}) and status eq 6`, plain: `${plain(text)} and status eq 6` },
      { $filter: filterOf(text), plain: plain(text), $orderby: 'reference' },
      { $filter: filterOf(text), plain: plain(text), $orderby: 'administration/name desc,number', $skip: '3' },
      { $filter: filterOf(text), plain: plain(text), $skip: '40', $top: '7' },
    ]) {
      const { plain: other, ...parameters } = more;
      const expected = await ask(clerk, { ...parameters, $filter: other });
      expect(await ask(clerk, parameters)).toEqual(expected);
    }
  });
});

test('a number finds exactly that order first, then the newest that contain it, on every page', async () => {
  const { numbers, count } = await ask(clerk, { query: '2001-12' });
  expect(numbers).toEqual(['2001-12', '2001-121', '2001-120']);
  expect(count).toBe(3);
  expect((await ask(clerk, { query: '2001-12', $top: '1' })).numbers).toEqual(['2001-12']);
  expect((await ask(clerk, { query: '2001-12', $top: '1', $skip: '1' })).numbers).toEqual(['2001-121']);
  expect((await ask(clerk, { query: '2001-12', $top: '5', $skip: '2' })).numbers).toEqual(['2001-120']);
  // Of two companies none is the one.
  expect((await ask(staff, { query: '2001-12' })).count).toBe(4);
});

test('each word must be borne, by whatever of the order', async () => {
  expect((await ask(clerk, { query: 'xenia zuivel' })).numbers).toEqual(['2001-12']);
  expect((await ask(clerk, { query: 'xenia bram' })).numbers).toEqual([]);
  const both = await ask(clerk, { query: 'folder bram' });
  const first = await ask(clerk, { $filter: `not (not (${filterOf('bram')}))`, query: 'folder' });
  expect(both).toEqual(first);
  expect(both.count).toBeGreaterThan(0);
});

test('a name that changes is found by the new one at once, and no longer by the old', async () => {
  await balie.db.updateTable('customer_relations').set({ name: 'Kaasboerderij Quist' }).where('name', '=', 'Zuivelhandel Quist').execute();
  expect((await ask(clerk, { query: 'kaasboerderij' })).numbers).toEqual(['2001-12']);
  expect((await ask(clerk, { query: 'zuivelhandel' })).numbers).toEqual([]);
});

test('whoever is put on an order later is found on it', async () => {
  const { id } = await balie.db.selectFrom('work_orders').select('id').where('year_number', '=', '2001-121').executeTakeFirstOrThrow();
  await balie.db.insertInto('work_order_users').values({ company_id: clerk.companyId, work_order_id: id, user_id: mine.userId, position: 0 }).execute();
  expect((await ask(clerk, { query: 'mia' })).numbers).toEqual(['2001-121', '2001-120']);
});
