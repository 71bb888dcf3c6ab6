import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { drainQueue } from '#server/features/documents/testing/queue.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import { xafIbans, xafOf } from '../../testing/xaf.ts';
import { chartImportJob, runChartImport } from './import-xaf.job.ts';
import { readXaf } from './read-xaf.ts';
import { XafBooks } from './xaf-books.ts';
import type { ImportKey } from './xaf.repository.ts';

describe('an audit file', () => {
  const own = { kvkNumber: '12345678', vatId: '' };
  async function read(text: string, pieceLength = 50) {
    const books = new XafBooks(own);
    const bytes = Buffer.from(text);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
    }
    await readXaf(pieces(), {
      onStart: (name, around) => books.start(name, around),
      onRecord: (record, around) => books.take(record, around),
      onPiece: async () => undefined,
    });
    return books;
  }

  test('gives the same in pieces of any length', async () => {
    const whole = await read(xafOf(), 1_000_000);
    const small = await read(xafOf(), 7);
    expect(small.bookings).toEqual(whole.bookings);
    expect(small.bookings[0]).toEqual({
      key: '2025/INK/1/2',
      creditorNumber: 'C1',
      invoiceNumber: 'F-1',
      bookedOn: '2025-01-15',
      account: '4520',
      costcenter: '110',
      vatCode: 'H',
      cents: 10_000,
      description: 'Factuur F-1',
    });
    expect(small.creditors.map(({ name }) => name)).toEqual([
      'Leverancier 1 & Zn',
      'Leverancier 2 & Zn',
      'Leverancier 3 & Zn',
    ]);
  });

  test('has VAT codes whose rates follow from the bookings, else from their names', async () => {
    const codes = (await read(xafOf())).vatCodes();
    expect(codes.map(({ code, rate, kind }) => [code, rate, kind])).toEqual([
      ['H', 2100, 'normal'],
      ['L', 900, 'normal'],
      ['V', 2100, 'reversed'],
    ]);
  });

  test.each<[string, string, string]>([
    ['of another version', xafOf({ version: '4.0' }), 'version'],
    ['that is something else', '<?xml version="1.0"?><invoice xmlns="urn:x"/>', 'not-xaf'],
    ['of another company by KvK', xafOf({ kvk: '87654321' }), 'other-company'],
    ['that names no number to compare', xafOf({ kvk: '', vatId: 'X' }), 'no-number'],
    ['that breaks off', xafOf().slice(0, -40), 'damaged'],
    ['without one of its bookings', xafOf().replace(/<transaction>.*?<\/transaction>/s, ''), 'damaged'],
    ['whose amounts are no numbers', xafOf().replace('<amnt>1', '<amnt>x'), 'damaged'],
    ['that is not well-formed', xafOf().replace('</header>', '</head>'), 'damaged'],
    [
      'with an entity of its own',
      xafOf()
        .replace('Holding', '&xxe;')
        .replace('?>', '?><!DOCTYPE a [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>'),
      'damaged',
    ],
  ])('%s is refused', async (_, text, code) => {
    await expect(read(text)).rejects.toThrow(code);
  });

  test('of 3.2.1, and in another encoding, is read as well', async () => {
    expect((await read(xafOf({ version: '3.2.1' }))).bookings).toHaveLength(6);
    const latin = xafOf().replace('UTF-8', 'ISO-8859-1').replace('Klant', 'Café');
    const books = new XafBooks(own);
    async function* pieces() {
      yield Buffer.from(latin, 'latin1');
    }
    await readXaf(pieces(), {
      onStart: (name, around) => books.start(name, around),
      onRecord: (record, around) => books.take(record, around),
      onPiece: async () => undefined,
    });
    expect(books.bookings).toHaveLength(6);
  });
});

describe('importing an audit file', () => {
  let world: TestApp;
  let keeper: TestClient;
  let id: string;
  beforeAll(async () => {
    world = await testApp();
    keeper = await world.asUser({ may: ['fmmodule.charts.read.company', 'fmmodule.charts.update.company'] });
    ({ id } = await buildAdministration(world.db, keeper.companyId, 'Holding'));
    await world.db
      .updateTable('administrations')
      .where('id', '=', id)
      .set({ kvk_number: '12345678' })
      .execute();
  });
  afterAll(() => world.close());

  const url = () => `/api/fmmodule/charts/${id}`;
  async function take(content: string) {
    const [payload, headers] = upload({ filename: 'boekjaar.xaf', content });
    const reply = await keeper.post(`${url()}/imports/xaf?filename=boekjaar.xaf`, payload, headers);
    expect(reply.statusCode).toBe(202);
    expect(reply.json().result).toMatchObject({ format: 'xaf', state: 'waiting' });
    await drainQueue(world.db, {
      [chartImportJob.name]: (key: ImportKey) => runChartImport(world.services, key, { isLastTry: true }),
    });
    return (await keeper.get(`${url()}/imports`)).json().result[0];
  }
  const rowsOf = (table: 'imported_bookings' | 'creditor_numbers' | 'creditor_accounts' | 'creditors') =>
    world.db.selectFrom(table).where('company_id', '=', keeper.companyId).selectAll().execute();

  test('fills the chart, the creditors and their accounts, and the bookings of before, once', async () => {
    const first = await take(xafOf());
    expect(first).toMatchObject({
      state: 'done',
      progress: 100,
      error: null,
      counts: {
        accounts: 7,
        costcenters: 1,
        journals: 1,
        vatCodes: 3,
        creditors: 3,
        bankAccounts: 3,
        bookings: 6,
      },
    });
    const entries = (await keeper.get(`${url()}/entries?kind=account`)).json().result;
    expect(entries).toContainEqual({ number: '1600', name: 'Crediteuren', isOpen: true, role: 'creditors' });
    expect(entries).toContainEqual({
      number: '1520',
      name: 'Te vorderen btw',
      isOpen: true,
      role: 'vatToReclaim',
    });
    expect((await keeper.get(`${url()}/vat-codes`)).json().result[0]).toMatchObject({
      code: 'H',
      isConfirmed: false,
      rates: [{ rate: 2100 }],
    });
    expect((await keeper.get(`${url()}/periods`)).json().result).toHaveLength(12);
    expect((await keeper.get(url())).json().result.unconfirmedVatCodes).toBe(3);
    expect((await rowsOf('creditor_accounts')).map((account) => [account['iban'], account['state']])).toEqual(
      expect.arrayContaining(xafIbans.map((iban) => [iban, 1])),
    );
    expect((await rowsOf('creditors')).map((creditor) => creditor['iban'])).toEqual([null, null, null]);

    const again = await take(xafOf());
    expect(again.counts).toEqual({
      accounts: 0,
      costcenters: 0,
      costUnits: 0,
      journals: 0,
      vatCodes: 0,
      creditors: 0,
      bankAccounts: 0,
      bookings: 0,
    });
    expect(await rowsOf('imported_bookings')).toHaveLength(6);
    expect((await take(xafOf({ year: 2024 }))).counts).toMatchObject({ creditors: 0, bookings: 6 });
  });

  test('that is damaged near its end, or of another company, changes nothing and says why', async () => {
    const before = (await rowsOf('imported_bookings')).length;
    const damaged = await take(xafOf({ year: 2023, purchases: 5000 }).slice(0, -60));
    expect(damaged).toMatchObject({
      state: 'refused',
      error: 'Dit auditbestand is niet heel; er is niets gewijzigd.',
    });
    const foreign = await take(xafOf({ year: 2022, kvk: '87654321' }));
    expect(foreign.error).toBe('Dit auditbestand is van een andere administratie: 87654321.');
    const newer = await take(xafOf({ version: '4.0' }));
    expect(newer.error).toContain('versie 4.0');
    expect(await rowsOf('imported_bookings')).toHaveLength(before);
  });
});
