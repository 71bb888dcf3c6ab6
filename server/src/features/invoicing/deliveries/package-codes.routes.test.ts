import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import { buildCreditor } from '../testing/creditors.ts';
import { buildInvoice } from '../testing/factories.ts';
import { startWork, type Work } from '../testing/work.ts';

let world: TestApp;
let work: Work;
let staff: TestClient;
let companyId: string;
let administrationId: string;

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  const rights = ['deliveries.read', 'deliveries.update', 'deliverysettings.read', 'deliverysettings.update'];
  staff = await world.asUser({
    isProvider: true,
    may: [...rights, 'invoices.read'].map((right) => `fmmodule.${right}.system`),
  });
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  companyId = (await buildCompany(world.db)).id;
  administrationId = (await buildAdministration(world.db, companyId, 'Holding')).id;
  await couplingIs('xml');
});

const couplingIs = (coupling: string) =>
  world.db
    .updateTable('administrations')
    .set({ coupling })
    .where('company_id', '=', companyId)
    .where('id', '=', administrationId)
    .execute();
const url = () => `/api/fmmodule/delivery-settings/${administrationId}`;
const resultOf = async (reply: ReturnType<TestClient['get']>) => (await reply).json().result;
const codes = (kind: string) => resultOf(staff.get(`${url()}/codes?kind=${kind}`));
const put = (kind: string, ...given: readonly (readonly [string, string])[]) =>
  staff.put(`${url()}/codes`, { kind, codes: given.map(([ours, theirs]) => ({ ours, theirs })) });
const send = (content: string) => {
  const [payload, headers] = upload({ filename: 'codes.csv', content });
  return staff.post(`${url()}/codes/file`, payload, headers);
};
const settings = {
  isAutomatic: false,
  takenFrom: null,
  pace: 'hand',
  target: 'download',
  mailAddress: '',
  waitSeconds: 0,
  maxTries: 8,
  journal: '60',
};

/** An approved invoice of a creditor, booked on an account, a cost centre and a VAT code of ours. */
async function approved(creditor?: { readonly id: string; readonly name: string }) {
  const { id } = await buildInvoice(world.db, {
    companyId,
    administrationId,
    status: 'ReadyForProcessing',
    approvalState: 'approved',
    decidedBy: { id: staff.userId, name: 'Sanne', at: '2026-11-20T09:00:00.000Z' },
    booking: [
      [12_100, 0],
      [0, 12_100],
    ],
  });
  await world.db
    .updateTable('invoice_lines')
    .set({ cost_center: 'KP1', vat_code: 'H', ledger_number: '4300', ledger_name: 'Onderhoud' })
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .where('line_number', '=', 1)
    .execute();
  await world.db
    .updateTable('invoice_lines')
    .set({ ledger_number: '1600', ledger_name: 'Crediteuren' })
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .where('line_number', '=', 2)
    .execute();
  if (creditor)
    await world.db
      .updateTable('invoices')
      .set({ creditor_id: creditor.id, creditor_name: creditor.name })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  return id;
}

async function deliver(): Promise<string> {
  await staff.post('/api/fmmodule/deliveries', { companyId, administrationId });
  await work.run();
  const all = await resultOf(
    staff.get('/api/fmmodule/deliveries', { $filter: "administration/name eq 'Holding'" }),
  );
  const { id } = all.find((row: { companyId: string }) => row.companyId === companyId);
  return id;
}
const find = (id: string) => resultOf(staff.get(`/api/fmmodule/deliveries/${id}`));

test('codes of the package are written over ours, and what was taken keeps its file', async () => {
  await approved();
  expect(await codes('account')).toMatchObject([
    { ours: '1600', theirs: '', invoiceCount: 1 },
    { ours: '4300', name: 'Onderhoud', theirs: '', invoiceCount: 1 },
  ]);
  const saved = await resultOf(put('account', ['4300', '430000'], ['9999', '99']));
  expect(saved.map(({ ours, theirs }: { ours: string; theirs: string }) => [ours, theirs])).toEqual([
    ['1600', ''],
    ['4300', '430000'],
    ['9999', '99'],
  ]);
  await put('costcenter', ['KP1', 'HQ']);
  await put('vatCode', ['H', '4']);
  const id = await deliver();
  const file = () => staff.get(`/api/fmmodule/deliveries/${id}/file`);
  const first = await file();
  expect(first.payload).toContain('<account>430000</account>');
  expect(first.payload).toContain('<costCentre>HQ</costCentre>');
  expect(first.payload).toContain('<vatCode>4</vatCode>');
  expect(first.payload).toContain('<account>1600</account>');
  await put('account', ['4300', '']);
  const mapped = (await codes('account')).filter(({ theirs }: { theirs: string }) => theirs !== '');
  expect(mapped).toMatchObject([{ ours: '9999', theirs: '99' }]);
  expect((await file()).rawPayload.equals(first.rawPayload)).toBe(true);
  const history = await world.db
    .selectFrom('history')
    .where('company_id', '=', companyId)
    .where('entity', '=', 'fmmodule.deliverysettings')
    .orderBy('id', 'desc')
    .select('changes')
    .executeTakeFirstOrThrow();
  expect(history.changes).toEqual({
    'packageCodes.account': { old: '4300: 430000', new: '4300: –' },
  });
});

test('where every code has to be mapped, what is not is named before anything is taken, and refused', async () => {
  const creditor = await buildCreditor(world.db, { companyId, name: 'Bakker' });
  await approved(creditor);
  expect(await resultOf(staff.get(`${url()}/obstacles`))).toEqual([]);
  expect((await staff.put(url(), { ...settings, requiresMapping: true })).statusCode).toBe(200);
  await put('account', ['1600', '16']);
  const reason = expect.stringContaining('nog niet gekoppeld');
  expect(await resultOf(staff.get(`${url()}/obstacles`))).toEqual([
    { kind: 'account', id: administrationId, name: '4300 Onderhoud', reason },
    { kind: 'costcenter', id: administrationId, name: 'KP1', reason },
    { kind: 'vatCode', id: administrationId, name: 'H', reason },
    { kind: 'creditor', id: creditor.id, name: 'Bakker', reason: expect.stringContaining('nummer') },
  ]);
  const id = await deliver();
  expect(await find(id)).toMatchObject({
    state: 'stopped',
    filename: '',
    error: reason,
    about: { kind: 'account', id: administrationId, name: '4300 Onderhoud' },
  });
  await put('account', ['4300', '43']);
  await put('costcenter', ['KP1', 'HQ']);
  await put('vatCode', ['H', '4']);
  await put('creditor', [creditor.id, '20014']);
  expect((await staff.post(`/api/fmmodule/deliveries/${id}/retry`)).statusCode).toBe(200);
  await work.run();
  expect(await find(id)).toMatchObject({ state: 'waiting', error: null });
  const { payload } = await staff.get(`/api/fmmodule/deliveries/${id}/file`);
  expect(payload).toContain('<number>20014</number>');
  // A file of accounts and cost centres asks for nothing else.
  await couplingIs('csv');
  await approved();
  await put('account', ['4300', '']);
  expect(await resultOf(staff.get(`${url()}/obstacles`))).toMatchObject([{ kind: 'account' }]);
});

test('all codes leave as a file, and come back from it with what a person filled in', async () => {
  const one = await buildCreditor(world.db, { companyId, name: 'Zö; "Bakker"', kvk: '12345678' });
  const two = await buildCreditor(world.db, { companyId, name: 'Zwart' });
  for (const creditor of [one, two]) await approved(creditor);
  const file = await staff.get(`${url()}/codes/file`);
  expect(file.headers['content-disposition']).toContain('Holding.csv');
  const rows = parse<Record<string, string>>(file.rawPayload, { delimiter: ';', columns: true, bom: true });
  expect(rows).toEqual([
    { Soort: 'Grootboekrekening', 'Onze code': '1600', Naam: 'Crediteuren', 'Code in het pakket': '' },
    { Soort: 'Grootboekrekening', 'Onze code': '4300', Naam: 'Onderhoud', 'Code in het pakket': '' },
    { Soort: 'Kostenplaats', 'Onze code': 'KP1', Naam: '', 'Code in het pakket': '' },
    { Soort: 'Btw-code', 'Onze code': 'H', Naam: '', 'Code in het pakket': '' },
    { Soort: 'Crediteur', 'Onze code': '12345678', Naam: 'Zö; "Bakker"', 'Code in het pakket': '' },
    { Soort: 'Crediteur', 'Onze code': two.id, Naam: 'Zwart', 'Code in het pakket': '' },
  ]);
  const filled = [
    'Soort;Onze code;Code in het pakket',
    'Grootboekrekening;4300;"43;""0"""',
    'cost centre;KP1;HQ',
    'Crediteur;12345678;20014',
    'Leverancier;Zwart;20015',
  ].join('\r\n');
  expect(await resultOf(send(filled))).toEqual({ changedCount: 4 });
  expect(await resultOf(send(filled))).toEqual({ changedCount: 0 });
  expect((await codes('account'))[1]).toMatchObject({ theirs: '43;"0"' });
  expect(await codes('creditor')).toMatchObject([{ theirs: '20014' }, { theirs: '20015' }]);
  // Two creditors change numbers with one another.
  const swapped = `Soort;Onze code;Code in het pakket\nCrediteur;${two.id};20014\nCrediteur;${one.id};20015`;
  expect(await resultOf(send(swapped))).toEqual({ changedCount: 2 });
});

test('a file with a wrong line stores nothing, and names each of them', async () => {
  const creditor = await buildCreditor(world.db, { companyId, name: 'Bakker' });
  await approved(creditor);
  await put('creditor', [creditor.id, '20014']);
  const other = await buildCreditor(world.db, { companyId, name: 'Zwart' });
  const reply = await send(
    [
      'Soort;Onze code;Code in het pakket',
      'Grootboekrekening;4300;43',
      'Iets;1;2',
      'Grootboekrekening;;2',
      'Grootboekrekening;4300;44',
      'Crediteur;Niemand;7',
      `Crediteur;${other.id};20014`,
      `Kostenplaats;KP1;${'x'.repeat(41)}`,
    ].join('\n'),
  );
  expect(reply).toBeProblem(400, 'validation');
  const lines: readonly string[] = reply.json().errors.file;
  expect(lines.map((line) => /\d+/.exec(line)?.[0])).toEqual(['3', '4', '5', '6', '8', '7']);
  expect((await codes('account'))[1]).toMatchObject({ ours: '4300', theirs: '' });
  expect((await send('Soort;Naam\nGrootboekrekening;x')).json().codes).toEqual({ file: ['column-missing'] });
});

test('one code says at its place what is wrong with it', async () => {
  const one = await buildCreditor(world.db, { companyId });
  const two = await buildCreditor(world.db, { companyId });
  await put('creditor', [one.id, '1']);
  expect((await put('creditor', [two.id, '1'])).json().codes).toEqual({ codes_0_theirs: ['taken'] });
  expect((await put('creditor', ['4300', '2'])).json().codes).toEqual({ codes_0_ours: ['unknown'] });
  expect((await put('account', ['1', '2'], ['1', '3'])).json().codes).toEqual({
    codes_1_ours: ['repeated'],
  });
  expect((await put('account', ['', '2'])).json().codes).toEqual({ codes_0_ours: ['required'] });
});

test('the codes of another company are nobody’s, and reading is not writing', async () => {
  const stranger = await world.asUser({
    may: ['fmmodule.deliverysettings.read.company', 'fmmodule.deliverysettings.update.company'],
  });
  expect(await stranger.get(`${url()}/codes`)).toBeProblem(404, 'not-found');
  expect(await stranger.get(`${url()}/codes/file`)).toBeProblem(404, 'not-found');
  expect(await stranger.get(`${url()}/obstacles`)).toBeProblem(404, 'not-found');
  const body = { kind: 'account', codes: [{ ours: '4300', theirs: '1' }] };
  expect(await stranger.put(`${url()}/codes`, body)).toBeProblem(404, 'not-found');
  const foreign = await buildCreditor(world.db, { companyId: stranger.companyId });
  expect((await put('creditor', [foreign.id, '1'])).json().codes).toEqual({ codes_0_ours: ['unknown'] });
  const reader = await world.asUser({ may: ['fmmodule.deliverysettings.read.company'] });
  const own = (await buildAdministration(world.db, reader.companyId)).id;
  expect((await reader.get(`/api/fmmodule/delivery-settings/${own}/codes`)).statusCode).toBe(200);
  expect(await reader.put(`/api/fmmodule/delivery-settings/${own}/codes`, body)).toBeProblem(
    403,
    'forbidden',
  );
});
