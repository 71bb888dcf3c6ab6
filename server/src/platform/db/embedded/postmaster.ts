import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a running server writes about itself in `postmaster.pid`. */
export type PidFile = {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
};

/** Reads `postmaster.pid`; `undefined` when there is none. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    const isReady = lines[7]?.trim() === 'ready';
    return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady };
  } catch {
    return undefined;
  }
}

/** Whether this pid runs; a zombie that nobody has collected (a container without an init) does not count. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return process.platform !== 'linux' || !existsSync('/proc/self/stat');
  }
}

/** Whether the pid is really a PostgreSQL on this cluster: pids are reused, after a reboot above all. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    // A postmaster works in its data directory.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return commandLine(pid).includes(cluster);
  }
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'win32') {
      return execFileSync('tasklist', ['/fi', `pid eq ${pid}`, '/nh'], { encoding: 'utf8' });
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * PostgreSQL takes any process of its own user under the old pid for a predecessor and refuses to start: a stranger,
 * or a zombie that nobody has collected yet. Its parent's pid it knows to be stale, so write ours: unlike removing
 * the file this keeps its check for surviving children. Only for a pid that is no server on this cluster.
 */
export function disownStalePidFile(cluster: string): void {
  if (readPidFile(cluster) === undefined) return;
  const file = join(cluster, 'postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [String(process.pid), ...rest].join('\n'));
}

/**
 * Stops a server that is not our child, in the given ways one after another, each with its seconds to finish:
 * `SIGINT` ends sessions and writes everything out, `SIGQUIT` leaves the rest to recovery.
 */
export async function stopForeign(cluster: string, pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + seconds * 1000;
    while (performance.now() < deadline) {
      if (!isPostmasterOf(cluster, pid)) return;
      await sleep(10);
    }
  }
}
