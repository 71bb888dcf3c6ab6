import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { upload } from '#server/features/documents/testing/upload.ts';

let world: TestApp;
let keeper: TestClient;
let id: string;
let url: string;

beforeAll(async () => {
  world = await testApp();
  keeper = await world.asUser({ may: ['fmmodule.charts.read.company', 'fmmodule.charts.update.company'] });
  ({ id } = await buildAdministration(world.db, keeper.companyId, 'Holding'));
  url = `/api/fmmodule/charts/${id}`;
});
afterAll(() => world.close());

const save = (kind: string, entries: object[]) => keeper.put(`${url}/entries`, { kind, entries });
const entries = async (kind = 'account') => (await keeper.get(`${url}/entries?kind=${kind}`)).json().result;
const csv = (format: string, content: string) => {
  const [payload, headers] = upload({ filename: 'schema.csv', content });
  return keeper.post(`${url}/imports/csv?format=${format}&filename=schema.csv`, payload, headers);
};

describe('a chart', () => {
  test('is of an administration: entries are added and changed by number, and a role is of one of them', async () => {
    await save('account', [
      { number: '1600', name: 'Crediteuren', role: 'creditors' },
      { number: '4310', name: 'Schoonmaak' },
    ]);
    await save('account', [{ number: '1610', name: 'Crediteuren nieuw', role: 'creditors' }]);
    expect(await entries()).toEqual([
      { number: '1600', name: 'Crediteuren', isOpen: true, role: 'none' },
      { number: '1610', name: 'Crediteuren nieuw', isOpen: true, role: 'creditors' },
      { number: '4310', name: 'Schoonmaak', isOpen: true, role: 'none' },
    ]);
    expect((await keeper.delete(`${url}/entries?kind=account&number=1600`)).statusCode).toBe(204);
    expect(await keeper.delete(`${url}/entries?kind=account&number=1600`)).toBeProblem(404, 'not-found');
    const [row] = (await keeper.get('/api/fmmodule/charts')).json().result;
    expect(row).toMatchObject({ id, accounts: 2, administration: { name: 'Holding' } });
    const history = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .where('entity', '=', 'fmmodule.charts')
      .orderBy('id', 'desc')
      .select('changes')
      .executeTakeFirstOrThrow();
    expect(history.changes).toMatchObject({ account: { old: '1600 Crediteuren', new: '' } });
  });

  test('refuses the same number twice and a role that its kind does not have', async () => {
    const reply = await save('journal', [
      { number: 'INK', name: 'Inkoop', role: 'creditors' },
      { number: 'INK', name: 'Inkoop' },
    ]);
    expect(reply.json().codes).toEqual({ entries_0_role: ['not-a-choice'], entries_1_number: ['repeated'] });
  });

  test('has VAT codes with rates by date, on accounts that it has', async () => {
    const code = {
      code: 'H21',
      name: 'Hoog',
      accountNumber: '1520',
      rates: [
        { fromDay: '2001-01-01', rate: 1900 },
        { fromDay: '2012-10-01', rate: 2100 },
      ],
    };
    const put = (body: object) => keeper.put(`${url}/vat-codes`, body);
    expect((await put(code)).json().codes).toEqual({ account_number: ['unknown'] });
    await save('account', [{ number: '1520', name: 'Btw' }]);
    expect((await put(code)).json().result).toMatchObject([
      { code: 'H21', isConfirmed: true, rates: [{ rate: 2100 }, { rate: 1900 }] },
    ]);
    expect((await keeper.delete(`${url}/vat-codes?code=H21`)).statusCode).toBe(204);
  });

  test('has periods of a book year, that are opened and closed', async () => {
    await world.db.updateTable('administrations').where('id', '=', id).set({ first_month: 7 }).execute();
    const reply = await keeper.put(`${url}/periods`, { year: 2026, closed: [1, 2] });
    expect(reply.json().result).toHaveLength(12);
    expect(reply.json().result.slice(0, 3)).toEqual([
      { year: 2026, period: 1, fromDay: '2026-07-01', untilDay: '2026-07-31', isClosed: true },
      { year: 2026, period: 2, fromDay: '2026-08-01', untilDay: '2026-08-31', isClosed: true },
      { year: 2026, period: 3, fromDay: '2026-09-01', untilDay: '2026-09-30', isClosed: false },
    ]);
    const open = await keeper.put(`${url}/periods`, { year: 2026, closed: [1] });
    expect(open.json().result[1].isClosed).toBe(false);
  });

  test('is changed only with the right to do so', async () => {
    const reader = await world.asUser({ may: ['fmmodule.charts.read.company'], companyId: keeper.companyId });
    expect((await reader.get(`${url}/vat-codes`)).statusCode).toBe(200);
    expect(await reader.put(`${url}/periods`, { year: 2026, closed: [] })).toBeProblem(403, 'forbidden');
  });
});

describe('a CSV file', () => {
  test('adds and changes entries, says how many, and keeps the roles', async () => {
    await save('account', [{ number: '1700', name: 'Btw af te dragen', role: 'vatToPay' }]);
    const reply = await csv('csv-accounts', 'Nummer;Naam;Open\r\n1700;Btw te betalen;ja\r\n4999;Oud;nee\r\n');
    expect(reply.json().result).toMatchObject({ state: 'done', counts: { account: 2 }, error: null });
    expect(await entries()).toEqual(
      expect.arrayContaining([
        { number: '1700', name: 'Btw te betalen', isOpen: true, role: 'vatToPay' },
        { number: '4999', name: 'Oud', isOpen: false, role: 'none' },
      ]),
    );
    expect((await csv('csv-accounts', 'Nummer;Naam\r\n4999;Oud\r\n')).json().result.counts).toEqual({
      account: 0,
    });
    expect((await keeper.get(`${url}/imports`)).json().result).toHaveLength(2);
  });

  test('with a wrong line stores nothing, and says every one by line and column', async () => {
    const reply = await csv(
      'csv-cost-centres',
      'Code;Omschrijving;Actief\r\n110;Hoofdkantoor;misschien\r\n;Leeg;ja\r\n',
    );
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().errors.file).toEqual([
      expect.stringMatching(/^Regel 2, Actief: /),
      expect.stringMatching(/^Regel 3, Code: /),
    ]);
    expect(await entries('costcenter')).toEqual([]);
    expect((await csv('csv-cost-centres', 'Code\r\n110\r\n')).json().codes).toEqual({
      file: ['column-missing'],
    });
  });

  test('of VAT codes has a line for each rate', async () => {
    const reply = await csv(
      'csv-vat-codes',
      'Code;Naam;Percentage;Vanaf;Soort\r\nH;Hoog;19%;01-01-2001;\r\nH;Hoog;21%;01-10-2012;\r\nV;Verlegd;21;;verlegd\r\n',
    );
    expect(reply.json().result.counts).toEqual({ vatCodes: 2 });
    expect((await keeper.get(`${url}/vat-codes`)).json().result).toMatchObject([
      { code: 'H', kind: 'normal', rates: [{ fromDay: '2012-10-01', rate: 2100 }, { rate: 1900 }] },
      { code: 'V', kind: 'reversed', rates: [{ fromDay: '1990-01-01' }] },
    ]);
  });
});
