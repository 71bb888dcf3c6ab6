import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '#server/app/slices.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { purgeTrash } from '#server/features/core/trash/purge.job.ts';
import { buildOrder } from '../testing/factories.ts';
import { checkAllCounts } from './check-counts.job.ts';
import { countOrder } from './order-counts.repository.ts';

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
    'core.trash.restore.company',
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
  // Back from the trash, twice, and purged from there.
  const restore = () => clerk.post(`/api/core/trash/comceptum.workorders/${ids[2]}/restore`);
  const restored = (await Promise.all([restore(), restore()])).map((reply) => String(reply.statusCode));
  expect(restored.toSorted()).toEqual(['200', '404']);
  await expectSameCounts(clerk);
  expect((await clerk.delete(`${url}/${ids[3]}`)).statusCode).toBe(204);
  await balie.db
    .updateTable('work_orders')
    .set({ deleted_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', ids[3] ?? '')
    .execute();
  expect(await purgeTrash(balie.services, slices, [])).toEqual({ 'comceptum.workorders': 1 });
  await expectSameCounts(clerk);
  await expectSameCounts(staff);
  expect((await clerk.get(`${url}?$count=true&$top=1`)).json().metadata.count).toBe(7);
});

test('whatever happens at once, the stored numbers are those of a recount', async () => {
  const ids: string[] = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => (await place(index % 6)).json().result.id),
  );
  // The same every time.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % below;
  };
  const acts = [
    (id: string) => clerk.put(`${url}/${id}`, { administrationId, reference: 'Anders', status: random(7) }),
    (id: string) =>
      clerk.put(`${url}/${id}`, { administrationId, reference: `Anders ${random(9)}`, status: random(6) }),
    (id: string) => clerk.delete(`${url}/${id}`),
    (id: string) => clerk.post(`/api/core/trash/comceptum.workorders/${id}/restore`),
    () => place(random(7)),
  ];
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(ids.map(async (id) => acts[random(acts.length)]?.(id)));
    expect(await checkAllCounts(balie.services), `round ${round}`).toEqual([]);
  }
  await expectSameCounts(clerk);
});

test('what was undone is not counted', async () => {
  await expect(
    balie.db.transaction().execute(async (tx) => {
      await countOrder(tx, clerk.companyId, { from: 6, to: 0 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await expectSameCounts(staff);
});

test('two changes of one company do not wait for each other', async () => {
  await balie.db.transaction().execute(async (first) => {
    await countOrder(first, clerk.companyId, { from: 1, to: 2 });
    await countOrder(first, clerk.companyId, { from: 2, to: 1 });
    await sql`select 1`.execute(first);
    const second = () =>
      balie.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '1s'`.execute(tx);
        await countOrder(tx, clerk.companyId, { from: 1, to: 2 });
        await countOrder(tx, clerk.companyId, { from: 2, to: 1 });
      });
    // One of 64 has the row of the first; all three do not.
    await expect(Promise.any([second(), second(), second()])).resolves.toBeUndefined();
  });
  await expectSameCounts(clerk);
});

test('a difference is found and put right, once', async () => {
  await sql`update work_order_counts set status_3 = status_3 + 5 where company_id = ${clerk.companyId}`.execute(
    balie.db,
  );
  expect(await checkAllCounts(balie.services)).toEqual([clerk.companyId]);
  await expectSameCounts(clerk);
  expect(await checkAllCounts(balie.services)).toEqual([]);
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
