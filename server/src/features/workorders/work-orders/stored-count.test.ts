import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildOrder } from '../testing/factories.ts';

let balie: TestApp;
let clerk: TestClient;
let staff: TestClient;
let administrationId: string;
const url = '/api/comceptum/workorders';

beforeAll(async () => {
  balie = await testApp();
  const may = [
    ...['read', 'create', 'update', 'delete'].map((verb) => `comceptum.workorders.${verb}.company`),
    'comceptum.orderlines.create.company',
  ];
  clerk = await balie.asUser({ may });
  staff = await balie.asUser({ isProvider: true, may: ['comceptum.workorders.read.system'] });
  ({ id: administrationId } = await buildAdministration(balie.db, clerk.companyId));
  const other = await balie.asUser({ may });
  const { id: theirs } = await buildAdministration(balie.db, other.companyId);
  for (const status of [0, 6, 6])
    await buildOrder(balie.db, { companyId: other.companyId, administrationId: theirs, status });
});
afterAll(() => balie.close());

const filters = [
  'true',
  'status ne 6',
  'status eq 6',
  'status in (1,2,3)',
  'not (status gt 2) or status eq 5',
  'status eq 0 and status eq 1',
  'status eq 99',
];

/** Asked with a page of one, so that the page does not tell; the other condition fits all, and is counted row by row. */
async function expectSameCounts(by: TestClient): Promise<void> {
  const count = async (filter: string) => {
    const reply = await by.get(
      `${url}?${new URLSearchParams({ $count: 'true', $top: '1', $filter: filter }).toString()}`,
    );
    return reply.json().metadata.count;
  };
  for (const filter of filters)
    expect(await count(filter), filter).toBe(await count(`(${filter}) and year gt 0`));
}

const place = (status: number) =>
  clerk.post(url, {
    administrationId,
    reference: `Folder ${status}`,
    status,
    lines: [{ description: 'Folder' }],
  });

test('the stored numbers are those of the orders, whatever happened to them', async () => {
  await expectSameCounts(clerk);
  const made = await Promise.all([0, 1, 2, 2, 5, 6, 6, 6].map(place));
  expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 201));
  const ids: string[] = made.map((reply) => reply.json().result.id);
  await expectSameCounts(clerk);
  const update = (id: string | undefined, status: number) =>
    clerk.put(`${url}/${id}`, { administrationId, reference: 'Anders', status });
  await Promise.all([update(ids[0], 3), update(ids[1], 1), update(ids[5], 0)]);
  expect((await clerk.delete(`${url}/${ids[2]}`)).statusCode).toBe(204);
  await expectSameCounts(clerk);
  // Back from the trash, changed in the trash, and purged.
  await balie.db
    .updateTable('work_orders')
    .set({ status: 4 })
    .where('id', '=', ids[2] ?? '')
    .execute();
  await expectSameCounts(clerk);
  await balie.db
    .updateTable('work_orders')
    .set({ deleted_at: null })
    .where('id', '=', ids[2] ?? '')
    .execute();
  await expectSameCounts(clerk);
  await balie.db.deleteFrom('work_orders').where('id', 'in', ids.slice(2, 4)).execute();
  await expectSameCounts(clerk);
  // Many at once, over several companies.
  await balie.db
    .updateTable('work_orders')
    .set({ status: sql`(status + 1) % 7` })
    .execute();
  await expectSameCounts(clerk);
  await expectSameCounts(staff);
  expect((await clerk.get(`${url}?$count=true&$top=1`)).json().metadata.count).toBe(6);
});

test('what was undone is not counted', async () => {
  await expect(
    balie.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('work_orders').execute();
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await expectSameCounts(staff);
});

test('two changes of one company do not wait for each other', async () => {
  const ids: string[] = [];
  for (const status of [0, 1]) ids.push((await place(status)).json().result.id);
  const change = (id: string | undefined) => sql`update work_orders set status = 5 where id = ${id ?? ''}`;
  await balie.db.transaction().execute(async (first) => {
    await change(ids[0]).execute(first);
    await balie.db.transaction().execute(async (second) => {
      await sql`set local lock_timeout = '2s'`.execute(second);
      await change(ids[1]).execute(second);
    });
  });
  await expectSameCounts(clerk);
});

test('a change that leaves the people answers what is read afterwards', async () => {
  const { id } = (await place(0)).json().result;
  const bodies = [
    { status: 6 },
    {
      status: 6,
      invoiceNumber: 'F-1',
      deliveryDate: '2026-12-01',
      estimatedMinutes: 90,
      numberOfOffersSent: 2,
    },
    {
      status: 3,
      deliveryDate: null,
      estimatedMinutes: null,
      printingCompany: 'Pers',
      diffuser: 'Deur',
      publisher: null,
    },
  ];
  for (const body of bodies) {
    const reply = await clerk.put(`${url}/${id}`, { administrationId, reference: 'Anders', ...body });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual((await clerk.get(`${url}/${id}`)).json());
  }
});
