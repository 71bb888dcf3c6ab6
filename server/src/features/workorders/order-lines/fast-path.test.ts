import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineWrite } from '#contract/workorders/line-write.ts';
import { WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { createCallerLoader } from '#server/features/core/index.ts';
import { createContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { buildLine, buildOrder } from '../testing/factories.ts';
import { create, createWithLock } from './order-lines.service.ts';

let app: TestApp;
let companyId: string;
beforeAll(async () => {
  app = await testApp();
  ({ companyId } = await buildUser(app.db));
});
afterAll(() => app.close());

const scopes = ['user', 'company', 'system'] as const;
const bodies = [
  { description: 'Folder' },
  { description: 'Folder', purchaseAmount: 12_345, salesAmount: -3, customId: null },
  {
    description: 'Poster é "1"',
    edition: '1.000',
    size: 'A5',
    format: 'staand',
    printing: '4/4',
    material: '135 g',
    finish: 'vouwen',
    note: 'spoed',
    customId: 3,
    salesAmount: 20_000,
  },
].map((body) => lineWrite.parse(body));

/** Callers with each reach of the rights to read orders and to make lines, with and without sight of purchase amounts. */
const callers = scopes.flatMap((orders) =>
  scopes.flatMap((lines) =>
    [[], ['comceptum.orderlines.readpurchase.company']].map((purchase) => ({
      isProvider: orders === 'system' || lines === 'system',
      may: [
        `comceptum.workorders.read.${orders}`,
        `comceptum.orderlines.read.${lines}`,
        `comceptum.orderlines.create.${lines}`,
        ...purchase,
      ],
    })),
  ),
);
const unknownId = '00000000-0000-7000-8000-000000000000';
const owners = ['assigned', 'colleagues', 'foreign', 'deleted', 'unknown'] as const;

test.each(callers)(
  'a line is made on the fast path as with the lock, by $may',
  async ({ may, isProvider }) => {
    const user = await buildUser(app.db, { may, ...(isProvider ? { isProvider } : { companyId }) });
    const caller = await createCallerLoader(app.db).load(user.id);
    if (!caller) throw new Error('no caller');
    const ctx = createContext(app.services, caller, 'comceptum.orderlines.create', {
      language: 'nl',
      requestId: 'test',
    });
    const foreign = await buildUser(app.db);

    const orderFor = async (owner: (typeof owners)[number], status: number) => {
      const order = await buildOrder(app.db, {
        companyId: owner === 'foreign' ? foreign.companyId : user.companyId,
        status,
        ...(owner === 'assigned' ? { userIds: [user.id] } : {}),
      });
      await buildLine(app.db, order);
      if (owner === 'deleted')
        await app.db
          .updateTable('work_orders')
          .set({ deleted_at: '2026-11-20T09:00:00Z' })
          .where('id', '=', order.id)
          .execute();
      return owner === 'unknown' ? 'no-id' : order.id;
    };
    const outcomeOf = async (make: typeof create, orderId: string, body: (typeof bodies)[number]) => {
      const answer = await make(ctx, orderId, body).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return { id: unknownId, refused: { ...error } };
      });
      if (orderId === 'no-id') return answer;
      const rows = await app.db
        .selectFrom('order_lines')
        .where('work_order_id', '=', orderId)
        .where('id', '=', answer.id)
        .selectAll()
        .execute();
      const count = await app.db
        .selectFrom('order_lines')
        .where('work_order_id', '=', orderId)
        .select('id')
        .execute();
      const history = await app.db
        .selectFrom('history')
        .where('entity_id', '=', answer.id)
        .selectAll()
        .execute();
      // Positions follow those of the lines that the test made itself, which count on.
      const lines = rows.map((line) => ({ ...line, position: line.position > 0 }));
      return [orderId, answer.id, ...history.map((entry) => entry.id)].reduce(
        (text, id) => text.replaceAll(id, '…'),
        JSON.stringify({ answer, lines, history, count: count.length }),
      );
    };

    const cases = owners.flatMap((owner) => [
      ...[0, WorkOrderStatus.Invoiced].map((status) => ({ owner, status, body: bodies[0] })),
      ...(owner === 'assigned' ? bodies.slice(1).map((body) => ({ owner, status: 1, body })) : []),
    ]);
    for (const { owner, status, body } of cases) {
      if (!body) continue;
      const fast = await outcomeOf(create, await orderFor(owner, status), body);
      const locked = await outcomeOf(createWithLock, await orderFor(owner, status), body);
      expect(fast, `${owner}, status ${status}, ${body.description}`).toEqual(locked);
    }
  },
);
