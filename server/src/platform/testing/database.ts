import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '../db/database.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { advisoryLocks } from '../locks.ts';
import { type Cluster, resetCluster } from './cluster.ts';

/** How the tests reach the server of this run: plain data, as it travels to vitest's workers. */
type TestServer = {
  /** May make databases. */
  readonly admin: pg.ClientConfig & { readonly database: string };
  readonly owner: ConnectionSettings;
  readonly app: ConnectionSettings & { readonly user: string };
  /** Starts the name of every database of this run, so that runs may share a server. */
  readonly prefix: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    balieTestServer: TestServer;
    /** Only in `npm run test:cluster`: the one database, which every file gets emptied. */
    balieTestCluster?: Cluster;
  }
}

/** A database of its own for one test file: every migration applied, no rows. */
export type TestDatabase = {
  /** As the owner of the tables: to prepare, and to look past the rights of the product. */
  readonly owner: ConnectionSettings;
  /** As the product runs: owns nothing, can only add to history. */
  readonly app: ConnectionSettings;
  /** Drops it, with the sessions that are still open. */
  drop(): Promise<void>;
};

/** A prepared database that several test files start from; made once a run, on top of the migrated one. */
export type Template = {
  /** Lowercase letters, digits and underscores. */
  readonly name: string;
  /** Fills it; must close every connection that it opens. */
  build(database: Omit<TestDatabase, 'drop'>): Promise<void>;
};

const migrated = 'migrated';

/**
 * A fresh database in some 150 ms: a copy of a template on the run's one server (decision 0007).
 *
 * @example
 * const database = await createTestDatabase();
 * afterAll(() => database.drop());
 */
export async function createTestDatabase(template?: Template): Promise<TestDatabase> {
  const cluster = inject('balieTestCluster');
  if (cluster) {
    await resetCluster(cluster);
    return { owner: cluster.owner, app: cluster.app, drop: async () => undefined };
  }
  const server = inject('balieTestServer');
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  await asAdmin(server, async (admin) => {
    if (template !== undefined) await ensureTemplate(server, admin, template);
    await copyDatabase(server, admin, template?.name ?? migrated, name);
  });
  return testDatabase(server, name);
}

function testDatabase(server: TestServer, name: string): TestDatabase {
  const drop = () =>
    asAdmin(server, async (admin) => {
      await admin.query(`drop database if exists ${name} with (force)`);
    });
  return { ...logins(server, name), drop };
}

function ownerOf(server: TestServer): string {
  return pg.escapeIdentifier(server.owner.user ?? 'postgres');
}

/** A database without anything in it, not even a table: what a new installation starts from. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = inject('balieTestServer');
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  await asAdmin(server, (admin) => admin.query(`create database ${name} owner ${ownerOf(server)}`));
  return testDatabase(server, name);
}

/** Vitest's global setup: one server and one migrated template for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  const { server, stop } = url === undefined ? await startServer() : await givenServer(url);
  await asAdmin(server, async (admin) => {
    const name = `${server.prefix}_${migrated}`;
    await admin.query(
      `create database ${name} owner ${pg.escapeIdentifier(server.owner.user ?? 'postgres')}`,
    );
    await migrate({ ...server.owner, database: name }, server.app.user);
  });
  project.provide('balieTestServer', server);
  return stop;
}

function logins(server: TestServer, database: string): Omit<TestDatabase, 'drop'> {
  return { owner: { ...server.owner, database }, app: { ...server.app, database } };
}

async function asAdmin<T>(server: TestServer, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(server.admin);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

// Copying the files takes half the time of copying by the write-ahead log, which is the default.
async function copyDatabase(server: TestServer, admin: pg.Client, from: string, name: string): Promise<void> {
  await admin.query(
    `create database ${name} template ${server.prefix}_${from} strategy file_copy owner ${ownerOf(server)}`,
  );
}

async function ensureTemplate(server: TestServer, admin: pg.Client, template: Template): Promise<void> {
  const name = `${server.prefix}_${template.name}`;
  await admin.query('select pg_advisory_lock($1)', [advisoryLocks.testTemplate]);
  const found = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) {
    await copyDatabase(server, admin, migrated, `${name}_new`);
    await template.build(logins(server, `${name}_new`));
    await admin.query(`alter database ${name}_new rename to ${name}`);
  }
  await admin.query('select pg_advisory_unlock($1)', [advisoryLocks.testTemplate]);
}

type Started = { readonly server: TestServer; readonly stop: () => Promise<void> };

async function startServer(): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'balie-test-'));
  // As root the server runs under another account, which must get through.
  chmodSync(folder, 0o711);
  const database = await startEmbedded({
    dataFolder: join(folder, 'data'),
    log: console,
    isDurable: false,
  });
  const server = {
    admin: database.adminConfig,
    owner: database.ownerConfig,
    app: database.appConfig,
    prefix: 'test',
  };
  const stop = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, stop };
}

/** A PostgreSQL that is there already; its login must be allowed to make databases and roles. */
async function givenServer(url: string): Promise<Started> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const run = randomBytes(4).toString('hex');
  const place = { host: decodeURIComponent(hostname), port: Number(port || 5432) };
  const login = {
    ...place,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  const user = `balie_test_app_${run}`;
  const app = { ...place, user, password: randomBytes(12).toString('hex') };
  const server = { admin: login, owner: login, app, prefix: `balie_test_${run}` };
  await asAdmin(server, (admin) => admin.query(`create role ${user} login password '${app.password}'`));
  const stop = () =>
    asAdmin(server, async (admin) => {
      const mine = await admin.query<{ datname: string }>(
        'select datname from pg_database where datname like $1',
        [`${server.prefix}%`],
      );
      for (const { datname } of mine.rows) await admin.query(`drop database ${datname} with (force)`);
      await admin.query(`drop role ${user}`);
    });
  return { server, stop };
}
