import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { newId } from '#server/platform/db/ids.ts';
import { upload } from '../testing/upload.ts';
import './memory.tables.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let user: TestClient;

const recognition = '/api/fmmodule/invoicerecognition';
const board = '/api/fmmanagement/board/suppliers';
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.invoicerecognitiondata.read.company',
  'fmmodule.invoicerecognitiondata.update.company',
  'fmmanagement.board.read.company',
  'fmmanagement.board.update.company',
];

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  now = testNow;
  user = await member();
});

async function member(): Promise<TestClient> {
  const client = await world.asUser({ may });
  await buildAdministration(world.db, client.companyId, 'Holding');
  return client;
}

interface Bill {
  readonly code: string;
  readonly day: string;
  readonly delivered: string;
  readonly total: string;
}

/** The general rules take the day of delivery for the invoice's: its own has a label that nobody knows. */
function pdfOf({ code, day, delivered, total }: Bill): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const rows: readonly (readonly [string, string])[] = [
    ['Factuurnummer', code],
    ['Leverdatum', delivered],
    ['Geboekt', day],
    ['Steigerdelen en toebehoren', '12,50'],
    ['Totaal', total],
  ];
  pdf.fontSize(16).text('Dekker Steigers B.V.', 50, 50).fontSize(10);
  pdf.text('Werkweg 4, 8013 PK Zwolle', 50, 80).text('KvK 12345678', 50, 95);
  rows.forEach(([label, value], at) => pdf.text(label, 50, 200 + at * 20).text(value, 250, 200 + at * 20));
  pdf.end();
  return new Promise((resolve) => void pdf.on('end', () => resolve(Buffer.concat(parts))));
}

const bills: readonly Bill[] = [
  { code: 'ST-2026-0101', day: '03-11-2026', delivered: '28-10-2026', total: '121,00' },
  { code: 'ST-2026-0145', day: '07-11-2026', delivered: '01-11-2026', total: '345,67' },
  { code: 'ST-2026-0190', day: '09-11-2026', delivered: '02-11-2026', total: '88,20' },
];
const iso = (day = ''): string => day.split('-').toReversed().join('-');

/** Sends a bill and gives its document with the day that was read. */
async function send(at: number, client = user) {
  const bill = bills[at] ?? { code: '', day: '', delivered: '', total: '' };
  const [body, headers] = upload({ filename: `${bill.code}.pdf`, content: await pdfOf(bill) });
  const id: string = (await client.post('/api/fmmodule/documents', body, headers)).json().result[0].id;
  await work.run();
  const { properties } = (await client.get(`${recognition}/unvalidated/${id}`)).json().result;
  const date = properties.find((one: { property: string }) => one.property === 'date');
  return { id, date };
}

const correct = (id: string, property: string, value: string) =>
  user.put(`${recognition}/${id}/properties/${property}`, { value });
async function judge(id: string, isCorrect = true): Promise<void> {
  now = new Date(now.getTime() + 1000);
  const reply = await user.put(`${recognition}/${id}`, { isValidated: true, isCorrect });
  expect(reply.statusCode).toBe(200);
}

/** Corrects and confirms the first bill. */
async function taught(): Promise<string> {
  const { id, date } = await send(0);
  expect(date.value).not.toBe(iso(bills[0]?.day));
  await correct(id, 'creditor', 'Dekker Steigers B.V.');
  await correct(id, 'date', iso(bills[0]?.day));
  await judge(id);
  return id;
}
const supplierId = async (): Promise<string> => (await user.get(board)).json().result[0].id;
const memory = async () => (await user.get(`${board}/${await supplierId()}/memory`)).json().result;

describe('a correction', () => {
  test('is made once: the next document is read by it, with the reason; it can be looked at, tried and forgotten', async () => {
    const first = await taught();
    const next = await send(1);
    expect(next.date).toMatchObject({ value: iso(bills[1]?.day), reasons: ['memory:1'] });
    // One correction is not enough to take it as right unseen.
    expect(next.date.confidence).toBeLessThan(0.9);
    await judge(next.id);
    const known = await memory();
    expect(known.documentCount).toBe(2);
    expect(known.fields.find((one: { property: string }) => one.property === 'date')).toMatchObject({
      side: 'before',
      label: 'geboekt',
      shape: '##-##-####',
      documents: [{ id: next.id }, { id: first }],
      documentCount: 2,
      askedCount: 1,
      rightCount: 1,
    });
    const id = await supplierId();
    const trial = (await user.post(`${board}/${id}/memory/try`, {})).json().result;
    expect(trial.documents).toHaveLength(2);
    expect(
      trial.documents.flatMap((one: { fields: { property: string }[] }) =>
        one.fields.filter(({ property }) => property === 'date'),
      ),
    ).toMatchObject([
      { isRight: true, isRemembered: true },
      { isRight: true, isRemembered: true },
    ]);
    now = new Date(now.getTime() + 1000);
    const left = await user.post(`${board}/${id}/memory/forget`, { property: 'date' });
    const names = left.json().result.fields.map(({ property }: { property: string }) => property);
    expect(names).toContain('number');
    expect(names).not.toContain('date');
    const history = (await user.get(`/api/core/history?entity=fmmanagement.board&entityId=${id}`)).json()
      .result;
    expect(history[0]).toMatchObject({ verb: 'forget' });
    expect((await send(2)).date.value).not.toBe(iso(bills[2]?.day));
    await user.post(`${board}/${id}/memory/forget`, {});
    expect(await memory()).toMatchObject({ documentCount: 0, fields: [] });
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['an undone verdict', (id) => user.post(`${recognition}/${id}/undo`, {})],
    ['a rejection in its place', (id) => judge(id, false)],
    [
      'a duplicate',
      (id) => world.db.updateTable('documents').set({ is_duplicate: true }).where('id', '=', id).execute(),
    ],
    [
      'purging',
      async (id) => {
        await world.db.deleteFrom('invoices').where('document_id', '=', id).execute();
        return world.db.deleteFrom('documents').where('id', '=', id).execute();
      },
    ],
  ])('%s takes what was learnt with it', async (_, withdraw) => {
    const id = await taught();
    expect(await memory()).toMatchObject({ documentCount: 1 });
    await withdraw(id);
    expect(await memory()).toMatchObject({ documentCount: 0 });
  });

  test('teaches another company nothing', async () => {
    await taught();
    const supplier = await supplierId();
    const stranger = await member();
    expect((await send(1, stranger)).date.value).not.toBe(iso(bills[1]?.day));
    for (const reply of [
      await stranger.get(`${board}/${supplier}/memory`),
      await stranger.post(`${board}/${supplier}/memory/try`, {}),
      await stranger.post(`${board}/${supplier}/memory/forget`, {}),
    ])
      expect(reply).toBeProblem(404, 'not-found');
  });
});

test('a creditor that another was merged into has its memory, until they are taken apart', async () => {
  await taught();
  const [merged, into] = [await supplierId(), newId()];
  const codes = { kvk: null, vat_id: null, iban: null };
  await world.db
    .insertInto('creditors')
    .values({ company_id: user.companyId, id: into, name: 'Dekker', name_key: 'dekker', ...codes })
    .execute();
  const countOf = async () => (await user.get(`${board}/${into}/memory`)).json().result.documentCount;
  const merge = (target: string | null) =>
    world.db.updateTable('creditors').set({ merged_into: target }).where('id', '=', merged).execute();
  expect(await countOf()).toBe(0);
  await merge(into);
  expect(await countOf()).toBe(1);
  await merge(null);
  expect(await countOf()).toBe(0);
});

test('forgetting is for whoever may change the board', async () => {
  await taught();
  const supplier = await supplierId();
  const reader = await world.asUser({ may: ['fmmanagement.board.read.company'], companyId: user.companyId });
  expect(await reader.post(`${board}/${supplier}/memory/forget`, {})).toBeProblem(403, 'forbidden');
});

describe('a layout that staff share', () => {
  const staffMay = ['fmmanagement.board.read.system', 'fmmanagement.board.update.system'];

  /** The supplier, and staff who may share it. */
  async function shareable() {
    // Other companies of this file were taught the same.
    await world.db.deleteFrom('document_examples').execute();
    await taught();
    const staff = await world.asUser({ may: staffMay, isProvider: true });
    return { staff, url: `${board}/${await supplierId()}/memory/sharing` };
  }

  test('reads the first document of the supplier at another company, until it is taken back', async () => {
    const { staff, url } = await shareable();
    const before = (await staff.get(url)).json().result;
    expect(before).toMatchObject({ mayBeShared: true, sharedAt: null });
    expect(before.fields).toContainEqual({
      property: 'date',
      side: 'before',
      label: 'geboekt',
      isCommon: false,
      isShared: false,
    });
    const properties = before.fields.map(({ property }: { property: string }) => property);
    const shared = await staff.put(url, { properties });
    expect(shared.statusCode, shared.body).toBe(200);
    expect(shared.json().result.fields[0]).toMatchObject({ isShared: true });

    const other = await member();
    expect((await send(1, other)).date).toMatchObject({
      value: iso(bills[1]?.day),
      reasons: ['shared-layout'],
    });
    const history = await staff.get(
      `/api/core/history?entity=fmmanagement.board&entityId=${await supplierId()}`,
    );
    expect(history.json().result[0]).toMatchObject({ verb: 'share-layout' });

    const taken = await staff.put(url, { properties: [] });
    expect(taken.json().result).toMatchObject({ sharedAt: null });
    expect((await send(2, await member())).date.value).not.toBe(iso(bills[2]?.day));
  });

  test('says which labels another company learnt too', async () => {
    const { staff, url } = await shareable();
    const first = user;
    user = await member();
    await taught();
    user = first;
    const { fields } = (await staff.get(url)).json().result;
    expect(fields.find(({ property }: { property: string }) => property === 'date')).toMatchObject({
      isCommon: true,
    });
  });

  test('is the work of staff, of what was learnt, and of suppliers whose registration is known', async () => {
    const { staff, url } = await shareable();
    expect(await user.get(url)).toBeProblem(403, 'forbidden');
    expect(await user.put(url, { properties: ['date'] })).toBeProblem(403, 'forbidden');
    expect(await staff.put(url, { properties: ['dueDate'] })).toBeProblem(400, 'validation', {
      properties: ['unknown'],
    });
    const codes = { kvk: null, vat_id: null };
    await world.db.updateTable('creditors').set(codes).where('company_id', '=', user.companyId).execute();
    expect((await staff.get(url)).json().result).toMatchObject({ mayBeShared: false });
    expect(await staff.put(url, { properties: ['date'] })).toBeProblem(409, 'wrong-state');
    expect(await (await member()).get(url)).toBeProblem(404, 'not-found');
  });
});
