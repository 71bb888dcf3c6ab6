import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from '../client.ts';
import { StartProblem } from '../../start-problem.ts';
import { accessSettings } from './access.ts';
import { archivingSettings } from './archiving.ts';
import type { Binaries } from './binaries.ts';
import { clusterPassword, createRoles } from './cluster.ts';
import type { Home } from './home.ts';
import { readPidFile } from './postmaster.ts';
import type { EmbeddedDatabase, EmbeddedStep } from './types.ts';
import { freePort } from '../../processes/free-port.ts';

type Place = { readonly host: string; readonly port: number; readonly password?: string };
export type Launch = {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly socketFolder: string;
  readonly isDurable: boolean;
  readonly onProgress: (step: EmbeddedStep) => void;
  /** The port of a server that is started again, which its users know; absent: any. */
  readonly port?: number;
  /** Whether finished WAL is kept for an archive; absent: no. */
  readonly isArchiving?: boolean;
  /** Settings of a recovery from an archive; absent: none. */
  readonly recovery?: Readonly<Record<string, string>>;
};
export type Server = Launch & {
  readonly child: ChildProcess;
  readonly place: Place;
  readonly hasEnded: () => boolean;
};

const isWindows = process.platform === 'win32';
const largestLog = 5_000_000;

/** The three ways into a server that listens at this place. */
export function connections(
  place: Place,
): Pick<EmbeddedDatabase, 'ownerConfig' | 'appConfig' | 'adminConfig'> {
  return {
    ownerConfig: { ...place, user: 'balie_owner', database: 'balie' },
    appConfig: { ...place, user: 'balie_app', database: 'balie' },
    adminConfig: { ...place, user: 'postgres', database: 'postgres' },
  };
}

/** On the command line rather than in postgresql.conf, so that a newer Balie uses its own settings. */
function settings({ home, socketFolder, isDurable, isArchiving = false, recovery = {} }: Launch): string[] {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  const megabytes = Math.floor(memory / 1024 / 1024);
  const values: Record<string, string | number> = {
    listen_addresses: isWindows ? '127.0.0.1' : '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    ...accessSettings(home),
    max_connections: 100,
    shared_buffers: `${Math.min(256, Math.max(32, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(megabytes / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: 1.1,
    jit: 'off',
    ...archivingSettings(isArchiving),
    max_wal_senders: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The log is about the server, not the data: no statements, values or keys of rows.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...recovery,
  };
  if (!isDurable) Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function openLog(home: Home): { file: string; from: number; handle: number } {
  const file = join(home.folder, 'postgres.log');
  let from = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (from > largestLog) {
    renameSync(file, `${file}.1`);
    from = 0;
  }
  return { file, from, handle: openSync(file, 'a', 0o600) };
}

async function launch(options: Launch, log: number): Promise<Server> {
  const { home, binaries, socketFolder } = options;
  // A socket's port is only a part of its name.
  const port = options.port ?? (isWindows ? await freePort() : 5432);
  const password = clusterPassword(home);
  const host = isWindows ? '127.0.0.1' : socketFolder;
  if (!isWindows) {
    // Left by a predecessor: by our lock and the pid file nobody listens there any more.
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
      rmSync(join(socketFolder, name), { force: true });
  }
  const child = spawn(binaries.postgres, ['-D', home.cluster, '-p', String(port), ...settings(options)], {
    ...home.account,
    cwd: home.cluster,
    // A session of its own: Ctrl-C reaches us alone, and we stop the database after the last request.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C', PGDATA: '' },
  });
  let hasEnded = false;
  child.once('error', () => (hasEnded = true));
  child.once('exit', () => (hasEnded = true));
  endWithUs(child, home);
  const place = { host, port, ...(password === undefined ? {} : { password }) };
  return { ...options, child, place, hasEnded: () => hasEnded };
}

/** Starts the server and waits until it answers; throws `database-failed` with its last words. */
export async function startServer(options: Launch): Promise<Server> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const log = openLog(options.home);
    const server = await launch(options, log.handle).finally(() => closeSync(log.handle));
    try {
      if (await answers(server)) return server;
    } catch (error) {
      server.child.kill('SIGINT');
      throw error;
    }
    const said = readFileSync(log.file, 'utf8').slice(log.from);
    // Children of a killed server finish their statement before they notice; then the next attempt succeeds.
    if (!said.includes('pre-existing shared memory block') || performance.now() > deadline) {
      throw new StartProblem('database-failed', { why: lastWords(said), log: log.file });
    }
    options.onProgress('stopping-previous');
    await sleep(200);
  }
}

function lastWords(said: string): string {
  const loud = /(?:FATAL|PANIC):\s*(.*)/.exec(said)?.[1];
  return loud ?? said.trim().split('\n').at(0) ?? 'it ended at once';
}

/** Waits for the first answer; `false` when the server ended instead. */
async function answers(server: Server): Promise<boolean> {
  const begin = performance.now();
  let isSlow = false;
  while (!server.hasEnded()) {
    const running = readPidFile(server.home.cluster);
    if (running?.isReady && running.pid === server.child.pid) {
      await connectOnce(server.place);
      return true;
    }
    if (!isSlow && performance.now() - begin > 1500) {
      isSlow = true;
      server.onProgress('recovering');
    }
    await sleep(isSlow ? 50 : 5);
  }
  return false;
}

/** Connects as the owner; where that fails the cluster is new, or its making was cut short. */
async function connectOnce(place: Place): Promise<void> {
  const configs = connections(place);
  const client = newClient(configs.ownerConfig);
  try {
    await client.connect();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // Unknown database, unknown role, unknown password.
    if (code !== '3D000' && code !== '28000' && code !== '28P01') throw error;
    await createRoles(configs.adminConfig);
  } finally {
    await client.end();
  }
}

/**
 * When we are killed outright nobody is left to stop the database. So a shell waits on a pipe from us: the kernel
 * closes our end, however we come to ours, and the shell asks the database to stop.
 */
function startWatcher(child: ChildProcess, home: Home): ChildProcess | undefined {
  if (isWindows) return undefined;
  const script = 'trap "" INT TERM HUP; read -r _; kill -INT "$0"';
  const watcher = spawn('/bin/sh', ['-c', script, String(child.pid)], {
    ...home.account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.unref();
  return watcher;
}

// From its first moment: a start can be broken off before the server answers.
function endWithUs(child: ChildProcess, home: Home): void {
  if (child.pid === undefined) return;
  const watcher = startWatcher(child, home);
  const atExit = () => child.kill('SIGINT');
  process.once('exit', atExit);
  child.once('exit', () => {
    process.removeListener('exit', atExit);
    watcher?.kill('SIGKILL');
  });
}

/** Stops the server in order; nothing when it has ended already. */
export async function stopServer({ child, home, binaries, hasEnded }: Server): Promise<void> {
  if (hasEnded()) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (isWindows) {
    // Windows has no signals; pg_ctl speaks to the server over a pipe.
    execFileSync(binaries.pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-w'], { stdio: 'ignore' });
  } else {
    child.kill('SIGINT');
  }
  const patience = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await ended;
  clearTimeout(patience);
}
