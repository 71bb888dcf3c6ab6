import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { beginAttempt, forgiveAttempt, placeOf } from './attempts.repository.ts';
import { forgetExpired } from '../provider/oidc-state.repository.ts';

let database: TestDatabase;
let db: Db;
const now = new Date('2026-11-21T13:05:00.000Z');

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('fifty wrong tries of different addresses lock the place they came from', async () => {
  const ip = '198.51.100.1';
  for (let tries = 0; tries < 50; tries += 1)
    await beginAttempt(db, { email: `gok-${tries}@balie.example`, ip }, now);
  expect(await beginAttempt(db, { email: 'nog-een@balie.example', ip }, now)).toMatchObject({
    isAllowed: false,
  });
  expect(await beginAttempt(db, { email: 'nog-een@balie.example', ip: '198.51.100.2' }, now)).toMatchObject({
    isAllowed: true,
  });
});

test('a hundred wrong tries of one address from everywhere lock that address', async () => {
  const email = 'veel-geplaagd@balie.example';
  for (let tries = 0; tries < 100; tries += 1)
    await beginAttempt(db, { email, ip: `203.0.113.${tries}` }, now);
  expect(await beginAttempt(db, { email, ip: '192.0.2.1' }, now)).toMatchObject({ isAllowed: false });
});

test('right passwords do not wear out an office behind one address', async () => {
  const ip = '198.51.100.3';
  for (let people = 0; people < 60; people += 1) {
    const attempt = { email: `collega-${people}@balie.example`, ip };
    expect(await beginAttempt(db, attempt, now)).toMatchObject({ isAllowed: true });
    await forgiveAttempt(db, attempt);
  }
});

test('neither addresses nor places are kept in the clear', async () => {
  await beginAttempt(db, { email: 'herkenbaar@balie.example', ip: '198.51.100.4' }, now);
  const rows = await db.selectFrom('login_attempts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/herkenbaar|198\.51/);
});

test('old tries are thrown away', async () => {
  await beginAttempt(
    db,
    { email: 'lang-geleden@balie.example', ip: '198.51.100.5' },
    new Date(now.getTime() - 3 * 86_400_000),
  );
  const before = await count();
  await forgetExpired(db, now);
  expect(await count()).toBe(before - 3);
});

async function count(): Promise<number> {
  return (await db.selectFrom('login_attempts').select('key').execute()).length;
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as the place %s', (ip, place) => {
  expect(placeOf(ip)).toBe(place);
});
