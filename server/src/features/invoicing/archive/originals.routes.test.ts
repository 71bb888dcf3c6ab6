import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '../testing/factories.ts';
import { checkOriginals, type CheckLimits } from './check-originals.job.ts';

let now = testNow;
let world: TestApp;
let reader: TestClient;
let administrationId: string;

const may = ['fmmodule.archive.read.company'];
const day = 86_400_000;
const pass = (days: number) => {
  now = new Date(now.getTime() + days * day);
};
const check = (limits: Partial<CheckLimits> = {}) =>
  checkOriginals(world.services, { bytesPerSecond: Infinity, ...limits });
const asked = async (by: TestClient, query = '') =>
  (await by.get(`/api/fmmodule/archive/originals${query}`)).json().result;

async function build(companyId: string, documentId: string) {
  const invoice = await buildInvoice(world.db, { companyId, documentId, administrationId });
  const bytes = randomBytes(1000);
  const sha256 = await world.services.files.put(bytes);
  await world.db.updateTable('documents').set({ sha256 }).where('id', '=', invoice.documentKey).execute();
  return { ...invoice, sha256, bytes };
}

beforeAll(async () => {
  world = await testApp({ now: () => now });
  reader = await world.asUser({ may });
  administrationId = (await buildAdministration(world.db, reader.companyId, 'Wonen')).id;
});
afterAll(() => world.close());

test('all originals are seen in shares, and a flipped bit and a missing file are found and mended', async () => {
  const built = [];
  for (let n = 0; n < 45; n += 1) built.push(await build(reader.companyId, `O-${n}`));
  expect(await asked(reader)).toEqual({
    seenAt: null,
    seenCount: 0,
    wholeAt: null,
    round: null,
    damaged: [],
  });
  expect(await check()).toBe(20);
  expect(await asked(reader)).toMatchObject({ seenAt: null, round: { checked: 20, planned: 45 } });
  await check();
  await check();
  expect(await asked(reader)).toEqual({
    seenAt: now.toISOString(),
    seenCount: 45,
    wholeAt: now.toISOString(),
    round: null,
    damaged: [],
  });
  const wholeAt = now.toISOString();
  // The next round begins a month after this one began.
  pass(20);
  expect(await check()).toBe(0);
  const [flipped, gone] = built;
  if (!flipped || !gone) throw new Error('nothing was built');
  const place = (sha256: string) =>
    join(world.dataFolder, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const wrong = Buffer.from(flipped.bytes);
  wrong.writeUInt8(wrong.readUInt8(500) ^ 1, 500);
  await writeFile(place(flipped.sha256), wrong);
  await world.services.files.remove(gone.sha256);
  pass(11);
  for (let n = 0; n < 3; n += 1) await check();
  const found = await asked(reader);
  expect(found).toMatchObject({ seenCount: 45, seenAt: now.toISOString(), wholeAt, round: null });
  const states = found.damaged.map((one: { documentId: string; state: string }) => [
    one.documentId,
    one.state,
  ]);
  expect(states.toSorted()).toEqual([
    ['O-0', 'damaged'],
    ['O-1', 'missing'],
  ]);
  // Restored from a backup: the look of the next day closes it.
  await world.services.files.put(flipped.bytes);
  await world.services.files.put(gone.bytes);
  pass(2);
  expect(await check()).toBe(2);
  expect((await asked(reader)).damaged).toEqual([]);
});

test('a run that is over goes on where it was, and each company gets its turn', async () => {
  const other = await world.asUser({ may });
  const third = await world.asUser({ may });
  for (const { companyId } of [other, third]) await build(companyId, 'T-1');
  pass(31);
  const stopped = new AbortController();
  stopped.abort();
  expect(await check({ signal: stopped.signal })).toBe(0);
  expect(await check({ forMs: -1 })).toBe(0);
  // Those who never had a turn come first.
  expect(await check()).toBe(22);
  expect(await asked(other)).toMatchObject({ seenCount: 1, wholeAt: now.toISOString() });
  expect(await asked(third)).toMatchObject({ seenCount: 1 });
  expect(await check()).toBe(20);
});

test('files are read no faster than allowed', async () => {
  const slow = await world.asUser({ may });
  await build(slow.companyId, 'S-1');
  const waited: number[] = [];
  await check({ bytesPerSecond: 10, wait: async (ms) => waited.push(ms) });
  // A kilobyte at ten bytes a second, less what reading took.
  expect(Math.min(...waited)).toBeGreaterThan(50_000);
  expect(waited.length).toBeGreaterThan(0);
});

test('who is narrowed sees what is damaged of theirs, and strangers nothing', async () => {
  const { companyId } = reader;
  const hidden = await buildInvoice(world.db, { companyId, documentId: 'H-1' });
  const shown = await build(companyId, 'H-2');
  await world.services.files.remove(shown.sha256);
  pass(31);
  for (let n = 0; n < 3; n += 1) await check();
  const seen = async (by: TestClient, query = '') =>
    (await asked(by, query)).damaged.map(({ documentId }: { documentId: string }) => documentId).toSorted();
  expect(await seen(reader)).toEqual(['H-1', 'H-2']);
  const narrow = await world.asUser({ companyId, may });
  await world.db
    .insertInto('user_administrations')
    .values({ company_id: companyId, user_id: narrow.userId, administration_id: administrationId })
    .execute();
  expect(await seen(narrow)).toEqual(['H-2']);
  const stranger = await world.asUser({ may });
  expect(await seen(stranger, `?companyId=${companyId}`)).toEqual([]);
  const staff = await world.asUser({ isProvider: true, may: ['fmmodule.archive.read.system'] });
  expect(await seen(staff, `?companyId=${companyId}`)).toEqual(['H-1', 'H-2']);
  // A document that was deleted is no damage any more.
  await world.db
    .updateTable('documents')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', hidden.documentKey)
    .execute();
  pass(2);
  await check();
  expect(await seen(reader)).toEqual(['H-2']);
});
