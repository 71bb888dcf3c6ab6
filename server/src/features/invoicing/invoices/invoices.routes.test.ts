import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '../testing/factories.ts';

let world: TestApp;
let user: TestClient;
let staff: TestClient;

const url = '/api/fmmodule/invoices';

beforeAll(async () => {
  world = await testApp();
  user = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  staff = await world.asUser({ isProvider: true, may: ['fmmodule.invoices.read.system'] });
  const other = await world.asUser({});
  const build = (seed: Partial<Parameters<typeof buildInvoice>[1]>) =>
    buildInvoice(world.db, { companyId: user.companyId, ...seed });
  await build({
    documentId: '2026-11-0010',
    creditor: 'Zandvliet',
    invoiceDate: '2026-11-03',
    totalInCents: 933_219,
    orderNumber: 'PO-2026/118',
    dueDate: '2026-12-03',
  });
  await build({
    documentId: '2026-11-0002',
    creditor: 'Bakker',
    invoiceDate: '2026-11-02',
    totalInCents: 200,
    description: 'Réparatie ketel',
    iban: 'NL91ABNA0417164300',
    kvk: '12345678',
  });
  await build({
    documentId: '2026-11-0100',
    creditor: 'aannemer 10',
    invoiceDate: '2026-11-01',
    totalInCents: -100,
    approvalState: 'onHold',
  });
  await build({
    documentId: '2026-11-0101',
    creditor: 'Aannemer 9',
    status: 'Duplicate',
    invoiceNumber: 'X 77',
  });
  await build({ documentId: '2026-11-0102', approvalState: 'rejected' });
  await build({ documentId: '2026-11-0103', status: 'ReadyForProcessing', approvalState: 'approved' });
  await build({ documentId: '2026-11-0104', status: 'Processed', approvalState: 'approved' });
  await build({ companyId: other.companyId, documentId: '2026-11-0001', creditor: 'Van een ander' });
});
afterAll(() => world.close());

const numbers = async (query: string, client = user): Promise<string[]> => {
  const reply = await client.get(`${url}${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json().result.map(({ documentId }: { documentId: string }) => documentId.slice(-4));
};
const filter = (text: string) => `?$filter=${encodeURIComponent(text)}`;

describe('the list', () => {
  test('has what waits for a decision, by document number, with the count of all', async () => {
    const reply = await user.get(`${url}?$top=250&$count=true&$orderby=documentId%20asc`);
    expect(reply.json().metadata).toEqual({ count: 4 });
    expect(reply.json().result.map(({ documentId }: { documentId: string }) => documentId)).toEqual([
      '2026-11-0002',
      '2026-11-0010',
      '2026-11-0100',
      '2026-11-0101',
    ]);
    expect(reply.json().result[0]).toEqual({
      id: expect.any(String),
      documentId: '2026-11-0002',
      companyId: user.companyId,
      invoiceNumber: expect.any(String),
      invoiceDate: '2026-11-02',
      creditor: { name: 'Bakker' },
      description: 'Réparatie ketel',
      currency: 'EUR',
      totalAmount: 200,
      statusValue: 'Concept',
      approvalState: 'pending',
      invoicePicture: null,
      warnings: [],
      paymentStatus: 'toPay',
      dueDate: null,
      administration: null,
      company: { name: expect.any(String) },
      approver: '',
      isOpened: false,
      mentionedBy: null,
      createdAt: '2026-11-20T09:00:00.000Z',
    });
  });

  test('comes in pages', async () => {
    expect(await numbers('?$top=2')).toEqual(['0002', '0010']);
    expect(await numbers('?$top=2&$skip=2')).toEqual(['0100', '0101']);
    const past = await user.get(`${url}?$skip=100&$count=true`);
    expect(past.json()).toEqual({ result: [], metadata: { count: 4 } });
  });

  test.each([
    ['documentId desc', ['0101', '0100', '0010', '0002']],
    ['creditor/name', ['0101', '0100', '0002', '0010']],
    ['creditor/name desc', ['0010', '0002', '0100', '0101']],
    ['invoiceDate', ['0100', '0002', '0101', '0010']],
    ['invoiceDate desc,documentId desc', ['0010', '0101', '0002', '0100']],
    ['totalAmount', ['0100', '0002', '0101', '0010']],
  ])('sorts by %s', async (order, expected) => {
    expect(await numbers(`?$orderby=${encodeURIComponent(order)}`)).toEqual(expected);
  });

  test('sorts the numbers inside document numbers by their value', async () => {
    const other = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
    for (const documentId of ['2026-11-10000', '2026-11-9999', '2026-2-0001'])
      await buildInvoice(world.db, { companyId: other.companyId, documentId });
    const reply = await other.get(url);
    expect(reply.json().result.map(({ documentId }: { documentId: string }) => documentId)).toEqual([
      '2026-2-0001',
      '2026-11-9999',
      '2026-11-10000',
    ]);
  });

  test.each([
    ['reparatie', ['0002']],
    ['KETEL bakker', ['0002']],
    ['x 77', ['0101']],
    ['0100', ['0100']],
    ['nergens', []],
    ['9.332,19', ['0010']],
    ['9332,19', ['0010']],
    ['9332.19', ['0010']],
    ['9,332.19', ['0010']],
    ['-1,00', ['0100']],
    ['03-11-2026', ['0010']],
    ['3-11-2026', ['0010']],
    ['2026-11-03', ['0010']],
    ['NL91 ABNA 0417 1643 00', ['0002']],
    ['nl91abna0417164300', ['0002']],
    ['12345678', ['0002']],
    ['po-2026/118', ['0010']],
    ['', ['0002', '0010', '0100', '0101']],
  ])('searches for %j', async (words, expected) => {
    expect(await numbers(`?query=${encodeURIComponent(words)}`)).toEqual(expected);
  });

  test.each([
    ["statusValue eq 'Duplicate'", ['0101']],
    ["approvalState in ('onHold')", ['0100']],
    ['totalAmount lt 0', ['0100']],
    ['invoiceDate ge 2026-11-03', ['0010']],
    ['totalAmount eq 933219', ['0010']],
    ['dueDate le 2026-12-03', ['0010']],
    ["iban eq 'NL91ABNA0417164300'", ['0002']],
    ["kvk eq '12345678'", ['0002']],
    ["startswith(orderNumber,'PO-2026')", ['0010']],
    ["contains(tolower(creditor/name),'aannemer')", ['0100', '0101']],
  ])('filters by %s', async (text, expected) => {
    expect(await numbers(filter(text))).toEqual(expected);
  });

  test.each([
    ['?$status=Concept', 'bad-query'],
    ['?$orderby=comments', 'bad-query'],
    ['?$top=251', 'bad-query'],
    [filter("supplierKey eq 'x'"), 'bad-query'],
    ['?status=Onzin', 'validation'],
    ['?status=Concept,Onzin', 'validation'],
  ] as const)('refuses %s', async (query, kind) => {
    expect(await user.get(`${url}${query}`)).toBeProblem(400, kind);
  });

  test('names the parameter with an unknown status, wherever it stands in it', async () => {
    for (const query of ['?status=Onzin', '?status=Concept,Onzin', '?status=Concept&status=Onzin']) {
      expect((await user.get(`${url}${query}`)).json()).toMatchObject({
        codes: { status: ['not-a-choice'] },
      });
    }
  });
});

describe('status=', () => {
  test.each([
    ['?status=ReadyForProcessing', ['0103']],
    ['?status=ReadyForProcessing,Processed', ['0103', '0104']],
    ['?status=ReadyForProcessing&status=Processed', ['0103', '0104']],
    ['?status=rejected', ['0102']],
    ['?status=rejected,Processed', ['0102', '0104']],
    ['?status=Concept', ['0002', '0010', '0100', '0102']],
    ['?status=', ['0002', '0010', '0100', '0101']],
  ])('%s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });
});

describe('staff', () => {
  test('see the invoices of all companies, or of one', async () => {
    expect(await numbers('?$top=1', staff)).toEqual(['0001']);
    expect(await numbers(`?companyId=${user.companyId}`, staff)).toEqual(['0002', '0010', '0100', '0101']);
    expect(await numbers('?companyId=00000000-0000-7000-8000-000000000000', staff)).toEqual([]);
    expect(await numbers('?companyId=geen-id', staff)).toEqual([]);
  });

  test('of a company only its own, whatever company is asked for', async () => {
    expect(await numbers(`?companyId=${staff.companyId}`)).toEqual([]);
  });

  test('the right to all companies counts for the provider’s people only', async () => {
    const pretender = await world.asUser({
      may: ['fmmodule.invoices.read.system'],
      companyId: user.companyId,
    });
    expect((await pretender.get(url)).statusCode).toBe(403);
  });
});

describe('one invoice', () => {
  test('comes whole, with its version', async () => {
    const administration = await buildAdministration(world.db, user.companyId, 'Zuid');
    const { id, documentKey } = await buildInvoice(world.db, {
      companyId: user.companyId,
      administrationId: administration.id,
      documentId: 'D-1',
      booking: [
        [100, 0],
        [0, 100],
      ],
      status: 'Processed',
    });
    const reply = await user.get(`${url}/${id}`);
    expect(reply.headers['etag']).toMatch(/^"1-[\w-]{22}"$/);
    expect(reply.json().result).toMatchObject({
      id,
      documentKey,
      administration: { id: administration.id, name: 'Zuid' },
      comments: '',
      commentsVersion: 0,
      booking: {
        lines: [
          {
            lineNumber: 1,
            ledger: { number: '4990', name: 'Overige kosten' },
            costcenter: '',
            debit: 100,
            credit: 0,
            description: '',
          },
          {
            lineNumber: 2,
            ledger: { number: '4990', name: 'Overige kosten' },
            costcenter: '',
            debit: 0,
            credit: 100,
            description: '',
          },
        ],
      },
      rowVersion: 1,
    });
  });

  test('of another company is as unknown as none', async () => {
    const stranger = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
    const { id } = await buildInvoice(world.db, {
      companyId: user.companyId,
      documentId: 'D-2',
      status: 'Processed',
    });
    const theirs = await stranger.get(`${url}/${id}`);
    const nobodys = await stranger.get(`${url}/00000000-0000-7000-8000-000000000000`);
    expect(theirs).toBeProblem(404, 'not-found');
    expect({ ...theirs.json(), instance: '' }).toEqual({ ...nobodys.json(), instance: '' });
    expect(await stranger.get(`${url}/geen-id`)).toBeProblem(404, 'not-found');
    expect((await staff.get(`${url}/${id}`)).statusCode).toBe(200);
  });

  test('without the right is forbidden, without a token refused', async () => {
    const other = await world.asUser({ may: ['fmmodule.documents.read.company'], companyId: user.companyId });
    expect(await other.get(url)).toBeProblem(403, 'forbidden');
    expect(await other.get(`${url}/00000000-0000-7000-8000-000000000000`)).toBeProblem(403, 'forbidden');
    expect(await world.anonymous.get(url)).toBeProblem(401, 'unauthenticated');
  });
});

describe('the export', () => {
  test('has the rows of the list, in its words and with the same filters', async () => {
    const reply = await user.get(`${url}/export?status=Processed`);
    expect(reply.statusCode).toBe(200);
    const [heads, ...lines] = reply.body.trim().split('\r\n');
    expect(heads).toContain('Documentnummer;Factuurnummer;Factuurdatum;Crediteur');
    const line = lines.find((one) => one.includes('2026-11-0104'));
    expect(line).toContain('Verwerkt;Goedgekeurd');
    expect(lines.filter((one) => !one.includes('Verwerkt'))).toEqual([]);
    const named = await user.get(`${url}/export?$filter=${encodeURIComponent("kvk eq '12345678'")}`);
    expect(named.body).toContain('Vervaldatum');
    expect(named.body).toContain(';12345678;NL91ABNA0417164300;');
    expect(named.body).not.toContain('PO-2026/118');
    const english = await user.get(`${url}/export`, { 'accept-language': 'en' });
    for (const head of ['Due date', 'KvK number', 'Order number', 'Company', 'Administration', 'Approver'])
      expect(english.body.split('\r\n')[0]).toContain(head);
    const all = await user.get(`${url}/export?$orderby=${encodeURIComponent('invoiceDate desc')}`);
    expect(all.body).not.toContain('2026-11-0001');
    expect(all.body.indexOf('2026-11-0010')).toBeLessThan(all.body.indexOf('2026-11-0002'));
  });
});

describe('history and the one search', () => {
  test('who may read an invoice reads its history, somebody else finds none', async () => {
    const { id } = (await user.get(url)).json().result[0];
    const asked = `/api/core/history?entity=fmmodule.invoices&entityId=${id}`;
    expect((await user.get(asked)).statusCode).toBe(200);
    const stranger = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
    expect(await stranger.get(asked)).toBeProblem(404, 'not-found');
  });

  test('an invoice is found by its words in every state, never that of another company', async () => {
    const hits = async (query: string) =>
      (await user.get(`/api/core/search?query=${encodeURIComponent(query)}`)).json().result;
    expect(await hits('0104')).toMatchObject([{ kind: 'fmmodule.invoices', parentId: null }]);
    expect((await hits('reparatie ketel'))[0].title).toBe('Bakker · 2026-11-0002');
    expect(await hits('van een ander')).toEqual([]);
  });
});
