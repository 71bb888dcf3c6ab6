import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, uploadUbl, type Work } from '#server/features/invoicing/testing/work.ts';

let now = testNow;
let world: TestApp;
let work: Work;
let user: TestClient;

const recognition = '/api/fmmodule/invoicerecognition';
const management = '/api/fmmanagement/documenten';
const may = [
  'fmmodule.documents.create.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoicerecognitiondata.read.company',
  'fmmodule.invoicerecognitiondata.update.company',
  'fmmanagement.documents.read.company',
  'fmmanagement.documents.update.company',
  'fmmanagement.documents.retry.company',
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
  user = await world.asUser({ may });
  await buildAdministration(world.db, user.companyId, 'Holding');
});

async function send(): Promise<string> {
  await uploadUbl(world, work, user, { number: '2026-0042' });
  const { result } = (await user.get(`${recognition}/unvalidated`)).json();
  return result[0].id;
}
const reject = (id: string, wrong?: string[]) =>
  user.put(`${recognition}/${id}`, { isValidated: true, isCorrect: false, ...(wrong ? { wrong } : {}) });
async function retry(): Promise<void> {
  expect((await user.post(`${management}/retryDocumentsThroughOcr`, { force: true })).statusCode).toBe(200);
  await work.run();
}
const record = async (id: string) => (await user.get(`${management}/${id}`)).json().result;
const invoices = async () => (await user.get('/api/fmmodule/invoices')).json().result;

describe('a rejected recognition', () => {
  test.each([[undefined], [['total']]])('(%j) does not come back by the retry', async (wrong) => {
    const id = await send();
    expect((await reject(id, wrong)).statusCode).toBe(200);
    await retry();
    expect(await record(id)).toMatchObject({ state: 'Onbekend', reasonCodes: ['rejected'] });
    expect((await user.get(`${recognition}/unvalidated`)).json().result).toEqual([]);
    expect(await invoices()).toEqual([]);
    await retry();
    expect(await record(id)).toMatchObject({ state: 'Onbekend' });
  });

  test('names the value that was wrong, before and after the retry', async () => {
    const id = await send();
    await reject(id, ['total', 'dueDate']);
    const sentence = 'De herkenning is afgekeurd. Fout: vervaldatum, totaal inclusief btw.';
    expect(await record(id)).toMatchObject({ reason: sentence });
    await retry();
    expect(await record(id)).toMatchObject({ reason: sentence });
  });

  test('goes on once a person has mended it, and may be read again then', async () => {
    const id = await send();
    await reject(id, ['total']);
    await user.put(`${management}/${id}`, { values: { total: { value: '1,00' } } });
    await work.run();
    expect(await record(id)).toMatchObject({ state: 'Herkend' });
    expect(await invoices()).toHaveLength(1);
  });

  test('waits for a verdict again when the rejection is taken back', async () => {
    const id = await send();
    await reject(id, ['total']);
    await user.post(`${recognition}/${id}/undo`, {});
    now = new Date(testNow.getTime() + 3_600_000);
    await reject(id, ['date']);
    await retry();
    expect(await record(id)).toMatchObject({ reason: 'De herkenning is afgekeurd. Fout: factuurdatum.' });
  });

  test('takes the names of values only', async () => {
    const id = await send();
    expect(await reject(id, ['colour'])).toBeProblem(400, 'validation', { wrong_0: ['not-a-choice'] });
  });
});
