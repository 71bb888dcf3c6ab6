import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { buildOrder } from '../testing/factories.ts';
import { reindexRenamed, type Renamed } from './search.job.ts';
import { reindexOrders } from './search.repository.ts';

let balie: TestApp;
let clerk: TestClient;
const orders = '/api/comceptum/workorders';

beforeAll(async () => {
  balie = await testApp();
  clerk = await balie.asUser({
    may: [
      ...['read', 'create', 'update'].map((verb) => `comceptum.workorders.${verb}.company`),
      ...['users', 'administrations', 'customerrelations', 'contactpersons'].flatMap((name) => [
        `core.${name}.read.company`,
        `core.${name}.update.company`,
      ]),
    ],
  });
});
afterAll(() => balie.close());

const find = async (query: string): Promise<string[]> =>
  (await clerk.get(`${orders}?query=${query}`)).json().result.map(({ id }: { id: string }) => id);
const renames = async (id: string) =>
  (
    await sql<{
      data: Renamed;
      seconds: number;
    }>`select data, extract(epoch from start_after - created_on)::int as seconds
      from jobs.job where name = 'workorders-renamed' and data->>'id' = ${id} order by start_after`.execute(
      balie.db,
    )
  ).rows;

test.each(['users', 'contact_persons', 'customer_relations', 'administrations'] as const)(
  'a renamed record has its orders indexed again, at once and a minute later; another change has not: %s',
  async (table) => {
    const { companyId } = clerk;
    const relation = await buildRelation(balie.db, companyId);
    const contact = await buildContactPerson(balie.db, companyId, relation.id);
    const user = await buildUser(balie.db, { companyId });
    const administration = await buildAdministration(balie.db, companyId);
    const order = await buildOrder(balie.db, {
      companyId,
      administrationId: administration.id,
      relationId: relation.id,
      contactPersonIds: [contact.id],
      userIds: [user.id],
    });
    const company = `/api/core/companies/${companyId}`;
    const relations = '/api/core/customer-relations';
    const [url, id, name] = (
      {
        users: [`${company}/users/${user.id}`, user.id, 'lastName'],
        contact_persons: [
          `${relations}/${relation.id}/contact-persons/${contact.id}`,
          contact.id,
          'firstName',
        ],
        customer_relations: [`${relations}/${relation.id}`, relation.id, 'name'],
        administrations: [`${company}/administrations/${administration.id}`, administration.id, 'name'],
      } as const
    )[table];
    const put = async (change: object) => {
      const reply = await clerk.put(url, { ...(await clerk.get(url)).json().result, ...change });
      expect(reply.statusCode, reply.body).toBe(200);
    };
    await put({});
    expect(await renames(id)).toEqual([]);
    const renamed = `Nieuwenaam${table.replaceAll('_', '')}`;
    await put({ [name]: renamed });
    const jobs = await renames(id);
    expect(jobs.map((job) => job.data)).toEqual([
      { companyId, table, id },
      { companyId, table, id },
    ]);
    expect(jobs.map((job) => job.seconds)).toEqual([0, 60]);
    expect(await find(renamed)).toEqual([]);
    for (const job of jobs) await reindexRenamed(balie.services, job.data);
    expect(await find(renamed)).toEqual([order.id]);
  },
);

test('a run that was killed between two batches is finished by the next', async () => {
  const { companyId } = clerk;
  const relation = await buildRelation(balie.db, companyId, { name: 'Eerstenaam' });
  const made = [];
  for (let n = 0; n < 3; n += 1)
    made.push(await buildOrder(balie.db, { companyId, relationId: relation.id }));
  await sql`update customer_relations set name = 'Tweedenaam' where id = ${relation.id}`.execute(balie.db);
  const [first = { id: '' }] = made;
  await reindexOrders(balie.db, companyId, [first.id]);
  expect(await find('tweedenaam')).toEqual([first.id]);
  await reindexRenamed(balie.services, { companyId, table: 'customer_relations', id: relation.id });
  expect(new Set(await find('tweedenaam'))).toEqual(new Set(made.map(({ id }) => id)));
});

test('an order that is changed while a name is indexed keeps both changes', async () => {
  const { companyId } = clerk;
  const relation = await buildRelation(balie.db, companyId, { name: 'Vorigenaam' });
  const contact = await buildContactPerson(balie.db, companyId, relation.id);
  const { id } = await buildOrder(balie.db, {
    companyId,
    relationId: relation.id,
    contactPersonIds: [contact.id],
  });
  const order = (await clerk.get(`${orders}/${id}`)).json().result;
  await sql`update customer_relations set name = 'Volgendenaam' where id = ${relation.id}`.execute(balie.db);
  const [reply] = await Promise.all([
    clerk.put(`${orders}/${id}`, { administrationId: order.administrationId, reference: 'Nieuwereferentie' }),
    reindexRenamed(balie.services, { companyId, table: 'customer_relations', id: relation.id }),
  ]);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await find('volgendenaam nieuwereferentie')).toEqual([id]);
});

test('a new order and one with another reference are found at once', async () => {
  const { companyId } = clerk;
  const { id: other } = await buildOrder(balie.db, { companyId });
  const { administrationId } = (await clerk.get(`${orders}/${other}`)).json().result;
  const { id } = (await clerk.post(orders, { administrationId, reference: 'Kalender' })).json().result;
  expect(await find('kalender')).toEqual([id]);
  await clerk.put(`${orders}/${id}`, { administrationId, reference: 'Agenda' });
  expect(await find('agenda')).toEqual([id]);
  expect(await find('kalender')).toEqual([]);
});
