import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildInvoice, type InvoiceSeed } from '../testing/factories.ts';

let world: TestApp;
let user: TestClient;
let stranger: TestClient;

const rights = ['fmmodule.invoices.read.company', 'fmmodule.approvals.delete.company'];

beforeAll(async () => {
  world = await testApp();
  user = await world.asUser({ may: rights });
  stranger = await world.asUser({ may: rights });
});
afterAll(() => world.close());

const build = (...states: NonNullable<InvoiceSeed['lines']>[number]['state'][]) =>
  buildInvoice(world.db, {
    companyId: user.companyId,
    lines: states.map((state, at) => ({
      userId: user.userId,
      sequence: at + 1,
      state,
      ...(state === 'approved' ? { decidedAt: '2026-11-20T09:00:00.000Z' } : {}),
    })),
  });
const list = (invoiceId: string, client = user) =>
  client.get(`/api/fmmodule/approvals?invoiceId=${invoiceId}`);
const remove = (id: string | undefined, client = user) => client.delete(`/api/fmmodule/approvals/${id}`);
const states = async (invoiceId: string) =>
  (await list(invoiceId)).json().result.map(({ state }: { state: string }) => state);

describe('approval lines', () => {
  test('are listed in their order', async () => {
    const { id, lineIds } = await build('approved', 'pending');
    expect((await list(id)).json()).toMatchObject({
      result: [
        {
          id: lineIds[0],
          invoiceId: id,
          userId: user.userId,
          sequence: 1,
          state: 'approved',
          decidedAt: '2026-11-20T09:00:00.000Z',
          onBehalfOf: null,
          comment: '',
        },
        {
          id: lineIds[1],
          invoiceId: id,
          userId: user.userId,
          sequence: 2,
          state: 'pending',
          decidedAt: null,
          onBehalfOf: null,
          comment: '',
        },
      ],
    });
  });

  test('of another company are as unknown as of none', async () => {
    const { id, lineIds } = await build('pending', 'waiting');
    expect(await list(id, stranger)).toBeProblem(404, 'not-found');
    expect(await remove(lineIds[0], stranger)).toBeProblem(404, 'not-found');
    expect(await states(id)).toEqual(['pending', 'waiting']);
  });

  test('that are decided stay, with the sentence of §C6', async () => {
    const { id, lineIds } = await build('approved', 'pending');
    const reply = await user.delete(`/api/fmmodule/approvals/${lineIds[0]}`);
    expect(reply).toBeProblem(409, 'cannot-be-deleted');
    expect(reply.json().detail).toBe('Dit kan niet verwijderd worden!');
    expect(await states(id)).toEqual(['approved', 'pending']);
  });

  test('that were waited for make room for the next', async () => {
    const { id, lineIds } = await build('approved', 'pending', 'waiting', 'waiting');
    expect((await remove(lineIds[1])).statusCode).toBe(204);
    expect(await states(id)).toEqual(['approved', 'pending', 'waiting']);
    expect(await remove(lineIds[1])).toBeProblem(404, 'not-found');
  });

  test('that were still to come just go', async () => {
    const { id, lineIds } = await build('pending', 'waiting', 'waiting');
    await remove(lineIds[1]);
    expect(await states(id)).toEqual(['pending', 'waiting']);
  });

  test('that are the last open ones stay: nobody would decide any more', async () => {
    const { id, lineIds } = await build('approved', 'pending');
    expect(await remove(lineIds[1])).toBeProblem(409, 'cannot-be-deleted');
    expect(await states(id)).toEqual(['approved', 'pending']);
  });

  test('need a right of their own', async () => {
    const { lineIds } = await build('pending');
    const reader = await world.asUser({ may: ['fmmodule.invoices.read.company'], companyId: user.companyId });
    expect(await remove(lineIds[0], reader)).toBeProblem(403, 'forbidden');
  });
});

test('the people who may approve are those of the company with that right', async () => {
  const approver = await world.asUser({
    may: ['fmmodule.invoices.approve.company'],
    companyId: user.companyId,
    firstName: 'Bram',
    lastName: 'Vos',
  });
  await world.asUser({
    may: ['fmmodule.invoices.approve.company'],
    companyId: user.companyId,
    isActive: false,
  });
  await world.asUser({ may: ['fmmodule.invoices.approve.company'] });
  const expected = { result: [{ id: approver.userId, companyId: user.companyId, fullName: 'Bram Vos' }] };
  expect((await user.get('/api/fmmodule/companyusers')).json()).toEqual(expected);
  expect((await stranger.get(`/api/fmmodule/companyusers?companyId=${user.companyId}`)).json()).toEqual({
    result: [],
  });
  const staff = await world.asUser({ isProvider: true, may: ['fmmodule.invoices.read.system'] });
  expect((await staff.get(`/api/fmmodule/companyusers?companyId=${user.companyId}`)).json()).toEqual(
    expected,
  );
});
