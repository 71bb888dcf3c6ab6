import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** A process and everything under it, as far down as it goes: server, worker, database, its sessions. */
export function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const child = Number(name);
    const parent = Number.isInteger(child) ? parentOf(child) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const family = [pid];
  for (const member of family) family.push(...(children.get(member) ?? []));
  return family;
}

/** `kill -9`; a process that is gone already is fine. */
export function killOutright(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Its parent took it along.
    }
  }
}

/** Waits until none of them runs any more. */
export async function haveEnded(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => parentOf(pid) !== undefined)) await sleep(20);
}
