import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import { newClient } from '../client.ts';
import type { Account } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { checkVersion } from './cluster.ts';
import { findHome, findSocketFolder, type Home, writing } from './home.ts';
import { takeFolder } from './lock.ts';
import { connections, type Server, startServer, stopServer } from './server.ts';
import type { EmbeddedConnection, EmbeddedOptions } from './types.ts';

/** How a cluster is recovered. */
export type Recovery = {
  /** Lays the files of a base backup and the WAL since then into an empty folder. */
  readonly fill: (cluster: string) => Promise<void>;
  /** Changes after this moment are left out; the WAL has all those before it. */
  readonly to: Date;
  /** Called with the recovered database running, before its folder counts as one. */
  readonly complete: (database: {
    readonly owner: EmbeddedConnection;
    readonly lastChange: Date | undefined;
  }) => Promise<void>;
};

/**
 * Makes the cluster of a data folder that has none from a base backup and the WAL that follows it (decision 0161). Until
 * the end it has another name: a recovery that was cut short is begun anew.
 *
 * @throws StartProblem `data-has-database`, `database-failed` or as `startEmbedded`
 */
export async function recoverEmbedded(options: EmbeddedOptions, recovery: Recovery): Promise<void> {
  const { onProgress = () => {} } = options;
  const home = findHome(options.dataFolder, options.derivedFolders);
  const lock = takeFolder(home.folder);
  try {
    if (existsSync(join(home.cluster, 'PG_VERSION')))
      throw new StartProblem('data-has-database', { folder: home.folder });
    const binaries = prepareBinaries(home.folder, home.account, () => onProgress('copying-binaries'));
    const unfinished = { ...home, cluster: `${home.cluster}.new` };
    writing(home.folder, () => {
      rmSync(unfinished.cluster, { recursive: true, force: true });
      mkdirSync(unfinished.cluster, { mode: 0o700 });
    });
    await recovery.fill(unfinished.cluster);
    checkVersion(unfinished);
    writeFileSync(join(unfinished.cluster, 'recovery.signal'), '');
    giveTo(unfinished.cluster, home.account);
    const socketFolder = process.platform === 'win32' ? '' : findSocketFolder(home).folder;
    const server = await replay(recovery, (settings) =>
      startServer({
        home: unfinished,
        binaries,
        socketFolder,
        isDurable: true,
        onProgress,
        recovery: settings,
      }),
    );
    try {
      const { ownerConfig, adminConfig } = connections(server.place);
      await recovery.complete({ owner: ownerConfig, lastChange: await lastChangeOf(adminConfig) });
    } finally {
      await stopServer(server);
    }
    finish(unfinished, home);
  } finally {
    lock.release();
  }
}

// All of the WAL lies in the folder, so there is nothing to restore it from.
const fromFolder = { restore_command: 'exit 1', hot_standby: 'off', recovery_target_action: 'promote' };

async function replay(
  { to }: Recovery,
  start: (settings: Record<string, string>) => Promise<Server>,
): Promise<Server> {
  try {
    // Names of zones, Z among them, are not known yet when settings are read.
    return await start({ ...fromFolder, recovery_target_time: to.toISOString().replace('Z', '+00') });
  } catch (error) {
    const isAtEnd = error instanceof StartProblem && /recovery ended before/.test(error.message);
    if (!isAtEnd) throw error;
    // Nothing was changed after that moment: all that there is belongs to it.
    return start(fromFolder);
  }
}

async function lastChangeOf(admin: EmbeddedConnection): Promise<Date | undefined> {
  const client = newClient(admin);
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? undefined;
  } finally {
    await client.end();
  }
}

function finish(unfinished: Home, home: Home): void {
  // A leftover of a start that was cut short would be in the way.
  rmSync(home.cluster, { recursive: true, force: true });
  renameSync(unfinished.cluster, home.cluster);
}

function giveTo(folder: string, account: Account | undefined): void {
  if (account === undefined) return;
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
}
