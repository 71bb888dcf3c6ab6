import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '../tests/support/product.ts';

/** Milliseconds that processors have worked: for the server with its workers, and for PostgreSQL with all its backends. */
interface Worked {
  readonly server: number;
  readonly database: number;
}

// Ticks of /proc are hundredths of a second on every Linux that we meet.
const tickMs = 10;

// The database is a child of the server that started it.
/** What server and database of a product have worked since they started: unlike a clock it does not run for others' work. Linux only. */
export async function workedOf(product: Product): Promise<Worked> {
  const postmaster = Number(
    (await readFile(join(product.dataFolder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '0')).split(
      '\n',
    )[0],
  );
  const [server = 0, database = 0] = await Promise.all([product.pid, postmaster].map(treeMs));
  return { server: server - database, database };
}

/** The same of one process and its children. */
export const workedByProcess = treeMs;

/** Has the worker of a product stand still, with what it started, until `resumeWorker`. */
export const pauseWorker = (product: Product): Promise<void> => signalWorker(product, 'SIGSTOP');

/** Lets it go on. */
export const resumeWorker = (product: Product): Promise<void> => signalWorker(product, 'SIGCONT');

async function signalWorker(product: Product, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const name of pids) {
    const [one, command] = await Promise.all([
      statOf(name),
      readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    ]);
    if (one?.parent === product.pid && command.includes('worker')) process.kill(one.pid, signal);
  }
}

/** A process and its children, ended ones that were waited for included. */
async function treeMs(root: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(statOf));
  const byParent = Map.groupBy(
    all.flatMap((one) => one ?? []),
    ({ parent }) => parent,
  );
  const sum = (pid: number): number =>
    (byParent.get(pid) ?? []).reduce((total, child) => total + child.ms + sum(child.pid), 0);
  return (all.find((one) => one?.pid === root)?.ms ?? 0) + sum(root);
}

async function statOf(
  name: string,
): Promise<{ readonly pid: number; readonly parent: number; readonly ms: number } | null> {
  const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  // The name of a program may hold spaces; what follows its bracket does not.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const ticks = fields.slice(11, 15).reduce((total, part) => total + part, 0);
  return line === '' ? null : { pid: Number(name), parent, ms: ticks * tickMs };
}

/** Milliseconds that one backend has worked, whatever else the machine did; 0 where that cannot be read. Linux only. */
export async function workedByBackend(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0');
  return Number(line.split(' ')[0]) / 1e6;
}

/** The value below which this part of them lies: 0.5 gives the median, 1 the greatest. */
export function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
