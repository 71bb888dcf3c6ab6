import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseListQuery } from '#contract/list-query.ts';
import { fits } from '#contract/list-query/evaluate.ts';
import type { Row } from '#contract/resource.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { buildOrder } from '../testing/factories.ts';
import { generateOrders } from '../testing/many-orders.ts';
import { reindexRenamed } from './search.job.ts';
import { indexOrder } from './search.repository.ts';

let balie: TestApp;
let clerk: TestClient;
let staff: TestClient;
let mine: TestClient;
const url = '/api/comceptum/workorders';
const newest = 'createdAt desc,number desc';

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
  const reply = await by.get(
    `${url}?${new URLSearchParams({ $count: 'true', $top: '50', ...parameters }).toString()}`,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  const { result, metadata } = reply.json();
  return {
    numbers: result.map(({ yearNumber }: { yearNumber: string }) => yearNumber),
    count: metadata.count,
  };
};

// More orders than are looked at one by one, so that both ways are walked.
beforeAll(async () => {
  balie = await testApp();
  clerk = await balie.asUser({
    may: ['comceptum.workorders.read.company'],
    firstName: 'Wilma',
    lastName: 'Overal',
  });
  const { companyId } = clerk;
  const { id: administrationId } = await buildAdministration(balie.db, companyId);
  // By the owner, who may collect the statistics of the tables: without them a page takes seconds.
  const owner = createDb(createPool({ ...balie.database.owner, max: 1 }));
  await generateOrders(owner, companyId, 1040);
  await owner.destroy();
  const other = await balie.asUser({ may: ['comceptum.workorders.read.company'] });
  const relation = await buildRelation(balie.db, companyId, { name: 'Zuivelhandel Quist' });
  const depot = await buildRelation(balie.db, companyId, { name: 'Depot 30471' });
  const contact = await buildContactPerson(balie.db, companyId, relation.id, {
    first_name: 'Xenia',
    last_name: 'Ypma Çelik',
  });
  const gone = await buildUser(balie.db, { companyId, firstName: 'Vertrokken', lastName: 'Vos 99873' });
  const lorry = await buildUser(balie.db, { companyId, firstName: 'Wagen', lastName: 'A30471' });
  const clerkOfDepot = await buildContactPerson(balie.db, companyId, depot.id, {
    first_name: 'Ada',
    last_name: 'Zuid',
  });
  const desk = await buildContactPerson(balie.db, companyId, depot.id, {
    first_name: 'Balie 304719',
    last_name: 'Zuid',
  });
  await balie.db
    .updateTable('users')
    .set({ deleted_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', gone.id)
    .execute();
  mine = await balie.asUser({ companyId, may: ['comceptum.workorders.read.user'], firstName: 'Mia' });
  const old = { companyId, administrationId, createdAt: '2001-01-01T00:00:00Z' };
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 12,
    relationId: relation.id,
    contactPersonIds: [contact.id],
    userIds: [mine.userId],
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 120,
    userIds: [gone.id, mine.userId],
    reference: 'Wilma 100% _',
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 121,
    reference: 'Na 2001-12 nog een keer',
    createdBy: mine.userId,
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 130,
    relationId: depot.id,
    contactPersonIds: [clerkOfDepot.id],
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 131,
    relationId: depot.id,
    contactPersonIds: [desk.id],
    userIds: [lorry.id],
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 132,
    userIds: [lorry.id],
    reference: 'Zie 30471',
    createdBy: mine.userId,
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 133,
    relationId: depot.id,
    contactPersonIds: [clerkOfDepot.id],
    reference: 'Voor Theater Groen',
  });
  // Both pieces of a long number, and not the whole of it.
  for (const [n, reference] of [
    'Kast 8341207',
    'Kast 834 1207',
    'Kast 1207834',
    'Kast 83491207',
    'A83412074',
  ].entries())
    await buildOrder(balie.db, { ...old, year: 2001, number: 140 + n, reference, createdBy: mine.userId });
  const former = await buildRelation(balie.db, companyId, { name: 'Voorheen 99871' });
  const formerDesk = await buildContactPerson(balie.db, companyId, former.id, {
    first_name: 'Ben',
    last_name: 'Weg 99872',
  });
  await buildOrder(balie.db, {
    ...old,
    year: 2001,
    number: 150,
    relationId: former.id,
    contactPersonIds: [formerDesk.id],
    userIds: [gone.id],
  });
  await balie.db
    .updateTable('customer_relations')
    .set({ deleted_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', former.id)
    .execute();
  await balie.db
    .updateTable('contact_persons')
    .set({ deleted_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', formerDesk.id)
    .execute();
  const thrown = await buildOrder(balie.db, { ...old, year: 2001, number: 122, reference: 'Na 2001-12 weg' });
  await balie.db
    .updateTable('work_orders')
    .set({ deleted_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', thrown.id)
    .execute();
  await buildOrder(balie.db, {
    companyId: other.companyId,
    year: 2001,
    number: 12,
    reference: 'Xenia REF-0007919',
  });
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
  ['somebody who left, by digits', '99873'],
  ['a relation in the trash, by digits', '99871'],
  ['a relation in the trash', 'voorheen'],
  ['a contact person in the trash, by digits', '99872'],
  ['one reference', 'REF-0007919'],
  ['a long number, of which some have the pieces', '8341207'],
  ['six digits of it', '341207'],
  ['a long number behind a word', 'kast 8341207'],
  ['the digits of a reference', '0007919'],
  ['a head of all references', 'REF-'],
  ['digits that stand in few references', '00791'],
  ['digits of which the whole is in names too', '30471'],
  ['what only the head of a reference has', 'REF-00079'],
  ['a number with one order behind it', '2001-120'],
  ['the head of some numbers, one of which is all of it', '1900-103'],
  ['part of a number', '120'],
  ['a sign that nearly all have somewhere', 'e'],
  ['two digits that some have', '71'],
  ['two letters of names', 'ie'],
  ['a whole number', '2001-12'],
  ['the head of many numbers', '1900-1'],
  ['the two digits that numbers begin with', '1900-10'],
  ['the head of few numbers', '2001-1'],
  ['signs that mean something to LIKE', '100% _'],
  ['a quote', "d'or"],
  ['what nobody bears', 'nergens te vinden'],
] as const;

const wholeNumbers = new Set<string>(['2001-12', '2001-120', '1900-1', '1900-10', '1900-103']);
const few = new Set<string>(['bram', 'Zuivelhandel', '120']);

type Order = Row<typeof workOrders>;
const kept = new Map<string, Promise<readonly Order[]>>();

/** All orders that somebody may see, in an order of the list, as the list gives them without any search. */
function everything(by: TestClient, $orderby: string): Promise<readonly Order[]> {
  const key = `${by.userId} ${$orderby}`;
  const known = kept.get(key) ?? readAll(by, $orderby);
  kept.set(key, known);
  return known;
}

async function readAll(by: TestClient, $orderby: string): Promise<readonly Order[]> {
  const all: Order[] = [];
  for (;;) {
    const reply = await by.get(
      `${url}?${new URLSearchParams({ $top: '250', $skip: String(all.length), $orderby }).toString()}`,
    );
    expect(reply.statusCode, reply.body).toBe(200);
    const { result } = reply.json();
    if (result.length === 0) return all;
    all.push(...result);
  }
}

/** What a list with this filter has to answer: each order is held against the filter by what people see of it. */
async function plainly(
  by: TestClient,
  { $filter, $orderby = newest, $skip = '0', $top = '50' }: Readonly<Record<string, string>>,
): Promise<Found> {
  const { filter } = parseListQuery(workOrders, { $filter });
  if (filter === null) throw new Error('no filter');
  const fitting = (await everything(by, $orderby)).filter((order) => fits(filter, workOrders.fields, order));
  const page = fitting.slice(Number($skip), Number($skip) + Number($top));
  return { numbers: page.map(({ yearNumber }) => yearNumber), count: fitting.length };
}

describe('the indexed way finds what a look at every order finds', { timeout: 60_000 }, () => {
  test.each(terms)('%s', async (_, text) => {
    for (const by of [clerk, staff, mine]) {
      const expected = await plainly(by, { $filter: filterOf(text), $top: '9999' });
      const found = await ask(by, { $filter: filterOf(text) });
      expect(found.count).toBe(expected.count);
      const { numbers } = expected;
      // The order of exactly that number goes before, unless two companies have one.
      const isFirst = wholeNumbers.has(text) && numbers.filter((number) => number === text).length === 1;
      const ordered = isFirst ? [text, ...numbers.filter((number) => number !== text)] : numbers;
      expect(found.numbers).toEqual(ordered.slice(0, 50));
    }
  });

  test.each(terms.filter(([, text]) => few.has(text)))(
    'beside another condition, in another order and on another page: %s',
    async (_, text) => {
      for (const parameters of [
        { $filter: `(${filterOf(text)}) and status eq 6` },
        { $filter: filterOf(text), $orderby: 'reference' },
        { $filter: filterOf(text), $orderby: 'administration/name desc,number', $skip: '3' },
        { $filter: filterOf(text), $skip: '40', $top: '7' },
      ]) {
        expect(await ask(clerk, parameters)).toEqual(await plainly(clerk, parameters));
      }
    },
  );

  // What is turned around twice is no search any more, and is answered row by row by the database.
  test('and what the database finds row by row', async () => {
    const $filter = filterOf('Zuivelhandel');
    expect(await ask(clerk, { $filter })).toEqual(await ask(clerk, { $filter: `not (not (${$filter}))` }));
  });
});

// Texts as people type them, cut out of what they see; the same every time.
function* cuttings(from: readonly Order[]): Generator<string> {
  for (let n = 0; n < 40; n += 1) {
    const order = from[(n * 389) % from.length];
    const said = order
      ? [
          order.reference,
          order.yearNumber,
          order.customerRelation?.name ?? '',
          order.assignedUsers[0]?.lastName ?? '',
        ]
      : [];
    const text = said[n % said.length] ?? '';
    const at = (n * 7) % Math.max(text.length - 1, 1);
    const cut = text.slice(at, at + 1 + (n % 9)).trim();
    // What goes before the others is another test's.
    if (cut !== '' && !/^\d{4}-\d+$/.test(cut)) yield cut;
  }
}

test(
  'whatever is cut out of an order is found as a look at every order finds it, on every page',
  { timeout: 60_000 },
  async () => {
    const all = await everything(clerk, newest);
    for (const text of cuttings(all)) {
      const $filter = filterOf(text);
      for (const page of [{}, { $skip: '3', $top: '4' }]) {
        const expected = await plainly(clerk, { $filter, ...page });
        expect([text, await ask(clerk, { $filter, ...page })]).toEqual([text, expected]);
      }
    }
  },
);

describe('several words are each met', () => {
  test.each([
    ['by texts and people', ['folder', 'bram']],
    ['by people only', ['bram', 'wilma']],
    ['one of which few bear', ['folder', 'zuivelhandel']],
    ['one of which nobody bears', ['folder', 'nergens']],
    ['one too short for an index', ['bakkerij', 'bos', '9']],
    ['all too short for an index', ['9', 'e']],
    ['one of which all bear', ['poster', 'REF-', 'eva']],
    ['names of relations and of their people', ['theater', 'faber']],
    ['names, one of which is an administration too', ['drukkerij', 'quist']],
    ['names that no relation has together', ['zuivelhandel', 'theater']],
    ['names that a text says in the place of a relation', ['depot', 'theater']],
    ['names and digits', ['theater', 'faber', '46']],
  ] as const)('%s', async (_, words) => {
    for (const by of [clerk, staff, mine]) {
      const expected = await plainly(by, {
        $filter: words.map((word) => `(${filterOf(word)})`).join(' and '),
      });
      expect(await ask(by, { query: words.join(' ') })).toEqual(expected);
      expect((await ask(by, { query: words.join(' '), $orderby: 'reference' })).count).toBe(expected.count);
    }
  });
});

// Words of one order, so that there is something to find, and now and then one of another.
function* wordsOf(from: readonly Order[]): Generator<string> {
  const words = ({ reference, yearNumber, customerRelation, contactPersons, assignedUsers }: Order) =>
    [
      reference,
      customerRelation?.name,
      ...contactPersons.map(({ fullName }) => fullName),
      ...assignedUsers.map(({ lastName }) => lastName),
      yearNumber,
    ]
      .flatMap((text) => (text ?? '').split(/\s+/))
      .filter((word) => word !== '' && !/^\d{4}-\d+$/.test(word));
  for (let n = 0; n < 24; n += 1) {
    const [own, other] = [from[(n * 373) % from.length], from[(n * 991) % from.length]].map((order) =>
      order ? words(order) : [],
    );
    if (!own || !other) continue;
    const chosen = [0, 1, 2]
      .slice(0, 2 + (n % 2))
      .map((k) => own[(n * 3 + k * (1 + (n % 4))) % own.length] ?? '');
    yield [
      ...chosen.map((word, k) => ((n + k) % 3 === 0 ? word.slice(0, 4) : word)),
      ...(n % 7 === 0 ? [other[n % other.length] ?? ''] : []),
    ].join(' ');
  }
}

test(
  'whatever words are taken of an order find what a look at every order finds, on every page',
  { timeout: 60_000 },
  async () => {
    for (const query of wordsOf(await everything(clerk, newest))) {
      const $filter = query
        .split(' ')
        .map((word) => `(${filterOf(word)})`)
        .join(' and ');
      for (const page of [{}, { $skip: '2', $top: '3' }]) {
        const expected = await plainly(clerk, { $filter, ...page });
        expect([query, await ask(clerk, { query, ...page })]).toEqual([query, expected]);
        const uncounted = await clerk.get(
          `${url}?${new URLSearchParams({ $top: '50', query, ...page }).toString()}`,
        );
        expect([
          query,
          uncounted.json().result.map(({ yearNumber }: { yearNumber: string }) => yearNumber),
        ]).toEqual([query, expected.numbers]);
      }
    }
  },
);

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
  expect((await ask(clerk, { query: 'folder bram' })).count).toBeGreaterThan(0);
});

describe('a renamed record', () => {
  const renamed = ['users', 'contact_persons', 'customer_relations', 'administrations'] as const;
  const people = new Set<string>(['users', 'contact_persons']);

  test.each(renamed)('is found by its new name and no longer by the old one: %s', async (table) => {
    const { companyId } = clerk;
    const [before, after] = [`Oudenaam${table}`, `Nieuwenaam${table}`].map((name) =>
      name.replaceAll('_', ''),
    );
    const relation = await buildRelation(balie.db, companyId, { name: 'Hernoemd' });
    const contact = await buildContactPerson(balie.db, companyId, relation.id);
    const user = await buildUser(balie.db, { companyId });
    const administration = await buildAdministration(balie.db, companyId);
    const ids = {
      users: user.id,
      contact_persons: contact.id,
      customer_relations: relation.id,
      administrations: administration.id,
    };
    const rename = (name = '') =>
      sql`update ${sql.table(table)} set ${sql.ref(people.has(table) ? 'first_name' : 'name')} = ${name} where id = ${ids[table]}`.execute(
        balie.db,
      );
    await rename(before);
    const order = await buildOrder(balie.db, {
      companyId,
      administrationId: administration.id,
      relationId: relation.id,
      contactPersonIds: [contact.id],
      userIds: [user.id],
    });
    expect((await ask(clerk, { query: before ?? '' })).numbers).toEqual([order.yearNumber]);
    await rename(after);
    await reindexRenamed({ db: balie.db }, { companyId, table, id: ids[table] });
    expect((await ask(clerk, { query: after ?? '' })).numbers).toEqual([order.yearNumber]);
    expect((await ask(clerk, { query: before ?? '' })).numbers).toEqual([]);
  });
});

test('whoever is put on an order later is found on it', async () => {
  const { id } = await balie.db
    .selectFrom('work_orders')
    .select('id')
    .where('year_number', '=', '2001-121')
    .executeTakeFirstOrThrow();
  await balie.db
    .insertInto('work_order_users')
    .values({ company_id: clerk.companyId, work_order_id: id, user_id: mine.userId, position: 0 })
    .execute();
  await indexOrder(balie.db, clerk.companyId, id);
  expect((await ask(clerk, { query: 'mia' })).numbers).toEqual(['2001-121', '2001-120', '2001-12']);
});
