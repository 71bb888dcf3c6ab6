import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { chownSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StartProblem } from '../start-problem.ts';
import { joinEmbedded, startEmbedded } from './embedded.ts';
import type { EmbeddedDatabase, EmbeddedOptions } from './embedded/types.ts';
import { databaseAccount } from './embedded/account.ts';
import { prepareBinaries } from './embedded/binaries.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
let running: EmbeddedDatabase[];
let processes: ChildProcess[];
let elsewhere: number[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balie-pg-'));
  chmodSync(folder, 0o711);
  running = [];
  processes = [];
  elsewhere = [];
});

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL');
  for (const database of running) await database.stop();
  for (const pid of elsewhere) await hasEnded(pid);
  rmSync(folder, { recursive: true, force: true });
});

async function start(more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const log = { error: () => {} };
  const database = await startEmbedded({ dataFolder: join(folder, 'data'), log, isDurable: false, ...more });
  running.push(database);
  return database;
}

function hasEnded(pid: number): Promise<void> {
  return expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 10_000 }).toBe(false);
}

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

/** The error code that a process of another account gets when it connects; `in` when it is let in. */
async function connectAs(uid: number, settings: pg.ClientConfig): Promise<string> {
  // The account may not be able to read the checkout: the driver is loaded before the process becomes it.
  const program = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const client = new pg.Client(${JSON.stringify(settings)});
    process.setgid(${uid}); process.setuid(${uid});
    client.connect().then(() => console.log('in'), (error) => console.log(error.code, error.message)).finally(() => process.exit(0));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  const [chunk]: unknown[] = await once(child.stdout ?? child, 'data');
  return String(chunk).trim();
}

type Elsewhere = { child: ChildProcess; said: string; pid: number };

/** Another process that starts the database as a Balie of its own, and stays. */
async function startElsewhere(options: { uid?: number } = {}): Promise<Elsewhere> {
  const module = JSON.stringify(new URL('./embedded.ts', import.meta.url).href);
  const program = `
    const { startEmbedded } = await import(${module});
    try {
      const { pid } = await startEmbedded({ dataFolder: ${JSON.stringify(join(folder, 'data'))}, log: console });
      console.log('pid', pid);
    } catch (error) { console.log(error.code, error.message); process.exit(1); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  const [chunk]: unknown[] = await once(child.stdout ?? child, 'data');
  const said = String(chunk).trim();
  const pid = Number(/^pid (\d+)/.exec(said)?.[1] ?? 0);
  if (pid > 0) elsewhere.push(pid);
  return { child, said, pid };
}

describe('an ordinary start', () => {
  test('gives a login that owns nothing and one that owns the database, and neither is a superuser', async () => {
    const { ownerConfig, appConfig } = await start();
    const who = 'select current_user as name, rolsuper from pg_roles where rolname = current_user';
    expect(await query(ownerConfig, who)).toEqual([{ name: 'balie_owner', rolsuper: false }]);
    expect(await query(appConfig, who)).toEqual([{ name: 'balie_app', rolsuper: false }]);
    await query(ownerConfig, 'create extension pg_trgm');
    await expect(query(appConfig, 'create table mine (id int)')).rejects.toThrow('permission denied');
  });

  test('sorts the Dutch way where an ICU collation is asked for, and keeps every character', async () => {
    const { ownerConfig } = await start();
    const sorted = `select string_agg(name, ',' order by name collate "nl-NL-x-icu") as names
      from (values ('zon'), ('één'), ('Eva'), ('appel'), ('ĳs 🍦')) as words(name)`;
    expect(await query(ownerConfig, sorted)).toEqual([{ names: 'appel,één,Eva,ĳs 🍦,zon' }]);
  });

  test('finds yesterday’s rows again', async () => {
    const first = await start();
    await query(first.ownerConfig, 'create table kept as select 7 as answer');
    await Promise.all([first.stop(), first.stop()]);
    const second = await start();
    expect(await query(second.ownerConfig, 'select answer from kept')).toEqual([{ answer: 7 }]);
  });

  test('listens on a socket that only its own account can enter, and on no network', async () => {
    const { adminConfig } = await start();
    expect(await query(adminConfig, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  test.runIf(isRoot)(
    'lets nobody else in by the socket, its own account and clusters that trust everybody included',
    async () => {
      const first = await start();
      await first.stop();
      const cluster = join(folder, 'data/postgres');
      expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).toContain('trust');
      const { adminConfig, appConfig } = await start();
      expect(await query(appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
      for (const user of ['postgres', 'balie_owner', 'balie_app']) {
        expect(await connectAs(databaseAccount(cluster)?.uid ?? 0, { ...adminConfig, user })).toContain(
          '28000',
        );
      }
    },
  );

  test('starts where the making of the roles was cut short', async () => {
    const first = await start();
    await query(first.adminConfig, 'drop database balie');
    await query(first.adminConfig, 'drop role balie_app');
    await first.stop();
    const second = await start();
    expect(await query(second.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('starts anew where the making of the cluster was cut short', async () => {
    mkdirSync(join(folder, 'data/postgres.new/base'), { recursive: true });
    chmodSync(join(folder, 'data'), 0o711);
    const { appConfig } = await start();
    expect(await query(appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('refuses with one sentence and changes nothing', () => {
  test('when another Balie uses the folder, while a command may join it', async () => {
    const first = await start();
    await expect(start()).rejects.toMatchObject({ code: 'data-taken' });
    const joined = await joinEmbedded({ dataFolder: join(folder, 'data'), log: { error: () => {} } });
    expect(await query(joined.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
    await joined.stop();
    expect(await query(first.appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('when that other Balie is another process', async () => {
    expect((await startElsewhere()).said).toMatch(/^pid \d+/);
    await expect(start()).rejects.toMatchObject({ code: 'data-taken' });
  });

  test.each([
    ['99', 'database-newer'],
    ['17', 'database-older'],
  ])('when PostgreSQL %s made the database', async (version, code) => {
    const cluster = join(folder, 'data/postgres');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), `${version}\n`);
    await expect(start()).rejects.toMatchObject({ code });
    expect(readdirSync(join(folder, 'data'))).toEqual(['postgres']);
    expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  });

  test('when the data folder cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    const dataFolder = join(folder, 'file/data');
    await expect(start({ dataFolder })).rejects.toMatchObject({ code: 'data-unwritable' });
  });

  test.runIf(isRoot)('when the user id has no name, as initdb insists on one', async () => {
    mkdirSync(join(folder, 'data'));
    chownSync(join(folder, 'data'), 54321, 54321);
    expect((await startElsewhere({ uid: 54321 })).said).toMatch(/^database-no-user .*54321/);
  });

  test('with the server’s own last words when it cannot start', async () => {
    const first = await start();
    await first.stop();
    rmSync(join(folder, 'data/postgres/global/pg_control'));
    await expect(start()).rejects.toMatchObject({
      code: 'database-failed',
      message: expect.stringContaining('could not find the database system'),
    });
  });
});

describe('recovers', () => {
  test('after kill -9 of Balie the database stops by itself, and starts again with every row', async () => {
    const { child, pid } = await startElsewhere();
    child.kill('SIGKILL');
    await hasEnded(pid);
    expect(await query((await start()).appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('after kill -9 a start right away finds the server still running and takes over', async () => {
    const { child } = await startElsewhere();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await query((await start()).appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('after kill -9 of the database alone it is started again in the same place', async () => {
    const reported: string[] = [];
    const first = await start({ log: { error: (message) => reported.push(message) }, isDurable: true });
    const { pid } = first;
    await query(first.ownerConfig, 'create table kept as select 7 as answer');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => reported.length, { timeout: 15_000 }).toBe(1);
    const answer = () => query(first.ownerConfig, 'select answer from kept').catch(() => 'not yet');
    // The new one may answer before its number is known here.
    await expect.poll(() => first.pid, { timeout: 15_000 }).not.toBe(pid);
    await expect.poll(answer, { timeout: 15_000 }).toEqual([{ answer: 7 }]);
    expect(reported).toEqual([expect.stringContaining('SIGKILL')]);
    await first.stop();
    await hasEnded(first.pid);
    expect(await query((await start()).ownerConfig, 'select answer from kept')).toEqual([{ answer: 7 }]);
  });

  test('after kill -9 of one session by itself', async () => {
    const { ownerConfig, adminConfig, pid } = await start();
    const client = new pg.Client(ownerConfig);
    const lost = once(client, 'error');
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await lost;
    await expect
      .poll(() => query(adminConfig, 'select 1 as one').catch(() => 'not yet'), { timeout: 15_000 })
      .toEqual([{ one: 1 }]);
    expect(running[0]?.pid).toBe(pid);
  });

  test('not, where it cannot be started any more, and its owner hears why', async () => {
    const lost = Promise.withResolvers<StartProblem>();
    const database = await start({ onLost: lost.resolve });
    rmSync(join(folder, 'data/postgres/global/pg_control'));
    process.kill(database.pid, 'SIGKILL');
    const problem = await lost.promise;
    expect(problem.code).toBe('database-failed');
    expect(problem.sentence({})).toContain('does not start');
    await database.stop();
  });

  test('not, where it is being stopped', async () => {
    const database = await start();
    const { pid } = database;
    process.kill(pid, 'SIGKILL');
    await hasEnded(pid);
    await database.stop();
    await hasEnded(database.pid);
    await (await start()).stop();
  });

  test('from a pid file whose pid is now somebody else of the same account', async () => {
    const first = await start();
    await first.stop();
    const account = databaseAccount(join(folder, 'data/postgres'));
    const stranger = spawn('sleep', ['600'], { ...account, stdio: 'ignore' });
    processes.push(stranger);
    const file = join(folder, 'data/postgres/postmaster.pid');
    writeFileSync(
      file,
      `${stranger.pid}\n${join(folder, 'data/postgres')}\n1\n5432\n${join(folder, 'data/run')}\n\n`,
    );
    if (account !== undefined) chownSync(file, account.uid, account.gid);
    writeFileSync(join(folder, 'data/run/.s.PGSQL.5432.lock'), `${stranger.pid}\n`);
    expect(await query((await start()).appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBe(null);
  });

  test.runIf(process.platform === 'linux')(
    'from a pid file whose pid is a zombie that nobody collects',
    async () => {
      const first = await start();
      await first.stop();
      const account = databaseAccount(join(folder, 'data/postgres'));
      // The shell becomes a program that never asks after its child.
      const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600'], {
        ...account,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      processes.push(parent);
      const [pid]: unknown[] = await once(parent.stdout, 'data');
      const zombie = String(pid).trim();
      await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /);
      writeFileSync(join(folder, 'data/postgres/postmaster.pid'), `${zombie}\n`);
      expect(await query((await start()).appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );

  test('from a pid file whose pid is gone', async () => {
    const first = await start();
    await first.stop();
    const removed = spawn('true');
    await once(removed, 'exit');
    writeFileSync(join(folder, 'data/postgres/postmaster.pid'), `${removed.pid}\n`);
    expect(await query((await start()).appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('finds a place', () => {
  test('for the socket, where the data folder’s path is too long for one', async () => {
    const dataFolder = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(dirname(dataFolder));
    const { appConfig, notes, stop } = await start({ dataFolder });
    expect(await query(appConfig, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(notes).toEqual([expect.stringContaining(appConfig.host)]);
    expect(Buffer.byteLength(appConfig.host)).toBeLessThan(60);
    await stop();
    rmSync(appConfig.host, { recursive: true });
  });

  test.runIf(isRoot)(
    'in a private data folder of root, by letting others pass through it and no more',
    async () => {
      mkdirSync(join(folder, 'data'), { mode: 0o700 });
      const { notes } = await start();
      expect(notes).toEqual([]);
      expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o711);
    },
  );

  test.runIf(isRoot)('for the cluster, where its account cannot reach the data folder', async () => {
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    const places = { dataFolder: join(folder, 'closed/data'), derivedFolders: join(folder, 'elsewhere') };
    const first = await start(places);
    expect(first.notes).toEqual([expect.stringContaining(join(folder, 'elsewhere'))]);
    await query(first.ownerConfig, 'create table kept as select 7 as answer');
    await expect(start(places)).rejects.toMatchObject({ code: 'data-taken' });
    await first.stop();
    const second = await start({ ...places, derivedFolders: join(folder, 'changed') });
    expect(await query(second.ownerConfig, 'select answer from kept')).toEqual([{ answer: 7 }]);
  });

  test.runIf(isRoot)(
    'for the programs, where the account cannot read them, and mends their links',
    async () => {
      const first = await start();
      const native = /^(.*)\/native\/bin/.exec(readFileSync(`/proc/${first.pid}/cmdline`, 'utf8'))?.[1] ?? '';
      await first.stop();
      const closed = join(folder, 'closed');
      cpSync(native, join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
      unlinkSync(join(closed, 'package/native/lib/libicui18n.so.60'));
      symlinkSync('elsewhere', join(closed, 'package/native/unrelated'));
      chmodSync(closed, 0o700);
      let copies = 0;
      const account = databaseAccount(join(folder, 'data/postgres'));
      const prepare = () => prepareBinaries(folder, account, () => (copies += 1), join(closed, 'package'));
      const { postgres } = prepare();
      expect(prepare().postgres).toBe(postgres);
      expect(copies).toBe(1);
      const version = spawn(postgres, ['--version'], { ...account, stdio: 'ignore' });
      expect(await once(version, 'exit')).toEqual([0, null]);
    },
  );
});

test('the database leaves with its process, however that ends', async () => {
  const { child, pid } = await startElsewhere();
  child.kill('SIGTERM');
  await once(child, 'exit');
  await hasEnded(pid);
});
