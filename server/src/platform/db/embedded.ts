import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../start-problem.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { seriesOf } from './embedded/archiving.ts';
import { checkVersion, clusterPassword, createCluster } from './embedded/cluster.ts';
import { findHome, findSocketFolder, type Home } from './embedded/home.ts';
import { takeFolder } from './embedded/lock.ts';
import { disownStalePidFile, isPostmasterOf, readPidFile, stopForeign } from './embedded/postmaster.ts';
import { keepRunning } from './embedded/keep-running.ts';
import { connections, startServer } from './embedded/server.ts';
import type { EmbeddedDatabase, EmbeddedOptions, EmbeddedStep } from './embedded/types.ts';

const isWindows = process.platform === 'win32';

/**
 * Starts PostgreSQL on the data folder, making the cluster, the roles and the database on first use, and recovering
 * from whatever the last end left behind (decision 0012). One Balie per data folder: throws {@link StartProblem} `data-taken`,
 * `data-unwritable`, `database-newer`, `database-older`, `database-binaries-missing`, `database-no-user` or
 * `database-failed`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { onProgress = () => {}, isDurable = true } = options;
  const home = findHome(options.dataFolder, options.derivedFolders);
  checkVersion(home);
  const lock = takeFolder(home.folder);
  try {
    const binaries = prepareBinaries(home.folder, home.account, () => onProgress('copying-binaries'));
    if (existsSync(join(home.cluster, 'PG_VERSION'))) {
      await stopPrevious(home, onProgress);
    } else {
      onProgress('creating-cluster');
      await createCluster(home, binaries, isDurable);
    }
    const sockets = isWindows ? { folder: '', notes: [] } : findSocketFolder(home);
    const series = seriesOf(home, options.archives);
    const start = (port?: number) =>
      startServer({
        home,
        binaries,
        socketFolder: sockets.folder,
        isDurable,
        isArchiving: series !== undefined,
        onProgress,
        ...(port === undefined ? {} : { port }),
      });
    const server = await start();
    const running = keepRunning(server, {
      restart: async () => {
        onProgress('restarting');
        await stopPrevious(home, onProgress);
        return start(server.place.port);
      },
      onEnded: (why) => options.log.error(why),
      onLost: (why) => options.onLost?.(why),
      release: lock.release,
    });
    const notes = [...home.notes, ...sockets.notes];
    const ways = connections(server.place);
    return {
      ...ways,
      notes,
      ...(series === undefined
        ? {}
        : { archiving: { folder: home.cluster, series, admin: ways.adminConfig } }),
      get pid() {
        return running.current().child.pid ?? 0;
      },
      stop: running.stop,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * For commands beside the product: connects to the embedded database that a running Balie has on this data folder
 * (`stop` then does nothing), or starts it for the time being.
 */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    return await startEmbedded(options);
  } catch (error) {
    if (!(error instanceof StartProblem) || error.code !== 'data-taken') throw error;
    const home = findHome(options.dataFolder, options.derivedFolders);
    const running = readPidFile(home.cluster);
    if (running === undefined || !running.isReady) throw error;
    const password = clusterPassword(home);
    const host = isWindows ? '127.0.0.1' : running.socketFolder;
    const place = { host, port: running.port, ...(password === undefined ? {} : { password }) };
    return { ...connections(place), notes: [], pid: running.pid, stop: async () => {} };
  }
}

/** A server that outlived its Balie (`kill -9`) is stopped cleanly, so that settings and version are ours. */
async function stopPrevious(home: Home, onProgress: (step: EmbeddedStep) => void): Promise<void> {
  const previous = readPidFile(home.cluster);
  if (previous === undefined) return;
  if (isPostmasterOf(home.cluster, previous.pid)) {
    onProgress('stopping-previous');
    await stopForeign(home.cluster, previous.pid);
  }
  disownStalePidFile(home.cluster);
}
