import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';

let balie: TestApp;
let clerk: TestClient;
let administrations: readonly string[];
const url = '/api/comceptum/workorders';

interface Stretch {
  readonly name: string;
  readonly contact: string;
  /** From and up to these numbers of orders, each so many further; the higher the newer. */
  readonly numbers: readonly [from: number, to: number, step: number];
  readonly administration: number;
}

// Relations of which one has very many, one has few and old ones, and one is as new as those of the others who bear nothing.
const stretches: readonly Stretch[] = [
  { name: 'Garage West', contact: 'Piet', numbers: [3001, 3600, 1], administration: 0 },
  { name: 'Theater Noord', contact: 'Kees', numbers: [1000, 2999, 2], administration: 0 },
  { name: 'Theater Zuid', contact: 'Noordman', numbers: [1, 999, 1], administration: 0 },
  { name: 'Theater Oost', contact: 'Noordman', numbers: [1001, 1701, 50], administration: 1 },
  { name: 'Theater Laan', contact: 'Jan', numbers: [1003, 2003, 100], administration: 1 },
];

beforeAll(async () => {
  balie = await testApp();
  clerk = await balie.asUser({ may: ['comceptum.workorders.read.company'] });
  const { companyId } = clerk;
  const made = [
    await buildAdministration(balie.db, companyId),
    await buildAdministration(balie.db, companyId, 'Uitgeverij Noord'),
  ];
  administrations = made.map(({ id }) => id);
  // Relations without orders: those that lead are a small part of all.
  await sql`insert into customer_relations (company_id, id, name) select ${companyId}::uuid, gen_random_uuid(), 'Leeg ' || n
    from generate_series(1, 400) n`.execute(balie.db);
  for (const { name, contact, numbers, administration } of stretches) {
    const relation = await buildRelation(balie.db, companyId, { name });
    const person = await buildContactPerson(balie.db, companyId, relation.id, {
      first_name: contact,
      last_name: 'De Vries',
    });
    const [from, to, step] = numbers;
    await sql`with o as (
        insert into work_orders (company_id, id, year, number, administration_id, customer_relation_id, reference, created_at)
        select ${companyId}::uuid, gen_random_uuid(), 1950, n, ${administrations[administration] ?? ''}::uuid, ${relation.id}::uuid,
          case when n % 400 = 7 then 'Theater noord ' else 'Folder ' end || (n * 37) % 1000,
          '2020-01-01T00:00:00Z'::timestamptz + n / 3 * interval '1 hour'
        from generate_series(${from}::int, ${to}::int, ${step}::int) n returning company_id, id)
      insert into work_order_contacts (company_id, work_order_id, contact_person_id, position) select company_id, id, ${person.id}::uuid, 0 from o`.execute(
      balie.db,
    );
  }
  // Without statistics a look at each order takes seconds; only the owner may collect them.
  const owner = createDb(createPool({ ...balie.database.owner, max: 1 }));
  await sql`analyze`.execute(owner);
  await owner.destroy();
}, 60_000);
afterAll(() => balie.close());

const contains = (paths: readonly string[], word: string) =>
  paths.map((path) => `contains(${path},'${word}')`).join(' or ');
// Turned around twice it is no search any more: the database looks at each order.
const plain = (word: string) =>
  `not (not (${contains(['reference', 'yearNumber', 'administration/name'], word)}
  or contactPersons/any(p: ${contains(['p/firstName', 'p/lastName', 'p/customerRelation/name'], word)})
  or assignedUsers/any(u: ${contains(['u/firstName', 'u/lastName'], word)})))`.replaceAll(/\s+/g, ' ');

const ask = async (parameters: Record<string, string>) => {
  const reply = await clerk.get(`${url}?${new URLSearchParams(parameters).toString()}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const { result, metadata } = reply.json();
  return {
    numbers: result.map(({ yearNumber }: { yearNumber: string }) => yearNumber),
    count: metadata.count,
  };
};

test.each([
  'theater noord',
  'theater noord 7',
  'theater noord 77',
  'theater noord 777',
  'theater noordman',
  'laan jan 1',
  'zuid kees',
  'oost noord 3',
  'noord uitgeverij',
])('names of relations lead to the newest orders, and to all of them: %s', async (query) => {
  const $filter = query.split(' ').map(plain).join(' and ');
  const all = await ask({ $top: '250', $filter, $count: 'true' });
  for (const [skip, top] of [
    [0, 50],
    [60, 7],
    [200, 40],
  ] as const) {
    const page = { $top: String(top), $skip: String(skip), query };
    const numbers = all.numbers.slice(skip, skip + top);
    expect(await ask({ ...page, $count: 'true' })).toEqual({ numbers, count: all.count });
    expect((await ask(page)).numbers).toEqual(numbers);
  }
});
