import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { purgeTrash } from '#server/features/core/trash/purge.job.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { documentSlices } from '#server/features/documents/index.ts';
import { buildInvoice, type InvoiceSeed } from '../testing/factories.ts';
import { invoiceTrashHold } from './kept-until.ts';

let world: TestApp;
let staff: TestClient;
let companyId: string;
let administrationId: string;
const now = new Date('2026-11-24T13:05:00.000Z');

beforeAll(async () => {
  world = await testApp({ now: () => now });
  staff = await world.asUser({
    isProvider: true,
    may: [
      'fmmodule.invoices.read',
      'fmmodule.invoices.update',
      'fmmanagement.documents.delete',
      'core.administrations.update',
      'core.administrations.delete',
      'core.companies.delete',
    ].map((right) => `${right}.system`),
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  companyId = (await buildCompany(world.db)).id;
  administrationId = (await buildAdministration(world.db, companyId)).id;
});

const processed = (seed: Partial<InvoiceSeed> = {}) =>
  buildInvoice(world.db, {
    companyId,
    administrationId,
    status: 'Processed',
    approvalState: 'approved',
    ...seed,
  });
const url = () => `/api/core/companies/${companyId}/administrations/${administrationId}`;
const set = async (change: object) => {
  const { tag, name, coupling, kvkNumber, vatId, iban } = (await staff.get(url())).json().result;
  return staff.put(url(), { tag, name, coupling, kvkNumber, vatId, iban, ...change });
};
const keptUntil = async (id: string) =>
  (await staff.get(`/api/fmmodule/invoices/${id}`)).json().result.keptUntil;

test('an invoice is kept for seven years after its book year, from the moment it is Processed', async () => {
  const open = await buildInvoice(world.db, { companyId, administrationId, invoiceDate: '2026-03-01' });
  expect(await keptUntil(open.id)).toBeNull();
  expect(await keptUntil((await processed({ invoiceDate: '2026-03-01' })).id)).toBe('2033-12-31');
  expect(await keptUntil((await processed({ administrationId: null, invoiceDate: '2024-12-31' })).id)).toBe(
    '2031-12-31',
  );
});

test('a book year that begins in July ends in June', async () => {
  expect((await set({ firstMonth: 7 })).statusCode).toBe(200);
  expect(await keptUntil((await processed({ invoiceDate: '2026-06-30' })).id)).toBe('2033-06-30');
  expect(await keptUntil((await processed({ invoiceDate: '2026-07-01' })).id)).toBe('2034-06-30');
  expect(await set({ firstMonth: 1 })).toBeProblem(409, 'wrong-state');
  expect((await staff.get(url())).json().result.firstMonth).toBe(7);
});

test('real estate keeps for ten years at once, and that is not taken back', async () => {
  const { id } = await processed({ invoiceDate: '2026-03-01' });
  const mark = (isRealEstate: boolean) =>
    staff.post(`/api/fmmodule/invoices/${id}/real-estate`, { isRealEstate });
  expect((await mark(true)).json().result).toMatchObject({ isRealEstate: true, keptUntil: '2036-12-31' });
  const refused = await mark(false);
  expect(refused).toBeProblem(409, 'wrong-state');
  expect(refused.json().detail).toContain('31-12-2036');
  const open = await buildInvoice(world.db, { companyId, administrationId });
  for (const isRealEstate of [true, false])
    expect(
      (await staff.post(`/api/fmmodule/invoices/${open.id}/real-estate`, { isRealEstate })).statusCode,
    ).toBe(200);
});

test('an administration of real estate stays one while it has Processed invoices', async () => {
  expect((await set({ isRealEstate: true })).statusCode).toBe(200);
  expect((await set({ isRealEstate: false })).statusCode).toBe(200);
  expect((await set({ isRealEstate: true })).statusCode).toBe(200);
  const { id } = await processed({ invoiceDate: '2026-03-01' });
  expect(await keptUntil(id)).toBe('2036-12-31');
  const refused = await set({ isRealEstate: false });
  expect(refused).toBeProblem(409, 'wrong-state');
  expect(refused.json().detail).toContain('31-12-2036');
});

test('nobody deletes the document of a Processed invoice; the refusal names the day', async () => {
  const { documentKey } = await processed({ invoiceDate: '2026-03-01' });
  const refused = await staff.delete(`/api/fmmanagement/documenten/${documentKey}`);
  expect(refused).toBeProblem(409, 'cannot-be-deleted');
  expect(refused.json().detail).toContain('31-12-2033');
  expect(await staff.delete(url())).toBeProblem(409, 'in-use');
  expect(await staff.delete(`/api/core/companies/${companyId}`)).toBeProblem(409, 'in-use');
});

test('the nightly purge leaves it, and takes it when its days are over', async () => {
  const kept = await processed({ invoiceDate: '2026-03-01' });
  const over = await processed({ invoiceDate: '2018-03-01' });
  for (const { documentKey } of [kept, over])
    await world.db
      .updateTable('documents')
      .set({ deleted_at: '2026-01-01T00:00:00Z' })
      .where('company_id', '=', companyId)
      .where('id', '=', documentKey)
      .execute();
  const stays = await Promise.all(
    [kept, over].map(({ documentKey: id }) =>
      invoiceTrashHold(world.db, { entity: 'fmmodule.documents', id, companyId }, now),
    ),
  );
  expect(stays).toEqual([true, false]);
  await purgeTrash(world.services, documentSlices, [invoiceTrashHold]);
  const left = await world.db
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .where('id', '=', kept.documentKey)
    .select('id')
    .execute();
  expect(left).toHaveLength(1);
});
