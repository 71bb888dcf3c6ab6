import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { buildCompany } from '../testing/factories.ts';
import { sealHistory } from './seal-history.job.ts';
import { verifyHistory } from './verify-history.ts';

let world: TestApp;
let database: TestDatabase;
let db: Db;
let companyId: string;
let now = new Date('2026-11-24T13:05:00.000Z');

beforeAll(async () => {
  world = await testApp({ now: () => now });
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await world.close();
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  companyId = (await buildCompany(db)).id;
});

const seal = (on = db) => sealHistory({ db: on, now: () => now, log: world.services.log });

/** Writes lines to the history of the company, one a second. */
async function write(count: number, on = db): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    now = new Date(now.getTime() + 1000);
    await on.transaction().execute((tx) =>
      recordChange(
        tx,
        { caller: { userId: newId(), name: 'Sanne de Wit' }, now: () => now },
        {
          entity: 'core.companies',
          entityId: companyId,
          companyId,
          verb: 'update',
          before: { city: 'Zwolle' },
          after: { city: `Raalte ${index}` },
        },
      ),
    );
  }
}
const verify = () => verifyHistory(db, companyId, now);

/** As somebody with the database in their hands would, past what refuses it. */
async function tamper(text: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    const [, table = ''] = /(?:update|from) (\w+)/.exec(text) ?? [];
    await client.query(`alter table ${table} disable trigger user`);
    expect((await client.query(text, values)).rowCount).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
}
const lineIds = async () =>
  (
    await sql<{ id: string }>`select id from history where company_id = ${companyId} order by id`.execute(db)
  ).rows.map(({ id }) => id);

test('every line is sealed once, each seal on the one before it', async () => {
  await write(3);
  await seal();
  const first = await verify();
  expect(first).toMatchObject({ count: 3, faults: [], late: 0 });
  await write(2);
  await Promise.all([seal(), seal()]);
  const second = await verify();
  expect(second).toMatchObject({ count: 5, faults: [] });
  expect(second.head).not.toBe(first.head);
});

test('a line that was committed late, under an older id, is sealed too', async () => {
  await write(2);
  await seal();
  now = new Date(now.getTime() - 60_000);
  await write(1);
  now = new Date(now.getTime() + 120_000);
  await seal();
  expect(await verify()).toMatchObject({ count: 3, faults: [], late: 0 });
});

test('a changed and a missing line are named', async () => {
  await write(4);
  await seal();
  const [first, second, third] = await lineIds();
  await tamper(`update history set changes = '{}' where company_id = $1 and id = $2`, companyId, first);
  await tamper(
    `update history set user_name = 'Iemand' where company_id = $1 and id = $2`,
    companyId,
    second,
  );
  await tamper(`delete from history where company_id = $1 and id = $2`, companyId, third);
  const { faults } = await verify();
  expect(faults.map(({ kind, lineId }) => [kind, lineId])).toEqual([
    ['changed', first],
    ['changed', second],
    ['missing', third],
  ]);
});

test('a seal that was taken out or written anew breaks the chain', async () => {
  await write(3);
  await seal();
  await tamper(`delete from history_seals where company_id = $1 and number = 2`, companyId);
  expect((await verify()).faults).toMatchObject([{ kind: 'chain', number: 3 }]);
});

test('what a line says of people can be erased with its salt, and the chain still holds', async () => {
  await write(2);
  await seal();
  const [first] = await lineIds();
  await tamper(
    `update history set user_name = '', changes = '{}' where company_id = $1 and id = $2`,
    companyId,
    first,
  );
  expect((await verify()).faults).toHaveLength(1);
  await db
    .deleteFrom('history_salts')
    .where('company_id', '=', companyId)
    .where('line_id', '=', first ?? '')
    .execute();
  expect((await verify()).faults).toEqual([]);
});

test('a line that is not sealed yet says so', async () => {
  companyId = (await buildCompany(world.db)).id;
  await write(1, world.db);
  const staff = await world.asUser({ isProvider: true, may: ['core.companies.read.system'] });
  const lines = async () =>
    (await staff.get(`/api/core/history?entity=core.companies&entityId=${companyId}`)).json().result;
  expect(await lines()).toMatchObject([{ isSealed: false }]);
  await seal(world.db);
  expect(await lines()).toMatchObject([{ isSealed: true }]);
});
