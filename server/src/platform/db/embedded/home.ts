import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, realpathSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { StartProblem } from '../../start-problem.ts';
import { type Account, canEnter, databaseAccount } from './account.ts';

/** Where everything of one embedded database lives. */
export type Home = {
  /** The data folder itself, or a folder derived from it that the database's account can reach. */
  readonly folder: string;
  readonly cluster: string;
  readonly account: Account | undefined;
  /** What the operator should know about places that are not the obvious ones. */
  readonly notes: readonly string[];
};

/** Unix addresses have at most 108 bytes on Linux and 104 on macOS, the closing zero included. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;
const socketName = '.s.PGSQL.5432';
/** Written into the data folder when the cluster lives elsewhere, so that a renamed data folder still finds it. */
const pointerName = 'database-folder.txt';

function code(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : String(error);
}

/** Runs a step that writes; where the file system refuses, that is the one clear sentence. */
export function writing<T>(folder: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem('data-unwritable', { folder, why: code(error) }, error);
  }
}

function makeDataFolder(path: string): string {
  return writing(path, () => {
    const isNew = mkdirSync(path, { recursive: true }) !== undefined;
    // Others may pass through (the database's account must) but see nothing; what is inside guards itself.
    if (isNew) chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700);
    return realpathSync(path);
  });
}

/**
 * A data folder that only root may enter (mode 0700, as `mkdtemp` and many volumes make them) keeps the database's
 * account out. When nothing but that folder is in the way, let others pass through it, though not look into it.
 */
function letPass(folder: string, account: Account | undefined): void {
  if (account === undefined || canEnter(folder, account) || !canEnter(dirname(folder), account)) return;
  const { uid, mode } = statSync(folder);
  if (uid === 0) writing(folder, () => chmodSync(folder, (mode & 0o777) | 0o011));
}

/** Some file systems (Windows drives under WSL, some network shares) keep no owners or modes; PostgreSQL insists. */
function keepsOwners(folder: string, account: Account | undefined): boolean {
  if (process.platform === 'win32') return true;
  const probe = writing(folder, () => mkdtempSync(join(folder, '.probe-')));
  try {
    if (account !== undefined) chownSync(probe, account.uid, account.gid);
    const stats = statSync(probe);
    return (stats.mode & 0o077) === 0 && (account === undefined || stats.uid === account.uid);
  } catch {
    return false;
  } finally {
    rmdirSync(probe);
  }
}

function derivedName(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return `${basename(folder)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 20)}-${hash}`;
}

function usualDerivedFolders(): string {
  if (process.getuid?.() === 0) return '/var/lib/balie';
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local/share'), 'balie');
}

function makeDerivedFolder(dataFolder: string, base: string): string {
  const folder = join(base, derivedName(dataFolder));
  writing(folder, () => {
    if (mkdirSync(folder, { recursive: true }) !== undefined && process.getuid?.() === 0) {
      chmodSync(base, 0o711);
      chmodSync(folder, 0o711);
    }
    writeFileSync(join(dataFolder, pointerName), `${folder}\n`);
  });
  return folder;
}

/**
 * Decides where the cluster lives: in the data folder, or, where the database's account cannot reach that, in a
 * folder derived from its path. Makes the folders; throws `data-unwritable`.
 */
export function findHome(dataFolderPath: string, derivedFolders = usualDerivedFolders()): Home {
  const dataFolder = makeDataFolder(resolve(dataFolderPath));
  const own = join(dataFolder, 'postgres');
  const pointer = join(dataFolder, pointerName);
  const account = databaseAccount(own);
  if (!existsSync(pointer)) letPass(dataFolder, account);
  const exists = existsSync(join(own, 'PG_VERSION'));
  if (exists && !canEnter(dataFolder, account)) {
    const why = `account ${account?.uid ?? ''} of the database cannot reach it`;
    throw new StartProblem('data-unwritable', { folder: dataFolder, why });
  }
  if (exists || (!existsSync(pointer) && canEnter(dataFolder, account) && keepsOwners(dataFolder, account))) {
    return { folder: dataFolder, cluster: own, account, notes: [] };
  }
  const folder = existsSync(pointer)
    ? readFileSync(pointer, 'utf8').trim()
    : makeDerivedFolder(dataFolder, derivedFolders);
  writing(folder, () => mkdirSync(folder, { recursive: true }));
  const cluster = join(folder, 'postgres');
  const note = `The database lives in ${folder}, as its account cannot use ${dataFolder}.`;
  return { folder, cluster, account: databaseAccount(cluster), notes: [note] };
}

/** A private folder of the account; `false` where somebody else was there first. */
function makePrivate(folder: string, account: Account | undefined): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) return false;
  const wanted = account?.uid ?? process.getuid?.();
  if (stats.uid !== wanted && stats.uid !== process.getuid?.()) return false;
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  return true;
}

/**
 * A folder for the socket that only the database's account (and root) can enter: beside the cluster, else, where
 * that path is too long for a socket, a short one among the temporary files.
 */
export function findSocketFolder(home: Home): { folder: string; notes: readonly string[] } {
  const name = `balie-${derivedName(home.folder).slice(-12)}`;
  const candidates = [
    join(home.folder, 'run'),
    join(tmpdir(), name),
    join('/tmp', name),
    join('/var/tmp', name),
  ];
  for (const [index, folder] of candidates.entries()) {
    if (Buffer.byteLength(join(folder, socketName)) > longestSocketPath) continue;
    if (index > 0 && !canEnter(resolve(folder, '..'), home.account)) continue;
    if (!writing(folder, () => makePrivate(folder, home.account))) continue;
    const note = `The database's socket is in ${folder}, as ${home.folder} is too long a path for one.`;
    return { folder, notes: index === 0 ? [] : [note] };
  }
  throw new StartProblem('data-unwritable', {
    folder: home.folder,
    why: 'its path is too long for a socket',
  });
}
