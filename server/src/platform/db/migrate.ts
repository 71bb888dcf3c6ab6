import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { newClient } from './client.ts';
import { StartProblem } from '../start-problem.ts';
import type { ConnectionSettings, Db } from './database.ts';
import { advisoryLocks } from '../locks.ts';
import { liftKeys, spreadTables } from './lift-keys.ts';
import { neededBy } from './migration-rules.ts';
import { statementsOf } from './sql-statements.ts';

const folder = new URL('./migrations/', import.meta.url);

/** What `migrate` did, for the log of the start. */
export interface MigrationReport {
  /** Names of the migrations applied now, in order. */
  readonly applied: readonly string[];
  /** Names of migrations of a newer version, beside which this one works. */
  readonly newer: readonly string[];
  /** The schema did not exist before: demo data may be loaded. */
  readonly isNew: boolean;
}

/**
 * Brings the schema up to date, as its owner: plain SQL files in order, each in a transaction of its own, one
 * process at a time. `appRole` gets the right to work with every table, and only to add to those whose comment is
 * 'insert-only' (decision 0101). With `until` it stops after the migration of that name: a restore loads its rows into the schema that they came from.
 *
 * @throws StartProblem when the database was made by a newer version of the product beside which this one cannot work;
 * nothing is changed then (decision 0172).
 */
export async function migrate(
  owner: ConnectionSettings,
  appRole: string,
  until?: string,
): Promise<MigrationReport> {
  const client = newClient(owner);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await client.query(
      `create table if not exists schema_migrations
         (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    await addNeeds(client);
    const done = await client.query<{ name: string; needs: string | null }>(
      'select name, needs from schema_migrations order by name',
    );
    const files = await migrationFiles();
    const known = new Set(files.map((file) => file.name));
    const newer = done.rows.filter((row) => !known.has(row.name));
    const obstacle = newer.find(({ needs }) => needs !== null && !known.has(needs));
    if (obstacle) throw new StartProblem('schema-newer', { found: obstacle.name });
    const applied: string[] = [];
    const spread = await spreadTables(client);
    for (const file of files) {
      if (done.rows.some((row) => row.name === file.name)) continue;
      if (until !== undefined && file.name > until) break;
      await apply(client, file, spread);
      applied.push(file.name);
    }
    if (applied.length > 0 || done.rows.length === 0) {
      await grant(client, appRole);
      await keepRows(client, appRole);
    }
    return { applied, newer: newer.map(({ name }) => name), isNew: done.rows.length === 0 };
  } finally {
    await client.end();
  }
}

// What a server must know to work beside each migration (decision 0172). Rows from before need themselves.
async function addNeeds(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs' and not attisdropped`,
  );
  if (rowCount !== 0) return;
  await client.query('alter table schema_migrations add column needs text');
  await client.query('update schema_migrations set needs = name');
}

/** Whether any migration was ever applied: with any login. */
export async function hasSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select to_regclass('schema_migrations') is not null as has`.execute(db);
  return rows[0]?.has === true;
}

/** The names of all migrations that have not been applied yet: for readiness, with any login. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const done = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const names = new Set(done.rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !names.has(name));
}

/** The names of all migrations of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map((file) => file.name);
}

interface MigrationFile {
  readonly name: string;
  readonly sql: string;
}

async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  );
}

async function apply(
  client: pg.Client,
  { name, sql }: MigrationFile,
  spread: ReadonlySet<string>,
): Promise<void> {
  const checksum = createHash('sha256').update(sql).digest('hex');
  await client.query('begin');
  try {
    const text = spread.size === 0 ? sql : await spreadText(name, sql);
    // One by one: a database that is spread over servers passes on what it was sent as a whole (decision 0076).
    for (const statement of statementsOf(text))
      await client.query(spread.size === 0 ? statement : await liftKeys(client, statement, spread));
    await client.query('insert into schema_migrations (name, checksum, needs) values ($1, $2, $3)', [
      name,
      checksum,
      neededBy(name, sql),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed`, { cause: error });
  }
}

// Where a database that is spread does not take a statement of a migration, `spread/` has one of the same name for it.
async function spreadText(name: string, sql: string): Promise<string> {
  const own = new URL(`spread/${name}`, folder);
  return existsSync(own) ? readFile(own, 'utf8') : sql;
}

async function grant(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole);
  if (await isOwner(client, appRole)) return;
  await client.query(`
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    revoke insert, update, delete on schema_migrations from ${role};
  `);
}

// What is only added to: by rights where the product has a login of its own, else by triggers, which a database that is
// spread over servers does not take (decision 0101).
async function keepRows(client: pg.Client, appRole: string): Promise<void> {
  const role = pg.escapeIdentifier(appRole);
  const hasTriggers = await isOwner(client, appRole);
  const { rows } = await client.query<{ name: string; isKept: boolean }>(
    `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'rows_are_kept') as "isKept"
     from pg_class c where c.relnamespace = 'public'::regnamespace and obj_description(c.oid, 'pg_class') = 'insert-only'`,
  );
  for (const { name, isKept } of rows) {
    const table = pg.escapeIdentifier(name);
    if (!hasTriggers) await client.query(`revoke update, delete, truncate on ${table} from ${role}`);
    else if (!isKept)
      await client.query(
        `create trigger rows_are_kept before update or delete or truncate on ${table} for each statement execute function refuse_change()`,
      );
  }
}

async function isOwner(client: pg.Client, appRole: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>('select current_user as name');
  return rows[0]?.name === appRole;
}
