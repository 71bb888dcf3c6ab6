import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedCouplings } from '#contract/invoicing/deliveries.ts';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildCreditor } from '../testing/creditors.ts';

let world: TestApp;
let keeper: TestClient;
let administrationId: string;

beforeAll(async () => {
  world = await testApp({ now: () => new Date('2026-11-21T13:05:00.000Z') });
  keeper = await world.asUser({
    may: [
      'fmmodule.deliverysettings.read.company',
      'fmmodule.deliverysettings.update.company',
      'fmmodule.charts.update.company',
    ],
  });
  administrationId = (await buildAdministration(world.db, keeper.companyId, 'Holding')).id;
});
afterAll(() => world.close());

const url = () => `/api/fmmodule/delivery-settings/${administrationId}`;
async function trial(coupling: string, kvk = '87654321') {
  await world.db
    .updateTable('administrations')
    .set({ coupling, kvk_number: kvk })
    .where('company_id', '=', keeper.companyId)
    .where('id', '=', administrationId)
    .execute();
  return keeper.get(`${url()}/trial`);
}
const settings = {
  isAutomatic: false,
  takenFrom: null,
  pace: 'hand',
  target: 'download',
  mailAddress: '',
  waitSeconds: 60,
  maxTries: 8,
};
// What a trial could leave behind.
const stored = async () => {
  const count = async (table: 'deliveries' | 'invoices' | 'documents' | 'history') =>
    (
      await world.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n;
  return Promise.all((['deliveries', 'invoices', 'documents', 'history'] as const).map(count));
};

test('every coupling gives an example of what it writes, and nothing of it is stored', async () => {
  await keeper.put(url(), { ...settings, journal: '60' });
  const before = await stored();
  for (const coupling of exportedCouplings) {
    const reply = await trial(coupling);
    expect([coupling, reply.statusCode]).toEqual([coupling, 200]);
    expect(reply.headers['content-disposition']).toContain('proef Holding');
    const isZip = reply.headers['content-type'] === 'application/zip';
    const files = isZip ? Object.values(unzipSync(reply.rawPayload)) : [reply.rawPayload];
    const text = files.map((bytes) => Buffer.from(bytes).toString('latin1')).join('\n');
    expect([coupling, text]).toEqual([coupling, expect.stringContaining('TEST-20261121')]);
  }
  expect(await stored()).toEqual(before);
});

test('it is written in the accounts of the administration, as its package calls them', async () => {
  const charts = `/api/fmmodule/charts/${administrationId}`;
  const account = (number: string, name: string, role = 'none') => ({ number, name, role });
  await keeper.put(`${charts}/entries`, {
    kind: 'account',
    entries: [
      account('0100', 'Inventaris'),
      account('1600', 'Crediteuren', 'creditors'),
      account('1525', 'Voorbelasting', 'vatToReclaim'),
      account('4310', 'Schoonmaak'),
    ],
  });
  await keeper.put(`${charts}/vat-codes`, {
    code: 'L',
    name: 'Laag',
    rates: [{ fromDay: '2019-01-01', rate: 900 }],
  });
  const creditor = await buildCreditor(world.db, { companyId: keeper.companyId, name: 'Bakker' });
  await keeper.put(`${url()}/codes`, { kind: 'creditor', codes: [{ ours: creditor.id, theirs: '20014' }] });
  await keeper.put(`${url()}/codes`, { kind: 'account', codes: [{ ours: '4310', theirs: '431000' }] });
  const { payload } = await trial('xml');
  expect(payload).toContain('<account>431000</account>');
  expect(payload).toContain('<account>1525</account>');
  expect(payload).toContain('<debit>9.00</debit>');
  expect(payload).toContain('<number>20014</number>');
});

test('what a delivery would be refused for refuses a trial, in the same words', async () => {
  await keeper.put(url(), { ...settings, journal: '' });
  const refused = await trial('exact');
  expect(refused).toBeProblem(409, 'wrong-state');
  expect(refused.json().detail).toContain('inkoopdagboek');
  expect((await trial('afas', '')).json().detail).toContain('KvK-nummer');
  expect((await trial('baan')).json().detail).toContain('nog geen aanlevering');
  const stranger = await world.asUser({ may: ['fmmodule.deliverysettings.read.company'] });
  expect(await stranger.get(`${url()}/trial`)).toBeProblem(404, 'not-found');
});
