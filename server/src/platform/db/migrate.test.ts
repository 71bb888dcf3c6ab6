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

test('a database of a newer version is taken where its migrations need nothing that this one lacks', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client(database.owner);
  await client.connect();
  const add = (name: string, needs: string | null) =>
    client.query(`insert into schema_migrations (name, checksum, needs) values ($1, '', $2)`, [name, needs]);
  try {
    const role = database.owner.user ?? '';
    await migrate(database.owner, role);
    await add('9000_wider.sql', null);
    await add('9001_narrower.sql', '0410_backups.sql');
    expect(await migrate(database.owner, role)).toEqual({
      applied: [],
      newer: ['9000_wider.sql', '9001_narrower.sql'],
      isNew: false,
    });
    await add('9002_narrower.sql', '9000_wider.sql');
    await expect(migrate(database.owner, role)).rejects.toMatchObject({
      code: 'schema-newer',
      values: { found: '9002_narrower.sql' },
    });
  } finally {
    await client.end();
    await database.drop();
  }
});

test('a database from before needs were written is still taken, and refuses older versions', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    const role = database.owner.user ?? '';
    await migrate(database.owner, role);
    await client.query('alter table schema_migrations drop column needs');
    expect((await migrate(database.owner, role)).applied).toEqual([]);
    const { rows } = await client.query('select 1 from schema_migrations where needs is distinct from name');
    expect(rows).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});
