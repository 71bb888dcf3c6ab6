import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildLine, buildOrder } from '../testing/factories.ts';

let balie: TestApp;
let person: TestClient;
let order: Awaited<ReturnType<typeof buildOrder>>;
const flat = '/api/comceptum/orderlines';
const nested = () => `/api/comceptum/workorders/${order.id}/lines`;
const orderRights = [
  'comceptum.workorders.read.company',
  'comceptum.workorders.create.company',
  'comceptum.workorders.copy.company',
];
const rights = [
  ...orderRights,
  ...['read', 'create', 'update', 'delete'].map((verb) => `comceptum.orderlines.${verb}.company`),
];
const purchase = 'comceptum.orderlines.readpurchase.company';

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  person = await balie.asUser({ may: [...rights, purchase] });
  order = await buildOrder(balie.db, { companyId: person.companyId });
});
afterAll(() => balie.close());

const withoutPurchase = () => balie.asUser({ companyId: person.companyId, may: rights });

describe.each([
  ['nested', () => [nested(), {}] as const],
  ['flat', () => [flat, { workOrderId: order.id }] as const],
])('at the %s address', (_, where) => {
  test('a line is made, found, changed and deleted', async () => {
    const [url, parent] = where();
    const body = {
      description: 'Folder',
      edition: '1.000',
      size: 'A5',
      format: 'staand',
      printing: '4/4',
      material: '135 g',
      finish: 'vouwen',
      note: 'spoed',
      customId: 3,
      purchaseAmount: 12_345,
      salesAmount: 20_000,
    };
    const made = await person.post(url, { ...body, ...parent });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().result;
    expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
      ...body,
      workOrderId: order.id,
    });
    const changed = await person.put(`${url}/${id}`, {
      ...parent,
      description: 'Poster',
      note: null,
      rowVersion: 1,
    });
    expect(changed.json().result).toMatchObject({ ...body, description: 'Poster', note: '', rowVersion: 2 });
    expect(await person.put(`${url}/${id}`, { description: 'X', rowVersion: 1 })).toBeProblem(409, 'stale');
    expect((await person.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect(await person.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
  });

  test('quantity times price, less a discount, is the amount; clients of before go on with theirs', async () => {
    const [url, parent] = where();
    const price = { quantity: 12.5, unitAmount: 333, discountPercentage: 10 };
    const none = { quantity: null, unitAmount: null, discountPercentage: null };
    const made = await person.post(url, { description: 'Vel', ...price, salesAmount: 1, ...parent });
    expect(made.json().result).toMatchObject({ ...price, salesAmount: 3746 });
    const { id } = made.json().result;
    const put = async (body: object) =>
      (await person.put(`${url}/${id}`, { description: 'Vel', ...body })).json().result;
    expect(await put({})).toMatchObject({ ...price, salesAmount: 3746 });
    expect(await put({ quantity: 25 })).toMatchObject({ quantity: 25, salesAmount: 7493 });
    expect(await put({ salesAmount: 7493 })).toMatchObject({ quantity: 25, salesAmount: 7493 });
    // Another amount from a client that knows no quantity: it is of the line as a whole.
    expect(await put({ salesAmount: 9900 })).toMatchObject({ ...none, salesAmount: 9900 });
    expect(await person.put(`${url}/${id}`, { description: 'Vel', quantity: 2 })).toBeProblem(
      400,
      'validation',
      {
        unit_amount: ['required'],
      },
    );
    expect(await person.post(url, { description: 'X', discountPercentage: 5, ...parent })).toBeProblem(
      400,
      'validation',
      { quantity: ['required'], unit_amount: ['required'] },
    );
    expect(await put({ quantity: 2, unitAmount: 150 })).toMatchObject({ salesAmount: 300 });
    expect(await put({ ...none, salesAmount: 500 })).toMatchObject({ ...none, salesAmount: 500 });
  });

  test('names each bad field', async () => {
    const [url, parent] = where();
    const reply = await person.post(url, {
      ...parent,
      description: ' ',
      purchaseAmount: 1.5,
      salesAmount: 'veel',
      edition: 'x'.repeat(51),
    });
    expect(reply).toBeProblem(400, 'validation', {
      description: ['required'],
      purchase_amount: ['not-whole'],
      sales_amount: ['not-a-number'],
      edition: ['too-long'],
    });
    expect((await person.get(nested())).json().result).toEqual([]);
  });

  test('a change that names another order is refused, and moves nothing', async () => {
    const [url, parent] = where();
    const body = { description: 'Poster' };
    const { id } = (await person.post(url, { ...body, ...parent })).json().result;
    const other = await buildOrder(balie.db, { companyId: person.companyId });
    const reply = await person.put(`${url}/${id}`, { ...body, workOrderId: other.id, rowVersion: 1 });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().codes).toEqual({ work_order_id: ['invalid'] });
    expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
      workOrderId: order.id,
      rowVersion: 1,
    });
  });

  test('an invoiced order keeps its lines as they are', async () => {
    const [url, parent] = where();
    const { id } = await buildLine(balie.db, order);
    await balie.db.updateTable('work_orders').set({ status: 6 }).where('id', '=', order.id).execute();
    for (const reply of [
      await person.post(url, { ...parent, description: 'X' }),
      await person.put(`${url}/${id}`, { ...parent, description: 'X' }),
      await person.delete(`${url}/${id}`),
    ]) {
      expect(reply).toBeProblem(409, 'wrong-state');
      expect(reply.json().detail).toContain('gefactureerd');
    }
    expect((await person.get(nested())).json().result).toMatchObject([
      { description: 'Folder A5', rowVersion: 1 },
    ]);
  });
});

test('lines of an order stand in the order in which they were put, until one asks otherwise', async () => {
  for (const description of ['C', 'A', 'B']) await person.post(nested(), { description });
  const read = async (query = '') =>
    (await person.get(`${nested()}${query}`))
      .json()
      .result.map((line: { description: string }) => line.description);
  expect(await read()).toEqual(['C', 'A', 'B']);
  expect(await read('?$orderby=description desc')).toEqual(['C', 'B', 'A']);
  expect(await read('?$top=1&$skip=1')).toEqual(['A']);
});

test('a client that names the order in the query gets the lines of that order only', async () => {
  const another = await buildOrder(balie.db, { companyId: person.companyId });
  await buildLine(balie.db, order);
  const { id } = await buildLine(balie.db, another);
  const reply = await person.get(`${flat}?workOrderId=${another.id}&$count=true`);
  expect(reply.json()).toMatchObject({ result: [{ id, workOrderId: another.id }], metadata: { count: 1 } });
  expect(await person.get(`${flat}?workOrderId=x`)).toBeProblem(404, 'not-found');
});

test('a line is not found through another order', async () => {
  const { id } = await buildLine(balie.db, order);
  const other = await buildOrder(balie.db, { companyId: person.companyId });
  expect(await person.get(`/api/comceptum/workorders/${other.id}/lines/${id}`)).toBeProblem(404, 'not-found');
  expect(await person.delete(`/api/comceptum/workorders/${other.id}/lines/${id}`)).toBeProblem(
    404,
    'not-found',
  );
});

describe('without the right to purchase amounts', () => {
  test('no answer contains one: list, selection, detail, create, update, copy, history, a stale save', async () => {
    const clerk = await withoutPurchase();
    const { id } = await buildLine(balie.db, order, { purchase_amount: 45_678 });
    await person.put(`${nested()}/${id}`, { description: 'Folder', purchaseAmount: 45_679 });
    const answers = [
      await clerk.get(nested()),
      await clerk.get(flat),
      await clerk.get(`${flat}?$select=id,salesAmount`),
      await clerk.get(`${flat}/${id}`),
      await clerk.post(nested(), { description: 'X', purchaseAmount: 45_679 }),
      await clerk.put(`${nested()}/${id}`, { description: 'Folder A4' }),
      await clerk.put(`${nested()}/${id}`, { description: 'X', rowVersion: 0 }),
      await clerk.get(`/api/comceptum/workorders/${order.id}/copy`),
      await clerk.get(`/api/core/history?entity=comceptum.orderlines&entityId=${id}`),
    ];
    for (const reply of answers) {
      expect(reply.statusCode, reply.body).not.toBe(403);
      expect(reply.body).not.toMatch(/purchase|4567\d/i);
    }
    const history = `/api/core/history?entity=comceptum.orderlines&entityId=${id}&$count=true`;
    expect((await person.get(history)).body).toContain('45679');
    expect((await person.get(`${history}&query=45679`)).json()).toMatchObject({ metadata: { count: 1 } });
    expect((await clerk.get(`${history}&query=45679`)).json()).toMatchObject({ metadata: { count: 0 } });
  });

  test.each([
    '$filter=purchaseAmount gt 100',
    '$orderby=purchaseAmount',
    '$select=id,purchaseAmount',
    '$filter=not (purchaseAmount eq 0)',
  ])('it is an unknown field: %s', async (query) => {
    const clerk = await withoutPurchase();
    for (const url of [flat, nested()])
      expect(await clerk.get(`${url}?${query}`)).toBeProblem(400, 'bad-query');
    expect((await person.get(`${flat}?${query}`)).statusCode).toBe(200);
  });

  test('an update leaves them as they are, and a create has none', async () => {
    const clerk = await withoutPurchase();
    const { id } = await buildLine(balie.db, order, { purchase_amount: 45_678 });
    await clerk.put(`${nested()}/${id}`, { description: 'X', purchaseAmount: 1, salesAmount: 5 });
    const made = await clerk.post('/api/comceptum/workorders', {
      administrationId: await administrationOf(),
      lines: [{ description: 'Y', purchaseAmount: 7 }],
    });
    expect(made.statusCode, made.body).toBe(201);
    expect((await person.get(`${nested()}/${id}`)).json().result).toMatchObject({
      purchaseAmount: 45_678,
      salesAmount: 5,
    });
    const lines = await person.get(`/api/comceptum/workorders/${made.json().result.id}/lines`);
    expect(lines.json().result).toMatchObject([{ description: 'Y', purchaseAmount: 0 }]);
  });

  test('a right to those of one’s own orders shows none where more is read', async () => {
    const clerk = await balie.asUser({
      companyId: person.companyId,
      may: [...rights, 'comceptum.orderlines.readpurchase.user'],
    });
    await buildLine(balie.db, order);
    expect((await clerk.get(nested())).body).not.toContain('purchaseAmount');
  });
});

async function administrationOf(): Promise<string> {
  const found = await balie.db
    .selectFrom('work_orders')
    .select('administration_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return found.administration_id;
}

test('`.user` reaches the lines of one’s own orders, and no line without its order', async () => {
  const may = [
    'comceptum.workorders.read.company',
    ...['read', 'create', 'update'].map((verb) => `comceptum.orderlines.${verb}.user`),
  ];
  const mine = await balie.asUser({ companyId: person.companyId, may });
  const own = await buildOrder(balie.db, { companyId: person.companyId, userIds: [mine.userId] });
  const [ownLine, otherLine] = [await buildLine(balie.db, own), await buildLine(balie.db, order)];
  expect((await mine.get(flat)).json().result.map((line: { id: string }) => line.id)).toEqual([ownLine.id]);
  expect(await mine.get(`${flat}/${otherLine.id}`)).toBeProblem(404, 'not-found');
  expect(await mine.post(flat, { workOrderId: order.id, description: 'X' })).toBeProblem(403, 'forbidden');
  expect((await mine.post(flat, { workOrderId: own.id, description: 'X' })).statusCode).toBe(201);
  const blind = await balie.asUser({
    companyId: person.companyId,
    may: ['comceptum.orderlines.read.company'],
  });
  expect(await blind.get(flat)).toBeProblem(403, 'forbidden');
});

test('a deleted line comes back from the trash, not while its order is invoiced', async () => {
  const keeper = await balie.asUser({
    companyId: person.companyId,
    may: [...rights, 'core.trash.read.company', 'core.trash.restore.company'],
  });
  const { id } = await buildLine(balie.db, order);
  await keeper.delete(`${flat}/${id}`);
  const restore = () => keeper.post(`/api/core/trash/comceptum.orderlines/${id}/restore`);
  await balie.db.updateTable('work_orders').set({ status: 6 }).where('id', '=', order.id).execute();
  expect(await restore()).toBeProblem(409, 'wrong-state');
  await balie.db.updateTable('work_orders').set({ status: 5 }).where('id', '=', order.id).execute();
  expect((await restore()).statusCode).toBeLessThan(300);
  expect((await keeper.get(`${flat}/${id}`)).statusCode).toBe(200);
});

test('simultaneous lines get different positions', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) => person.post(nested(), { description: `Regel ${at}` })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201));
  const lines = await balie.db
    .selectFrom('order_lines')
    .select('position')
    .where('work_order_id', '=', order.id)
    .orderBy('position')
    .execute();
  expect(lines.map(({ position }) => position)).toEqual(lines.map((_, at) => at + 1));
});
