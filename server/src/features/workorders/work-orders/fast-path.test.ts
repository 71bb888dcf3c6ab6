import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { createCallerLoader } from '#server/features/core/index.ts';
import { createContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { buildOrder } from '../testing/factories.ts';
import { update, updateWithLock } from './work-orders.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Body = Readonly<Record<string, unknown>>;

const reference = 'Folder';
const bodies: readonly Body[] = [
  { reference },
  { reference: 'Poster' },
  { reference, rowVersion: 1 },
  { reference, rowVersion: 7, status: 1 },
  { reference, invoiceNumber: 'F1' },
  { reference, invoiceNumber: '' },
  { reference, printingCompany: 'Drukker', diffuser: 'Bezorger', publisher: 'Uitgever' },
  { reference, firstTestDate: '2026-11-30', printingCompanyDate: null, diffuserDate: '2026-12-01' },
  { reference, deliveryDate: null },
  { reference, numberOfOffersSent: 3 },
  { reference, estimatedMinutes: 90 },
  { reference, estimatedMinutes: null, status: 2 },
  { reference, assignedUserIds: [] },
];
const statuses = Object.values(WorkOrderStatus);
const owners = ['assigned', 'colleagues', 'foreign', 'deleted'] as const;

test.each(['user', 'company', 'system'] as const)(
  'an order is changed on the fast path as with the lock, within %s',
  async (reach) => {
    const may = ['read', 'update'].map((verb) => `comceptum.workorders.${verb}.${reach}`);
    const user = await buildUser(app.db, { may, isProvider: reach === 'system' });
    const foreign = await buildUser(app.db);
    const caller = await createCallerLoader(app.db).load(user.id);
    if (!caller) throw new Error('no caller');
    const ctx = createContext(app.services, caller, 'comceptum.workorders.update', {
      language: 'nl',
      requestId: 'test',
    });

    let number = 500_000;
    /** Two orders that differ in nothing but their ids and numbers; what one way did with its own. */
    const outcomeOf = async (
      change: typeof update,
      owner: (typeof owners)[number],
      status: number,
      body: Body,
      sameAdministration: boolean,
    ) => {
      const { companyId } = owner === 'foreign' ? foreign : user;
      const own = (await buildAdministration(app.db, companyId, 'Hoofd')).id;
      const other = (await buildAdministration(app.db, companyId, 'Ander')).id;
      number += 1;
      const { id, yearNumber } = await buildOrder(app.db, {
        companyId,
        status,
        reference,
        number,
        administrationId: own,
        deliveryDate: '2026-12-24',
        ...(owner === 'assigned' ? { userIds: [user.id] } : {}),
      });
      const at = '2026-11-20T09:00:00Z';
      await app.db
        .updateTable('work_orders')
        .set({ updated_at: at, deleted_at: owner === 'deleted' ? at : null })
        .where('id', '=', id)
        .execute();
      const administrationId = sameAdministration ? own : other;
      const answer = await change(ctx, id, workOrders.update.parse({ ...body, administrationId })).catch(
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          return { refused: { ...error } };
        },
      );
      const rows = await app.db.selectFrom('work_orders').where('id', '=', id).selectAll().execute();
      const history = await app.db.selectFrom('history').where('entity_id', '=', id).selectAll().execute();
      return [id, own, other, yearNumber, ...history.map((entry) => entry.id)]
        .reduce((text, each) => text.replaceAll(each, '…'), JSON.stringify({ answer, rows, history }, sorted))
        .replaceAll(`"number":${number}`, '"number":0');
    };

    const cases = [
      ...owners.flatMap((owner) =>
        statuses.map((status) => ({ owner, status: 0, body: { reference, status } })),
      ),
      ...statuses.map((status) => ({
        owner: 'assigned' as const,
        status,
        body: { reference, status: 3 as const },
      })),
      ...bodies.map((body) => ({ owner: 'assigned' as const, status: 1, body })),
    ];
    for (const { owner, status, body } of cases)
      for (const sameAdministration of body === bodies[0] ? [true, false] : [true]) {
        const fast = await outcomeOf(update, owner, status, body, sameAdministration);
        const locked = await outcomeOf(updateWithLock, owner, status, body, sameAdministration);
        expect(fast, `${owner}, status ${status}, ${JSON.stringify(body)}`).toBe(locked);
      }
  },
);

// The order of the keys of an answer is no difference.
function sorted(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)))
    : value;
}
