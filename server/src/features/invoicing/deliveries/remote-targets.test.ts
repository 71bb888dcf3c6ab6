import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import { type Sshd, sshdIsThere, sshdMissing, startSshd } from '#server/platform/sftp/testing/sshd.ts';
import { sftpOverSsh } from '#server/platform/sftp/sftp.ts';
import { buildInvoice } from '../testing/factories.ts';
import { startWork, type Work } from '../testing/work.ts';
import { collect } from './collect.job.ts';
import { deliver } from './deliver.job.ts';
import { beginAttempt, lock } from './deliveries.repository.ts';

const isThere = sshdIsThere();
if (!isThere) console.warn(sshdMissing);

let world: TestApp;
let work: Work;
let staff: TestClient;
let companyId: string;
let administrationId: string;
let now = new Date('2026-11-21T13:05:00.000Z');

const url = '/api/fmmodule/deliveries';
const settingsUrl = () => `/api/fmmodule/delivery-settings/${administrationId}`;
const settings = {
  isAutomatic: true,
  takenFrom: null,
  pace: 'alone',
  mailAddress: '',
  waitSeconds: 0,
  maxTries: 3,
  journal: '60',
};

beforeAll(async () => {
  world = await testApp({
    now: () => now,
    sftp: sftpOverSsh({ allowed: ['127.0.0.0/8'], patienceMs: 4000 }),
    callOut: callOut({ allowed: ['127.0.0.0/8'], patienceMs: 1500 }),
  });
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
  now = new Date('2026-11-21T13:05:00.000Z');
  companyId = (await buildCompany(world.db)).id;
  administrationId = (await buildAdministration(world.db, companyId)).id;
  await world.db
    .updateTable('administrations')
    .set({ coupling: 'csv' })
    .where('id', '=', administrationId)
    .execute();
});

const approved = () =>
  buildInvoice(world.db, {
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
const save = (change: object) => staff.put(settingsUrl(), { ...settings, ...change });
const listed = async () =>
  (await staff.get(url)).json().result.filter((row: { companyId: string }) => row.companyId === companyId);
const find = async (id: string) => (await staff.get(`${url}/${id}`)).json().result;
const statusOf = async (id: string) =>
  (await staff.get(`/api/fmmodule/invoices/${id}`)).json().result.statusValue;
const delivered = async () => {
  await collect(world.services);
  await work.run();
  const [row] = await listed();
  return find(row.id);
};
const bytesOf = async (id: string) => (await staff.get(`${url}/${id}/file`)).rawPayload;
/** Goes on as a server would that died after it began. */
const interrupt = async (id: string) => {
  await world.db.transaction().execute(async (tx) => {
    const locked = await lock(tx, { companyId, id });
    if (locked) await beginAttempt(tx, locked, now);
  });
};
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

describe.skipIf(!isThere)('by SFTP', () => {
  let sshd: Sshd;
  let folder: string;
  let turn = 0;
  beforeAll(async () => {
    sshd = await startSshd();
  });
  afterAll(() => sshd.close());
  beforeEach(() => {
    turn += 1;
    folder = join(sshd.folder, `t${turn}`, 'in');
  });
  const server = (change: object = {}) => ({
    target: 'sftp',
    sftpHost: '127.0.0.1',
    sftpPort: sshd.port,
    sftpUser: sshd.username,
    sftpFolder: folder,
    sftpSecret: sshd.privateKey,
    ...change,
  });

  test('a file appears whole, and the key of the server is kept and shown', async () => {
    expect((await save(server())).statusCode).toBe(200);
    const { id } = await approved();
    const delivery = await delivered();
    expect(delivery).toMatchObject({ state: 'delivered', tries: 1 });
    expect(await readdir(folder)).toEqual([delivery.filename]);
    expect(await readFile(join(folder, delivery.filename))).toEqual(await bytesOf(delivery.id));
    expect(await statusOf(id)).toBe('Processed');
    const stored = (await staff.get(settingsUrl())).json().result;
    expect(stored).toMatchObject({ sftpHostKey: sshd.hostKey, hasSftpSecret: true });
    expect(JSON.stringify(stored)).not.toContain('BEGIN');
    const { target_secret: secret } = await world.db
      .selectFrom('delivery_settings')
      .where('administration_id', '=', administrationId)
      .select('target_secret')
      .executeTakeFirstOrThrow();
    expect(Buffer.from(secret ?? '', 'base64').toString()).not.toContain('BEGIN');
  });

  test('the test button logs in, writes, reads back and removes', async () => {
    const run = async (change: object = {}) => {
      const { target: _, ...body } = server(change);
      return (await staff.post(`${settingsUrl()}/test-sftp`, body)).json().result;
    };
    expect(await run()).toEqual({ isRight: true, hostKey: sshd.hostKey, error: '' });
    expect(await readdir(folder)).toEqual([]);
    expect((await run({ sftpHostKey: `SHA256:${'a'.repeat(43)}` })).error).toContain('andere sleutel');
    expect((await run({ sftpSecret: 'verkeerd' })).error).toContain('laat deze gebruiker niet binnen');
    expect((await run({ sftpHost: '10.1.2.3' })).error).toContain('niet toegestaan');
    expect((await run({ sftpPort: 1 })).error).toContain('niet bereikbaar');
    expect((await run({ sftpFolder: '/proc/x' })).isRight).toBe(false);
    // A stored secret goes to its own server and no other.
    await save(server());
    expect((await run({ sftpSecret: '' })).isRight).toBe(true);
    expect((await run({ sftpSecret: '', sftpUser: 'iemand' })).isRight).toBe(false);
    const up = await staff.put(settingsUrl(), { ...settings, ...server({ sftpFolder: 'a/../../b' }) });
    expect(up.json().codes).toEqual({ sftp_folder: ['invalid'] });
    const none = await staff.put(settingsUrl(), { ...settings, target: 'sftp', sftpSecret: '' });
    expect(none.json().codes).toEqual({ sftp_host: ['required'], sftp_user: ['required'] });
  });

  test('a server with another key gets nothing, until a person empties the field', async () => {
    await save(server({ sftpHostKey: `SHA256:${'b'.repeat(43)}` }));
    await approved();
    const delivery = await delivered();
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: [{ outcome: 'not-reached', receipt: 'sftp-host-key' }],
    });
    await save(server({ sftpHostKey: '' }));
    await staff.post(`${url}/${delivery.id}/retry`, {});
    await work.run();
    expect(await find(delivery.id)).toMatchObject({ state: 'delivered' });
  });

  test('a server that is away is tried again; what lies there already counts', async () => {
    await save(server({ sftpPort: 1 }));
    await approved();
    const delivery = await delivered();
    expect(delivery).toMatchObject({ state: 'failed', tries: 1 });
    await save(server());
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, delivery.filename), await bytesOf(delivery.id));
    later(2);
    await collect(world.services);
    await work.run();
    expect(await find(delivery.id)).toMatchObject({ state: 'delivered', tries: 2 });
    expect(await readdir(folder)).toEqual([delivery.filename]);
  });

  test('after an interruption the folder says whether it arrived; else a person does', async () => {
    await save(server({ sftpPort: 1 }));
    const one = await approved();
    const { id, filename } = await delivered();
    await save(server());
    await mkdir(folder, { recursive: true });
    await interrupt(id);
    await deliver(world.services, { companyId, id });
    expect(await find(id)).toMatchObject({ state: 'perhaps' });
    expect(await readdir(folder)).toEqual([]);
    expect(await statusOf(one.id)).toBe('ReadyForProcessing');
    await interrupt(id);
    await writeFile(join(folder, filename), await bytesOf(id));
    await world.db.updateTable('deliveries').set({ state: 1 }).where('id', '=', id).execute();
    await deliver(world.services, { companyId, id });
    expect(await find(id)).toMatchObject({ state: 'delivered' });
  });

  test('another file of the same name is never written over', async () => {
    await save(server({ sftpPort: 1 }));
    await approved();
    const { id, filename } = await delivered();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, filename), 'other');
    await save(server());
    await staff.post(`${url}/${id}/retry`, {});
    await work.run();
    expect(await find(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('geweigerd') });
    expect(await readFile(join(folder, filename), 'utf8')).toBe('other');
    await rm(folder, { recursive: true });
  });

  test('a server that answers nothing keeps nobody waiting', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const sftp = sftpOverSsh({ allowed: ['127.0.0.1'], patienceMs: 300 });
    const login = { host: '127.0.0.1', port, username: 'x', secret: 'x', hostKey: '' };
    await expect(sftp.open(login)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:timeout|unreachable)$/),
    });
    silent.close();
  });
});

describe('by webhook', () => {
  let receiver: Server;
  let address: string;
  let answer: number | 'hang';
  let got: { headers: IncomingHttpHeaders; body: Buffer }[];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        got.push({ headers: request.headers, body: Buffer.concat(parts) });
        if (answer !== 'hang') response.writeHead(answer).end('gezien');
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const place = receiver.address();
    address = `http://127.0.0.1:${place !== null && typeof place === 'object' ? place.port : 0}/in`;
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(() => {
    got = [];
    answer = 200;
  });
  const toWebhook = () => save({ target: 'webhook', webhookUrl: address });

  test('the file is posted with its key and a signature, and 2xx means that it arrived', async () => {
    expect((await toWebhook()).statusCode).toBe(200);
    const { secret } = (await staff.post(`${settingsUrl()}/webhook-secret`, {})).json().result;
    const { id } = await approved();
    const delivery = await delivered();
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ receipt: '200 gezien' }] });
    expect(await statusOf(id)).toBe('Processed');
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = got;
    expect(body).toEqual(await bytesOf(delivery.id));
    expect(headers).toMatchObject({
      'idempotency-key': delivery.id,
      'webhook-id': delivery.id,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${delivery.filename}`,
    });
    const signed = `${delivery.id}.${String(headers['webhook-timestamp'])}.`;
    const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(signed).update(body).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  test.each([500, 'hang'] as const)('after %s it comes again by itself, with the same key', async (first) => {
    await toWebhook();
    await approved();
    answer = first;
    const delivery = await delivered();
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ outcome: 'unknown' }] });
    // It may have arrived: nobody lets go of its invoices.
    const release = await staff.post(`${url}/${delivery.id}/release`, { reason: 'x' });
    expect(release.statusCode).toBe(409);
    answer = 204;
    later(2);
    await collect(world.services);
    await work.run();
    expect(await find(delivery.id)).toMatchObject({ state: 'delivered', tries: 2 });
    expect(got.map(({ headers }) => headers['idempotency-key'])).toEqual([delivery.id, delivery.id]);
    expect(got[0]?.body).toEqual(got[1]?.body);
  });

  test('an interrupted one goes on by itself; in the end a person says', async () => {
    await toWebhook();
    await approved();
    answer = 503;
    const { id } = await delivered();
    await interrupt(id);
    await deliver(world.services, { companyId, id });
    expect(await find(id)).toMatchObject({ state: 'perhaps', tries: 3 });
    expect(got).toHaveLength(2);
  });

  test('what it refuses is tried again and then stops; an address of ours is not called', async () => {
    await toWebhook();
    await approved();
    answer = 422;
    const { id } = await delivered();
    for (const minutes of [2, 10]) {
      later(minutes);
      await collect(world.services);
      await work.run();
    }
    expect(await find(id)).toMatchObject({ state: 'stopped', tries: 3 });
    expect((await save({ target: 'webhook', webhookUrl: 'https://10.0.0.1/x' })).json().codes).toEqual({
      webhook_url: ['host-not-called'],
    });
    expect((await save({ target: 'webhook', webhookUrl: '' })).json().codes).toEqual({
      webhook_url: ['required'],
    });
  });
});
