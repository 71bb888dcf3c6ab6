import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, uploadUbl, type Work } from '#server/features/invoicing/testing/work.ts';
import { buildLine, buildOrder } from '#server/features/workorders/testing/factories.ts';

let world: TestApp;
let work: Work;
let user: TestClient;
let order: { id: string; companyId: string; yearNumber: string };
let inside: string;
let cover: string;

const may = [
  'fmmodule.documents.create.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.update.company',
  'fmmodule.invoices.approve.company',
  'comceptum.workorders.read.company',
  'comceptum.workorders.delete.company',
  'comceptum.orderlines.read.company',
  'comceptum.orderlines.delete.company',
  'comceptum.orderlines.readpurchase.company',
];

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  user = await world.asUser({ may });
  const { id: administrationId } = await buildAdministration(world.db, user.companyId, 'Holding');
  order = await buildOrder(world.db, { companyId: user.companyId, administrationId });
  ({ id: inside } = await buildLine(world.db, order, {
    description: 'Binnenwerk',
    purchase_amount: 50_000,
    sales_amount: 80_000,
  }));
  ({ id: cover } = await buildLine(world.db, order, {
    description: 'Omslag',
    purchase_amount: 12_500,
    sales_amount: 20_000,
  }));
});

const url = (id: string) => `/api/fmmodule/order-links/${id}`;
const links = async (id: string) => (await user.get(url(id))).json().result;
const purchases = async () =>
  (await user.get(`/api/comceptum/work-order-purchases/${order.id}`)).json().result;
async function send(
  number: string,
  lines: { description: string; cents: number }[],
  isCredit = false,
): Promise<string> {
  const exclInCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const id = await uploadUbl(world, work, user, { number, exclInCents, lines, isCredit, iban: null });
  if (id === null) throw new Error('no invoice');
  return id;
}
const both = () => [
  { description: `Order ${order.yearNumber} binnenwerk`, cents: 50_000 },
  { description: 'Omslag', cents: 13_000 },
];

describe('an invoice of a work order', () => {
  test('is proposed to its lines, and linked by a click with the difference to the cent', async () => {
    const id = await send('A-1', both());
    const { links: none, proposals } = await links(id);
    expect(none).toEqual([]);
    expect(proposals).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          orderLineId: inside,
          amountInCents: 50_000,
          reason: 'number',
          yearNumber: order.yearNumber,
        }),
        expect.objectContaining({ orderLineId: cover, amountInCents: 13_000, purchaseAmount: 12_500 }),
      ]),
    );
    const body = {
      links: proposals.map(({ orderLineId, amountInCents }: Record<string, unknown>) => ({
        orderLineId,
        amountInCents,
      })),
    };
    expect((await user.put(url(id), body)).json().result).toMatchObject({
      proposals: [],
      differenceInCents: 500,
      links: expect.arrayContaining([
        expect.objectContaining({ orderLineId: cover, linkedByName: expect.any(String) }),
      ]),
    });
    expect(await purchases()).toMatchObject({
      salesInCents: 100_000,
      plannedInCents: 62_500,
      realInCents: 63_000,
      lines: [
        { id: inside, realInCents: 50_000, isWaiting: false, invoices: [{ id, amountInCents: 50_000 }] },
        { id: cover, realInCents: 13_000 },
      ],
    });
  });

  test('comes in parts, of which the order says what is still to come', async () => {
    const first = await send('A-1', [{ description: `Order ${order.yearNumber} binnenwerk`, cents: 20_000 }]);
    await user.put(url(first), { links: [{ orderLineId: inside, amountInCents: 20_000 }] });
    const second = await send('A-2', [{ description: `Order ${order.yearNumber} restant`, cents: 30_000 }]);
    expect((await links(second)).proposals[0]).toMatchObject({
      orderLineId: inside,
      amountInCents: 30_000,
      otherInCents: 20_000,
    });
    expect((await purchases()).lines).toMatchObject([{ isWaiting: false }, { id: cover, isWaiting: true }]);
  });

  test('is negative where it is a credit note', async () => {
    const id = await send(
      'C-1',
      [{ description: `Order ${order.yearNumber} omslag retour`, cents: 12_500 }],
      true,
    );
    expect((await links(id)).proposals[0]).toMatchObject({ orderLineId: cover, amountInCents: -12_500 });
  });

  test('can be linked while the order is invoiced', async () => {
    await world.db.updateTable('work_orders').set({ status: 6 }).where('id', '=', order.id).execute();
    const id = await send('A-1', both());
    const reply = await user.put(url(id), { links: [{ orderLineId: inside, amountInCents: 50_000 }] });
    expect(reply.json().result.links).toMatchObject([{ isInvoiced: true }]);
  });

  test('keeps its order and line from being deleted, until it is rejected', async () => {
    const id = await send('A-1', both());
    await user.put(url(id), { links: [{ orderLineId: inside, amountInCents: 50_000 }] });
    expect(await user.delete(`/api/comceptum/workorders/${order.id}`)).toBeProblem(409, 'in-use');
    expect(await user.delete(`/api/comceptum/orderlines/${inside}`)).toBeProblem(409, 'in-use');
    await user.post(`/api/fmmodule/invoices/${id}/approve`, { approve: false, comments: 'Niet besteld' });
    expect((await purchases()).lines[0]).toMatchObject({ invoices: [] });
    expect((await user.delete(`/api/comceptum/orderlines/${inside}`)).statusCode).toBe(204);
  });

  test('is not linked to a line of another company, and nothing changes', async () => {
    const stranger = await world.asUser({ may });
    const theirs = await buildOrder(world.db, { companyId: stranger.companyId });
    const { id: line } = await buildLine(world.db, theirs);
    const id = await send('A-1', both());
    expect(await user.put(url(id), { links: [{ orderLineId: line, amountInCents: 1 }] })).toBeProblem(
      400,
      'validation',
      {
        links_0_orderLineId: ['unknown'],
      },
    );
    expect((await links(id)).links).toEqual([]);
  });

  test('shows nothing without the right to purchase amounts', async () => {
    const id = await send('A-1', both());
    const colleague = await world.asUser({
      companyId: user.companyId,
      may: may.filter((right) => !right.includes('readpurchase')),
    });
    expect(await colleague.get(url(id))).toBeProblem(403, 'forbidden');
    expect(await colleague.get(`/api/comceptum/work-order-purchases/${order.id}`)).toBeProblem(
      403,
      'forbidden',
    );
  });
});
