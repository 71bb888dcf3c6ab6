import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { buildCreditor } from '../testing/creditors.ts';
import { buildInvoice } from '../testing/factories.ts';
import { startWork, type Work } from '../testing/work.ts';
import { collect } from './collect.job.ts';
import { deliver } from './deliver.job.ts';
import { writeFiles } from './file-store.ts';
import { folderStore } from './folder-target.ts';
import { beginAttempt, lock } from './deliveries.repository.ts';

let root: string;
let world: TestApp;
let work: Work;
let staff: TestClient;
let companyId: string;
let administrationId: string;
let now = new Date('2026-11-21T13:05:00.000Z');
let sent: MailMessage[];
let mailFails: Error | undefined;

const url = '/api/fmmodule/deliveries';
const settingsUrl = () => `/api/fmmodule/delivery-settings/${administrationId}`;
const settings = {
  isAutomatic: true,
  takenFrom: null,
  pace: 'alone',
  target: 'mail',
  mailAddress: 'boek@pakket.example',
  waitSeconds: 60,
  maxTries: 2,
  journal: '60',
};

beforeAll(async () => {
  const mail = {
    async send(message: MailMessage) {
      if (mailFails) throw mailFails;
      sent.push(message);
    },
  };
  root = await mkdtemp(join(tmpdir(), 'balie-deliveries-'));
  world = await testApp({ now: () => now, mail, deliveryFolders: { afas: root } });
  work = startWork(world.services);
  staff = await world.asUser({
    isProvider: true,
    may: [
      'deliveries.read',
      'deliveries.update',
      'deliverysettings.read',
      'deliverysettings.update',
      'invoices.read',
      'invoices.approve',
    ]
      .map((right) => `fmmodule.${right}.system`)
      .concat('core.administrations.delete.system'),
    firstName: 'Bea',
    lastName: 'Heer',
  });
});
afterAll(async () => {
  await work.close();
  await world.close();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  sent = [];
  mailFails = undefined;
  companyId = (await buildCompany(world.db)).id;
  administrationId = await administrationOf('csv');
});

/** An administration of the company with this coupling; gives its id. */
async function administrationOf(coupling: string): Promise<string> {
  const { id } = await buildAdministration(world.db, companyId);
  await world.db
    .updateTable('administrations')
    .set({ coupling })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  return id;
}
const approved = (at = '2026-11-20T09:00:00.000Z') =>
  buildInvoice(world.db, {
    companyId,
    administrationId,
    status: 'ReadyForProcessing',
    approvalState: 'approved',
    decidedBy: { id: staff.userId, name: 'Sanne', at },
    booking: [
      [12_100, 0],
      [0, 12_100],
    ],
  });
const invoice = async (id: string) => (await staff.get(`/api/fmmodule/invoices/${id}`)).json().result;
const listed = async () =>
  (await staff.get(url, { $filter: `administration/name ne 'x'` }))
    .json()
    .result.filter((row: { companyId: string }) => row.companyId === companyId);
const find = async (id: string) => (await staff.get(`${url}/${id}`)).json().result;
const automatic = async (change: object = {}) => {
  expect((await staff.put(settingsUrl(), { ...settings, ...change })).statusCode).toBe(200);
};
const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const collectAndWork = async () => {
  await collect(world.services);
  await work.run();
};

describe('by hand', () => {
  test('a delivery is fetched, and counts as delivered when all of it was', async () => {
    const { id } = await approved();
    const reply = await staff.post(url, { companyId, administrationId });
    expect(reply.json().result).toEqual({ invoiceCount: 1, deliveryCount: 1 });
    await work.run();
    const [row] = await listed();
    expect(row).toMatchObject({ state: 'waiting', coupling: 'csv', target: 'download', version: 1 });
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing' });
    // Taken, so nobody can withdraw it, and no second delivery takes it.
    expect(await staff.post(`/api/fmmodule/invoices/${id}/withdraw`)).toBeProblem(409, 'wrong-state');
    expect((await staff.post(url, { companyId, administrationId })).json().result.invoiceCount).toBe(0);

    const file = await staff.get(`${url}/${row.id}/file`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    await expect.poll(async () => (await find(row.id)).state).toBe('delivered');
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
    const again = await staff.get(`${url}/${row.id}/file`);
    expect(again.rawPayload.equals(file.rawPayload)).toBe(true);
    expect((await find(row.id)).attempts).toHaveLength(1);
  });

  test('an administration with an open delivery cannot be deleted', async () => {
    await approved();
    await staff.post(url, { companyId, administrationId });
    const reply = await staff.delete(`/api/core/companies/${companyId}/administrations/${administrationId}`);
    expect(reply).toBeProblem(409, 'in-use');
  });

  test('a coupling without exporter says so', async () => {
    administrationId = await administrationOf('baan');
    const { id } = await approved();
    expect(await staff.post(url, { companyId, administrationId })).toBeProblem(409, 'wrong-state');
    expect(await staff.put(settingsUrl(), settings)).toBeProblem(409, 'wrong-state');
    expect((await staff.get(settingsUrl())).json().result).toMatchObject({
      hasExporter: false,
      readyCount: 1,
    });
    expect(await invoice(id)).toMatchObject({
      statusValue: 'ReadyForProcessing',
      exportError: expect.stringContaining('nog geen aanlevering'),
    });
  });
});

describe('by itself', () => {
  test('is off until somebody switches it on, and takes nothing that may still be undone', async () => {
    const { id } = await approved();
    await collectAndWork();
    expect(await listed()).toEqual([]);
    await automatic();
    const { id: fresh } = await approved('2026-11-21T13:04:30.000Z');
    await collectAndWork();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'boek@pakket.example' });
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
    expect(await invoice(fresh)).toMatchObject({ statusValue: 'ReadyForProcessing' });
    minutesLater(2);
    await collectAndWork();
    expect(await invoice(fresh)).toMatchObject({ statusValue: 'Processed' });
    const receipts = (await listed()).map(({ state, tries }: { state: string; tries: number }) => [
      state,
      tries,
    ]);
    expect(receipts).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
  });

  test('leaves what was approved before the chosen moment', async () => {
    const { id } = await approved('2026-11-20T09:00:00.000Z');
    await automatic({ takenFrom: '2026-11-21T00:00:00.000Z' });
    await collectAndWork();
    expect(sent).toEqual([]);
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing' });
  });

  test('a target that refuses is tried again later, stops, and goes on by a click', async () => {
    const { id } = await approved();
    await automatic();
    mailFails = Object.assign(new Error('no'), { responseCode: 550, response: '550 unknown user' });
    await collectAndWork();
    const [row] = await listed();
    expect(row).toMatchObject({ state: 'failed', tries: 1, error: 'De ontvanger heeft het geweigerd.' });
    expect(await invoice(id)).toMatchObject({
      statusValue: 'ReadyForProcessing',
      exportError: 'De ontvanger heeft het geweigerd.',
    });
    await collectAndWork();
    expect((await find(row.id)).tries).toBe(1);
    minutesLater(1);
    await collectAndWork();
    expect(await find(row.id)).toMatchObject({
      state: 'stopped',
      tries: 2,
      attempts: [{ outcome: 'refused', receipt: '550 unknown user' }, { outcome: 'refused' }],
    });
    mailFails = undefined;
    minutesLater(60);
    await collectAndWork();
    expect(sent).toEqual([]);
    expect((await staff.post(`${url}/${row.id}/retry`)).statusCode).toBe(200);
    await work.run();
    expect(await find(row.id)).toMatchObject({ state: 'delivered', tries: 3, error: null });
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed', exportError: null });
  });

  test('an interruption behind the attempt is perhaps delivered: nothing is sent twice without a person', async () => {
    const { id } = await approved();
    await automatic();
    await collect(world.services);
    const [row] = await listed();
    const key = { companyId, id: row.id };
    // The process dies with the attempt stored and nothing known of it.
    await world.db.transaction().execute(async (tx) => {
      const locked = await lock(tx, key);
      if (locked) await beginAttempt(tx, locked, now);
    });
    await deliver(world.services, key);
    minutesLater(15);
    await collectAndWork();
    expect(sent).toEqual([]);
    expect(await find(row.id)).toMatchObject({ state: 'perhaps' });
    expect(await staff.post(`${url}/${row.id}/retry`)).toBeProblem(409, 'wrong-state');
    expect(await staff.post(`${url}/${row.id}/release`, { reason: 'x' })).toBeProblem(409, 'wrong-state');
    const again = await staff.post(`${url}/${row.id}/again`, { reason: 'De ontvanger heeft niets' });
    expect(again.json().result).toMatchObject({
      version: 2,
      replaces: row.id,
      reason: 'De ontvanger heeft niets',
    });
    await work.run();
    expect(sent).toHaveLength(1);
    expect(await find(row.id)).toMatchObject({ state: 'replaced' });
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
  });

  test('a person says that it arrived', async () => {
    const { id } = await approved();
    await automatic();
    mailFails = Object.assign(new Error('cut'), { command: 'DATA' });
    await collectAndWork();
    const [row] = await listed();
    expect(row.state).toBe('perhaps');
    await staff.post(`${url}/${row.id}/arrived`);
    expect(await find(row.id)).toMatchObject({ state: 'delivered' });
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
  });

  test('what lacks for the package is named at the invoice, and mended by making a new file', async () => {
    administrationId = await administrationOf('snelstart_online');
    const { id } = await approved();
    await automatic();
    await collectAndWork();
    const [row] = await listed();
    expect(row).toMatchObject({ state: 'stopped', tries: 0, filename: '' });
    expect(row.error).toContain('crediteur');
    // The creditor of the test's invoices is not known: the name alone.
    expect(await find(row.id)).toMatchObject({ about: null });
    expect(await invoice(id)).toMatchObject({ exportError: row.error });
    await staff.post(`${url}/${row.id}/release`, { reason: 'eerst het nummer' });
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing', exportError: null });
  });

  test('a trial delivers and leaves the invoices as they are', async () => {
    administrationId = await administrationOf('dummy');
    const { id } = await approved();
    await automatic();
    await collectAndWork();
    expect((await listed())[0]).toMatchObject({ state: 'delivered' });
    expect(await invoice(id)).toMatchObject({ statusValue: 'ReadyForProcessing' });
  });
});

describe('as UBL', () => {
  test('an e-invoice goes on byte by byte, or is written anew with what is different', async () => {
    administrationId = await administrationOf('ubl');
    const one = await approved();
    const source = Buffer.from(ublOf({ number: 'E-1' }));
    const sha256 = await world.services.files.put(source);
    await world.db
      .updateTable('documents')
      .set({ mime: 'application/xml', sha256 })
      .where('company_id', '=', companyId)
      .where('id', '=', one.documentKey)
      .execute();
    await world.db
      .updateTable('invoices')
      .set({ invoice_number: 'E-1', iban: 'NL91ABNA0417164300' })
      .where('company_id', '=', companyId)
      .where('id', '=', one.id)
      .execute();
    await automatic({ target: 'download' });
    await collectAndWork();
    const [first] = await listed();
    const file = await staff.get(`${url}/${first.id}/file`);
    expect(Buffer.from(file.rawPayload).equals(source)).toBe(true);
    expect((await find(first.id)).invoices[0].eInvoice).toEqual({
      passedOn: 'unchanged',
      sha256,
      // As it came: the supplier's own file follows no standard.
      verdict: 'invalid',
      differences: [],
    });
    await world.db
      .updateTable('invoices')
      .set({ total_in_cents: 12_000 })
      .where('company_id', '=', companyId)
      .where('id', '=', one.id)
      .execute();
    await staff.post(`${url}/${first.id}/again`, { reason: 'bedrag' });
    await work.run();
    const again = (await listed()).find(({ version }: { version: number }) => version === 2);
    expect((await find(again.id)).invoices[0].eInvoice).toMatchObject({
      passedOn: 'rewritten',
      differences: [{ field: 'total', approved: '120.00', original: '121.00' }],
    });
  });

  test('what waits and lacks something for EN 16931 is named before it leaves', async () => {
    administrationId = await administrationOf('ubl');
    await approved();
    await approved();
    const { result } = (await staff.get(`${settingsUrl()}/missing`)).json();
    const own = result.find(({ of }: { of: string }) => of === 'administration');
    expect(own).toMatchObject({ id: administrationId, invoiceCount: 2 });
    expect(result.filter(({ of }: { of: string }) => of === 'creditor')).toMatchObject([
      { id: null, name: 'Bakker Techniek B.V.', fields: ['country', 'vatId'], invoiceCount: 2 },
    ]);
    administrationId = await administrationOf('csv');
    expect((await staff.get(`${settingsUrl()}/missing`)).json().result).toEqual([]);
  });
});

describe('to a folder of the server', () => {
  const inFolder = (name = '') => join(root, companyId, 'in', name);
  const toFolder = () => automatic({ target: 'folder', folderRoot: 'afas', folder: 'in' });
  const waiting = async () => {
    administrationId = await administrationOf('ubl');
    const { id, documentId, documentKey } = await approved();
    const sha256 = await world.services.files.put(Buffer.from('%PDF-1.7'));
    await world.db
      .updateTable('documents')
      .set({ sha256 })
      .where('company_id', '=', companyId)
      .where('id', '=', documentKey)
      .execute();
    await toFolder();
    return { id, documentId };
  };

  test('files appear whole under their own names, and the invoices are processed', async () => {
    const { id } = await waiting();
    await collectAndWork();
    const [row] = await listed();
    expect(row).toMatchObject({ state: 'delivered', tries: 1 });
    expect(await readdir(inFolder())).toEqual([row.filename]);
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
  });

  test('what an interruption left whole in its folder has arrived; else a person says', async () => {
    const interrupted = async () => {
      const { id } = await waiting();
      await collect(world.services);
      const row = (await listed()).find(({ state }: { state: string }) => state === 'waiting');
      const key = { companyId, id: row.id };
      // A folder that cannot be made: the file of the delivery is there, and nothing of it in the folder.
      await rm(inFolder(), { recursive: true, force: true });
      await mkdir(join(root, companyId), { recursive: true });
      await writeFile(join(root, companyId, 'in'), '');
      await deliver(world.services, key);
      expect(await find(row.id)).toMatchObject({ state: 'failed', tries: 1 });
      await rm(join(root, companyId, 'in'));
      await mkdir(inFolder());
      await world.db.transaction().execute(async (tx) => {
        const locked = await lock(tx, key);
        if (locked) await beginAttempt(tx, locked, now);
      });
      return { id, key, filename: (await find(row.id)).filename };
    };
    const one = await interrupted();
    const { rawPayload } = await staff.get(`${url}/${one.key.id}/file`);
    await writeFile(inFolder(one.filename), rawPayload);
    await deliver(world.services, one.key);
    expect(await find(one.key.id)).toMatchObject({ state: 'delivered' });
    expect(await invoice(one.id)).toMatchObject({ statusValue: 'Processed' });
    const other = await interrupted();
    await deliver(world.services, other.key);
    expect(await find(other.key.id)).toMatchObject({ state: 'perhaps' });
    expect(await readdir(inFolder())).toEqual([]);
  });

  test('another file of the same name is never written over', async () => {
    await waiting();
    await collect(world.services);
    const [row] = await listed();
    await deliver(world.services, { companyId, id: row.id });
    const { filename } = await find(row.id);
    await writeFile(inFolder(filename), 'other');
    const ours = [{ name: filename, bytes: Buffer.from('ours') }];
    expect(await writeFiles(folderStore(inFolder()), ours)).toMatchObject({ outcome: 'refused' });
    expect(await readFile(inFolder(filename), 'utf8')).toBe('other');
    expect(await readdir(inFolder())).toEqual([filename]);
  });

  test('the test button writes, reads back and removes; only folders of the operator can be chosen', async () => {
    const test = `${settingsUrl()}/test-folder`;
    expect((await staff.get(`${settingsUrl()}/folders`)).json().result).toEqual(['afas']);
    const right = (await staff.post(test, { folderRoot: 'afas', folder: 'a/b' })).json().result;
    expect(right).toEqual({ isRight: true, path: `afas/${companyId}/a/b`, error: '' });
    expect(await readdir(join(root, companyId, 'a/b'))).toEqual([]);
    for (const folder of ['../x', '/etc', 'a//b', 'a/..', '.hidden'])
      expect((await staff.post(test, { folderRoot: 'afas', folder })).json().codes).toEqual({
        folder: ['invalid'],
      });
    expect((await staff.post(test, { folderRoot: 'toString', folder: '' })).json().codes).toEqual({
      folder_root: ['not-a-choice'],
    });
    const bad = await staff.put(settingsUrl(), { ...settings, target: 'folder' });
    expect(bad.json().codes).toEqual({ folder_root: ['required'] });
  });
});

test('SnelStart gets new suppliers in a file of their own, and the bookings wait until they are in', async () => {
  administrationId = await administrationOf('snelstart_online');
  const creditor = await buildCreditor(world.db, { companyId, name: 'Zö; "Bakker" B.V.' });
  const { id } = await approved();
  await world.db
    .updateTable('invoices')
    .set({ creditor_id: creditor.id })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await automatic({ target: 'download' });
  await collectAndWork();
  const [row] = await listed();
  expect(await find(row.id)).toMatchObject({
    state: 'stopped',
    about: { kind: 'creditor', id: creditor.id, name: 'Bakker Techniek B.V.' },
  });
  const address = `${url}/${row.id}/new-creditors`;
  const expected = [{ creditorId: creditor.id, name: 'Zö; "Bakker" B.V.', number: '1' }];
  expect((await staff.get(address)).json().result).toEqual(expected);
  const file = await staff.get(`${address}/file?first=20050`);
  const [supplier] = parse<Record<string, string>>(file.rawPayload, { delimiter: ';', columns: true });
  expect(supplier).toMatchObject({ Relatiecode: '20050', Naam: 'Zö; "Bakker" B.V.' });
  await collectAndWork();
  expect((await find(row.id)).filename).toBe('');
  const foreign = await staff.post(address, { numbers: [{ creditorId: id, number: '7' }] });
  expect(foreign).toBeProblem(409, 'wrong-state');
  const numbers = [{ creditorId: creditor.id, number: '20050' }];
  expect((await staff.post(address, { numbers })).statusCode).toBe(200);
  await work.run();
  expect(await find(row.id)).toMatchObject({ state: 'waiting', error: null });
  expect((await staff.get(`${url}/${row.id}/file`)).payload).toContain(';20050;');
});

test('Exact Globe gets new suppliers as accounts, and then entries with the PDF in them', async () => {
  administrationId = await administrationOf('exact');
  const creditor = await buildCreditor(world.db, { companyId, name: 'Zö & Zoon', kvk: '12345678' });
  const { id, documentKey } = await approved();
  const sha256 = await world.services.files.put(Buffer.from('%PDF-1.7'));
  await world.db.updateTable('documents').set({ sha256 }).where('id', '=', documentKey).execute();
  await world.db
    .updateTable('invoices')
    .set({ creditor_id: creditor.id })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
  await automatic({ target: 'download' });
  await collectAndWork();
  const [row] = await listed();
  const address = `${url}/${row.id}/new-creditors`;
  const file = await staff.get(`${address}/file?first=500`);
  expect(file.headers['content-type']).toBe('application/xml');
  expect(file.payload).toContain('<Account code="500" type="S" status="A">');
  expect(file.payload).toContain('<Name>Zö &amp; Zoon</Name>');
  await staff.post(address, { numbers: [{ creditorId: creditor.id, number: '500' }] });
  await work.run();
  const { payload } = await staff.get(`${url}/${row.id}/file`);
  expect(payload).toContain('<Creditor code="500" number="500"/>');
  expect(payload).toContain(Buffer.from('%PDF-1.7').toString('base64'));
});

describe('where the package says what it booked', () => {
  const read = async (text: string) =>
    (await staff.post(`${url}/receipts`, { companyId, administrationId, text })).json().result;

  test('a delivery sets nothing Processed, its list does, once', async () => {
    const one = await approved();
    const other = await approved();
    await automatic({ pace: 'hour', awaitsReceipt: true });
    minutesLater(60);
    await collectAndWork();
    const [row] = await listed();
    expect(await find(row.id)).toMatchObject({ state: 'delivered', awaitsReceipt: true });
    expect(await invoice(one.id)).toMatchObject({ statusValue: 'ReadyForProcessing', exportError: null });
    // Nothing takes it a second time meanwhile.
    minutesLater(60);
    await collectAndWork();
    expect(sent).toHaveLength(1);
    const list = `Boekstuk;Document\r\n60001;${one.documentId}\r\n60002;9999-01-0001\r\n`;
    expect(await read(list)).toEqual({ processedCount: 1, awaitedCount: 1, unknown: ['60002;9999-01-0001'] });
    expect(await invoice(one.id)).toMatchObject({ statusValue: 'Processed' });
    expect(await invoice(other.id)).toMatchObject({ statusValue: 'ReadyForProcessing' });
    expect((await find(row.id)).invoices.map((each: { isProcessed: boolean }) => each.isProcessed)).toEqual([
      true,
      false,
    ]);
    expect(await read(one.documentId)).toEqual({ processedCount: 0, awaitedCount: 1, unknown: [] });
  });

  test('what is booked has arrived, and another company cannot say so', async () => {
    const { id, documentId } = await approved();
    await automatic({ awaitsReceipt: true });
    mailFails = Object.assign(new Error('cut'), { command: 'DATA' });
    await collectAndWork();
    const [row] = await listed();
    expect(row.state).toBe('perhaps');
    const stranger = await world.asUser({
      may: ['fmmodule.deliveries.update.company', 'fmmodule.deliverysettings.read.company'],
    });
    const refused = await stranger.post(`${url}/receipts`, { companyId, administrationId, text: documentId });
    expect(refused.json().codes).toEqual({ administration_id: ['unknown'] });
    expect(await read(documentId)).toEqual({ processedCount: 1, awaitedCount: 0, unknown: [] });
    expect(await find(row.id)).toMatchObject({ state: 'delivered' });
    expect(await invoice(id)).toMatchObject({ statusValue: 'Processed' });
  });
});

test('settings say what is wrong at its field, and refuse an old version', async () => {
  const bad = await staff.put(settingsUrl(), { ...settings, mailAddress: '' });
  expect(bad).toBeProblem(400, 'validation');
  expect(bad.json().codes).toEqual({ mail_address: ['required'] });
  await automatic();
  await automatic({ rowVersion: 1 });
  expect(await staff.put(settingsUrl(), { ...settings, rowVersion: 1 })).toBeProblem(409, 'stale');
});
