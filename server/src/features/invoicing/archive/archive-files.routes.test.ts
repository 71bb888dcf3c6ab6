import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { openPaper } from '#server/platform/pdf/paper.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { buildInvoice } from '../testing/factories.ts';
import { buildPages } from '../testing/pages.ts';
import { makeArchiveFile, removeOldArchiveFiles, resumeArchiveFiles } from './archive-file.job.ts';

let now = testNow;
let world: TestApp;
let keeper: TestClient;
let invoice: Awaited<ReturnType<typeof buildInvoice>>;
let original: Buffer;

const url = '/api/fmmodule/archive-files';
const may = ['fmmodule.archive.read.company', 'fmmodule.archive.export.company'];
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const order = async (by: TestClient, body: object) => {
  const reply = await by.post(url, body);
  if (reply.statusCode !== 202) throw new Error(reply.body);
  return reply.json().result;
};
const made = async (by: TestClient, body: object) => {
  const { id } = await order(by, body);
  await makeArchiveFile(world.services, { companyId: by.companyId, fileId: id }, { isLastTry: true });
  return (await by.get(`${url}/${id}`)).json().result;
};
const unpacked = async (by: TestClient, id: string) =>
  unzipSync(new Uint8Array((await by.get(`${url}/${id}/file`)).rawPayload));
const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('utf8');

beforeAll(async () => {
  world = await testApp({ now: () => now });
  keeper = await world.asUser({ may });
  const { companyId } = keeper;
  const administrationId = (await buildAdministration(world.db, companyId, 'Wonen')).id;
  invoice = await buildInvoice(world.db, {
    companyId,
    administrationId,
    documentId: 'A/1',
    invoiceNumber: '=F-77',
    invoiceDate: '2026-02-03',
    creditor: 'Café "Łódź"; B.V.',
    status: 'Processed',
    lines: [{ userId: keeper.userId, sequence: 1, state: 'approved', decidedAt: '2026-02-05T10:00:00.000Z' }],
  });
  const paper = await openPaper({ title: 'Origineel', author: 'Bakker', language: 'nl', at: testNow });
  paper.pdf.font('regular').text('Het origineel', 56, 56);
  original = await paper.finish();
  const sha256 = await world.services.files.put(original);
  await world.db.updateTable('documents').set({ sha256 }).where('id', '=', invoice.documentKey).execute();
  await buildPages(world.db, companyId, invoice.documentKey, ['Het origineel']);
  await buildInvoice(world.db, { companyId, documentId: 'A-2', invoiceDate: '2026-03-01' });
  await buildInvoice(world.db, { companyId, documentId: 'A-3', invoiceDate: '2025-12-31' });
});
afterAll(() => world.close());

test('a period has its originals, audit pages, an index and the hash of each', async () => {
  const file = await made(keeper, { from: '2026-01-01', to: '2026-12-31' });
  expect(file).toMatchObject({
    state: 'done',
    invoiceCount: 2,
    doneCount: 2,
    filename: 'archief_2026-01-01_2026-12-31.zip',
    error: null,
  });
  const files = await unpacked(keeper, file.id);
  expect(Object.keys(files)).toEqual([
    'originelen/2026/A_1.pdf',
    'audit/2026/A_1.pdf',
    'audit/2026/A-2.pdf',
    'index.csv',
    'hashes.sha256',
  ]);
  expect(files['originelen/2026/A_1.pdf']).toEqual(new Uint8Array(original));
  const [, first, second] = text(files['index.csv']).split('\r\n');
  expect(first).toContain(`A/1;03-02-2026;"Café ""Łódź""; B.V.";'=F-77;Wonen;EUR;121,00;Verwerkt`);
  expect(first).toContain(`originelen/2026/A_1.pdf;${hashOf(original)}`);
  // Its bytes are nowhere: the index says so.
  expect(second).toContain(';ontbreekt;');
  const listed = text(files['hashes.sha256']).trim().split('\n');
  for (const line of listed) {
    const [hash, name] = line.split('  ');
    expect(hashOf(files[name ?? ''] ?? new Uint8Array())).toBe(hash);
  }
  expect(listed).toHaveLength(4);
});

test('an interrupted download goes on where it was', async () => {
  const { id } = await made(keeper, { from: '2026-01-01', to: '2026-12-31' });
  const all = await keeper.get(`${url}/${id}/file`);
  const etag = String(all.headers['etag']);
  expect(all.headers['accept-ranges']).toBe('bytes');
  const rest = await keeper.get(`${url}/${id}/file`, { range: 'bytes=1000-', 'if-range': etag });
  expect(rest.statusCode).toBe(206);
  expect(rest.headers['content-range']).toBe(
    `bytes 1000-${all.rawPayload.length - 1}/${all.rawPayload.length}`,
  );
  expect(rest.rawPayload).toEqual(all.rawPayload.subarray(1000));
  const middle = await keeper.get(`${url}/${id}/file`, { range: 'bytes=10-19' });
  expect(middle.rawPayload).toEqual(all.rawPayload.subarray(10, 20));
  const last = await keeper.get(`${url}/${id}/file`, { range: 'bytes=-5' });
  expect(last.rawPayload).toEqual(all.rawPayload.subarray(-5));
  const other = await keeper.get(`${url}/${id}/file`, { range: 'bytes=1000-', 'if-range': '"other"' });
  expect(other.statusCode).toBe(200);
  const beyond = await keeper.get(`${url}/${id}/file`, { range: `bytes=${all.rawPayload.length}-` });
  expect(beyond.statusCode).toBe(416);
});

test('an empty period is refused with a sentence', async () => {
  expect(await keeper.post(url, { from: '2020-01-01', to: '2020-12-31' })).toBeProblem(409, 'wrong-state');
  expect(await keeper.post(url, { from: '2026-02-01', to: '2026-01-01' })).toBeProblem(400, 'validation', {
    to: ['ends-before-start'],
  });
});

test('who is narrowed gets theirs, and not the file of somebody who is not', async () => {
  const narrow = await world.asUser({ companyId: keeper.companyId, may });
  const { id } = await made(keeper, { from: '2026-01-01', to: '2026-12-31' });
  const [wonen] = await world.db
    .selectFrom('administrations')
    .where('company_id', '=', keeper.companyId)
    .select('id')
    .execute();
  await world.db
    .insertInto('user_administrations')
    .values({ company_id: keeper.companyId, user_id: narrow.userId, administration_id: wonen?.id ?? '' })
    .execute();
  expect(await narrow.get(`${url}/${id}/file`)).toBeProblem(404, 'not-found');
  const own = await made(narrow, { from: '2026-01-01', to: '2026-12-31' });
  expect(own.invoiceCount).toBe(1);
  expect(Object.keys(await unpacked(narrow, own.id))).toContain('audit/2026/A_1.pdf');
});

test('staff see the files of the company that they name, or of their own', async () => {
  const staff = await world.asUser({
    isProvider: true,
    may: may.map((right) => right.replace('.company', '.system')),
  });
  const { id } = await made(keeper, { from: '2026-01-01', to: '2026-12-31' });
  const listed = async (by: TestClient, query = '') =>
    (await by.get(`${url}${query}`)).json().result.map((file: { id: string }) => file.id);
  expect(await listed(staff, `?companyId=${keeper.companyId}`)).toContain(id);
  expect(await listed(staff)).toEqual([]);
  expect(await listed(staff, '?companyId=x')).toEqual([]);
  expect(await listed(keeper, `?companyId=${staff.companyId}`)).toContain(id);
});

test('what a killed worker left is made again, and a file goes after a week', async () => {
  const { id } = await order(keeper, { from: '2026-01-01', to: '2026-12-31' });
  await world.db.updateTable('archive_files').set({ state: 1, done_count: 1 }).where('id', '=', id).execute();
  now = new Date(now.getTime() + 3_600_000);
  expect(await resumeArchiveFiles(world.services)).toBe(1);
  await makeArchiveFile(world.services, { companyId: keeper.companyId, fileId: id }, { isLastTry: false });
  expect((await keeper.get(`${url}/${id}`)).json().result.state).toBe('done');
  now = new Date(now.getTime() + 8 * 86_400_000);
  await removeOldArchiveFiles(world.services);
  expect((await keeper.get(`${url}/${id}`)).json().result.state).toBe('removed');
  expect(await keeper.get(`${url}/${id}/file`)).toBeProblem(404, 'not-found');
});

test('one invoice is a PDF of its pages and the audit page', async () => {
  const reply = await keeper.get(`/api/fmmodule/archive/${invoice.id}/pdf`);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-disposition']).toContain('factuur_A');
  const reader = startPdf();
  const pages: string[] = [];
  const document = await reader.open(reply.rawPayload);
  for (let page = 1; page <= document.pageCount; page += 1)
    pages.push((await document.text(page)).characters.join(''));
  await reader.close();
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Het origineel');
  for (const words of [
    'Auditpagina bij factuur =F-77',
    hashOf(original),
    'goedgekeurd',
    '05-02-2026',
    'Łódź',
  ])
    expect(pages[1]).toContain(words);
});
