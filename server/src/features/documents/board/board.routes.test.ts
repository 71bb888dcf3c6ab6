import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, uploadUbl, type Work } from '#server/features/invoicing/testing/work.ts';
import { newId } from '#server/platform/db/ids.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let user: TestClient;

const url = '/api/fmmanagement/board/suppliers';
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
  user = await world.asUser({ may });
  await buildAdministration(world.db, user.companyId, 'Holding');
});

async function send(number: string, kvk = '12345678'): Promise<string> {
  await uploadUbl(world, work, user, {
    number,
    kvk,
    supplier: kvk === '12345678' ? 'Bakker' : 'Visser',
    iban: null,
  });
  now = new Date(now.getTime() + 1000);
  const row = await world.db
    .selectFrom('documents')
    .where('company_id', '=', user.companyId)
    .orderBy('number', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
const judge = (id: string, isCorrect: boolean) =>
  user.put(`/api/fmmodule/invoicerecognition/${id}`, { isValidated: true, isCorrect });
const board = async () => (await user.get(`${url}?$count=true`)).json();

describe('the board of suppliers', () => {
  test('counts documents, verdicts and edits, and names the last failures', async () => {
    const [first, second, third] = [await send('A-1'), await send('A-2'), await send('A-3')];
    await send('V-1', '87654321');
    await judge(first, true);
    await user.put(`/api/fmmodule/invoicerecognition/${second}/properties/number`, { value: 'A-22' });
    await judge(second, true);
    await judge(third, false);
    const { result, metadata } = await board();
    expect(metadata).toEqual({ count: 2 });
    expect(result).toMatchObject([
      {
        name: 'Bakker',
        documentCount: 3,
        validatedCount: 3,
        positiveCount: 2,
        unchangedCount: 1,
        lastFailures: [{ id: third, documentId: '2026-11-0003', reason: 'De herkenning is afgekeurd.' }],
        isAutomatic: false,
        mayBeAutomatic: false,
        offReason: '',
      },
      {
        name: 'Visser',
        documentCount: 1,
        validatedCount: 0,
        positiveShare: null,
        unchangedShare: null,
        lastFailures: [],
      },
    ]);
    expect(result[0].positiveShare).toBeCloseTo(2 / 3);
    expect(result[0].unchangedShare).toBeCloseTo(1 / 3);
    const sorted = await user.get(`${url}?$orderby=documentCount asc&query=visser`);
    expect(sorted.json().result).toMatchObject([{ name: 'Visser' }]);
  });

  test('shows another company nothing', async () => {
    await send('A-1');
    const stranger = await world.asUser({ may });
    expect((await stranger.get(url)).json().result).toEqual([]);
  });
});

describe('the switch', () => {
  const set = async (isAutomatic: boolean) =>
    user.put(`${url}/${(await board()).result[0].id}`, { isAutomatic });

  test('can be turned on after three times positive without edits, and then asks for no verdict', async () => {
    for (const number of ['A-1', 'A-2']) await judge(await send(number), true);
    expect(await set(true)).toBeProblem(409, 'wrong-state');
    await judge(await send('A-3'), true);
    expect((await set(true)).json().result).toMatchObject({ isAutomatic: true, mayBeAutomatic: true });
    await send('A-4');
    expect((await user.get('/api/fmmodule/invoicerecognition/unvalidated')).json().result).toEqual([]);
    expect((await set(false)).json().result).toMatchObject({ isAutomatic: false, offReason: '' });
  });

  test('goes off by itself at a negative verdict, and says why', async () => {
    const ids = [await send('A-1'), await send('A-2'), await send('A-3'), await send('A-4')];
    for (const id of ids.slice(0, 3)) await judge(id, true);
    await set(true);
    await judge(ids[3] ?? '', false);
    expect((await board()).result[0]).toMatchObject({
      isAutomatic: false,
      mayBeAutomatic: false,
      offReason: 'negative-verdict',
    });
  });
});

test('the board of triggers has the general ones and one’s own, over one’s own documents', async () => {
  const [general, theirs] = [newId(), newId()];
  const stranger = await world.asUser({ may });
  const texts = { keywords: 'x', factuurnummer: '', factuurdatum: '', totaalbedrag: '', creditmodifier: '' };
  const audit = {
    created_by: null,
    updated_by: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    deleted_at: null,
    deleted_by: null,
  };
  await world.db
    .insertInto('triggers')
    .values([
      { id: general, company_id: null, naam: 'Algemeen', ...texts, ...audit },
      { id: theirs, company_id: stranger.companyId, naam: 'Van hen', ...texts, ...audit },
    ])
    .execute();
  const id = await send('A-1');
  await world.db.updateTable('documents').set({ trigger_id: general }).where('id', '=', id).execute();
  await judge(id, true);
  const mine = (await user.get('/api/fmmanagement/board/triggers')).json().result;
  expect(mine).toMatchObject([
    { id: general, name: 'Algemeen', documentCount: 1, positiveShare: 1, unchangedShare: 1 },
  ]);
  const other = (await stranger.get('/api/fmmanagement/board/triggers?$orderby=name')).json().result;
  expect(other).toMatchObject([{ name: 'Algemeen', documentCount: 0 }, { name: 'Van hen' }]);
});
