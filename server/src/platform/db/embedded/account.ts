import { readFileSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** The account that the database's processes run under, when it is not our own. */
export type Account = { readonly uid: number; readonly gid: number };

type PasswdEntry = Account & { readonly name: string };

function passwdEntries(): PasswdEntry[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((parts) => parts.length >= 4)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}

/**
 * PostgreSQL refuses to run as root, so root hands the cluster to somebody else: to the owner of a cluster that
 * exists, else to the first of these accounts that the machine knows. `undefined` means: run as ourselves.
 */
export function databaseAccount(clusterFolder: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = statSync(clusterFolder, { throwIfNoEntry: false });
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const entries = passwdEntries();
  for (const name of ['nobody', 'postgres', '_postgres', 'daemon']) {
    const entry = entries.find((candidate) => candidate.name === name && candidate.uid > 0);
    if (entry !== undefined) return { uid: entry.uid, gid: Math.max(entry.gid, 1) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Whether the account has a name; `initdb` looks it up and fails without (macOS keeps names elsewhere). */
export function accountHasName(account: Account | undefined): boolean {
  const uid = account?.uid ?? process.getuid?.();
  if (uid === undefined || process.platform !== 'linux') return true;
  return passwdEntries().some((entry) => entry.uid === uid);
}

function allows(stats: Stats, account: Account, bit: number): boolean {
  if (stats.uid === account.uid) return (stats.mode & (bit << 6)) !== 0;
  if (stats.gid === account.gid) return (stats.mode & (bit << 3)) !== 0;
  return (stats.mode & bit) !== 0;
}

/** Whether the account may walk down to `folder` and through it. Without an account: we ourselves, so yes. */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || !allows(stats, account, 0o1)) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, account);
}

/** Whether the account may read this file, its folders included. */
export function canRead(file: string, account: Account | undefined): boolean {
  if (account === undefined) return true;
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && allows(stats, account, 0o4) && canEnter(dirname(file), account);
}
