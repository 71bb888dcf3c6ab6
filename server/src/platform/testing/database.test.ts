import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

const made: TestDatabase[] = [];

async function make(...args: Parameters<typeof createTestDatabase>): Promise<TestDatabase> {
  const database = await createTestDatabase(...args);
  made.push(database);
  return database;
}

afterAll(async () => {
  for (const database of made) await database.drop();
});

async function query(settings: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

test('a test database has every migration and shares no rows with the next one', async () => {
  const [first, second] = [await make(), await make()];
  expect(await query(first.app, 'select count(*)::int > 0 as any from schema_migrations')).toEqual([
    { any: true },
  ]);
  await query(first.owner, 'create table mine (id int)');
  expect(await query(second.owner, "select to_regclass('mine') as found")).toEqual([{ found: null }]);
});

test('the product’s login cannot make tables, the owner can', async () => {
  const { app } = await make();
  await expect(query(app, 'create table mine (id int)')).rejects.toThrow('permission denied');
});

test('a template of one’s own is built once and copied for everybody who asks', async () => {
  let built = 0;
  const template = {
    name: 'with_a_table',
    build: async ({ owner }: Omit<TestDatabase, 'drop'>) => {
      built += 1;
      await query(owner, 'create table filled as select 7 as answer');
    },
  };
  const databases = await Promise.all([make(template), make(template)]);
  expect(built).toBe(1);
  for (const { owner } of databases) {
    expect(await query(owner, 'select answer from filled')).toEqual([{ answer: 7 }]);
  }
});

test('a dropped database is gone, also while somebody is still connected', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.owner);
  const lost = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await database.drop();
  await lost;
  await expect(query(database.owner, 'select 1')).rejects.toThrow('does not exist');
});
