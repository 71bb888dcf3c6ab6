import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '#server/platform/testing/database.ts';
import { migrate, migrationNames } from './migrate.ts';

test('where one login owns everything, triggers keep what is only added to', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    await migrate(database.owner, database.owner.user ?? '');
    for (const statement of [
      'delete from history',
      'update final_runs set hash = hash',
      'truncate billing_credits',
      'delete from billing_numbers',
    ])
      await expect(client.query(statement)).rejects.toThrow('are only added');
    await client.query(`insert into billing_numbers (number, company_id) values ('X', gen_random_uuid())`);
  } finally {
    await client.end();
    await database.drop();
  }
});

test('what is executed instead on a spread database has the name of a migration', async () => {
  const names = new Set(await migrationNames());
  const own = await readdir(new URL('./migrations/spread/', import.meta.url));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((name) => !names.has(name))).toEqual([]);
});
