import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { chownSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { newClient } from '../client.ts';
import { StartProblem } from '../../start-problem.ts';
import { accountHasName } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type Home, writing } from './home.ts';

const ours = '18';
const isWindows = process.platform === 'win32';

/** Throws `database-newer` or `database-older` when another major version of PostgreSQL made the cluster. */
export function checkVersion(home: Home): void {
  const file = join(home.cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = writing(home.folder, () => readFileSync(file, 'utf8').trim());
  if (found === ours) return;
  const code = Number.parseFloat(found) > Number(ours) ? 'database-newer' : 'database-older';
  throw new StartProblem(code, { folder: home.folder, found, ours });
}

/**
 * The password of every role on Windows, where the server listens on 127.0.0.1. Elsewhere there is none: the only
 * way in is a socket in a folder of mode 0700, and where that folder is another account's, see `accessSettings`.
 */
export function clusterPassword(home: Home): string | undefined {
  if (!isWindows) return undefined;
  const file = join(home.folder, 'postgres-password.txt');
  if (!existsSync(file)) writing(home.folder, () => writeFileSync(file, randomBytes(24).toString('hex')));
  return readFileSync(file, 'utf8').trim();
}

function whoAmI(home: Home): string {
  try {
    return String(home.account?.uid ?? userInfo().username);
  } catch {
    return String(process.getuid?.());
  }
}

/**
 * Makes the cluster where there is none yet. It grows under another name, so that a start that is cut short leaves
 * nothing that looks like a database.
 */
export async function createCluster(home: Home, binaries: Binaries, isDurable: boolean): Promise<void> {
  if (!accountHasName(home.account)) throw new StartProblem('database-no-user', { user: whoAmI(home) });
  const unfinished = `${home.cluster}.new`;
  writing(home.folder, () => {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    if (home.account !== undefined) chownSync(unfinished, home.account.uid, home.account.gid);
  });
  const password = clusterPassword(home);
  const options = ['-D', unfinished, '-U', 'postgres', '-E', 'UTF8', '--no-instructions', '--auth=trust'];
  // The builtin provider sorts the same on every machine; ICU collations stay available by name.
  options.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (password !== undefined) options.push('--pwfile', join(home.folder, 'postgres-password.txt'));
  if (!isDurable) options.push('--no-sync');
  try {
    await promisify(execFile)(binaries.initdb, options, {
      ...home.account,
      cwd: unfinished,
      env: { ...process.env, LC_ALL: 'C', PGDATA: '' },
    });
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const why = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new StartProblem('database-failed', { why, log: home.folder }, error);
  }
  const rule = isWindows ? 'host all all 127.0.0.1/32 scram-sha-256\n' : 'local all all trust\n';
  writing(home.folder, () => {
    writeFileSync(join(unfinished, 'pg_hba.conf'), rule);
    renameSync(unfinished, home.cluster);
  });
}

/**
 * Makes the two roles and the database where they lack: `balie_owner` owns the database and migrates it,
 * `balie_app` owns nothing. Can be cut short and run again.
 */
export async function createRoles(admin: pg.ClientConfig): Promise<void> {
  const client = newClient(admin);
  await client.connect();
  try {
    const password = admin.password;
    const suffix = typeof password === 'string' ? ` password ${client.escapeLiteral(password)}` : '';
    for (const role of ['balie_owner', 'balie_app']) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
      if (rowCount === 0) await client.query(`create role ${role} login${suffix}`);
    }
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'balie'");
    if (rowCount === 0) await client.query('create database balie owner balie_owner');
    await client.query('revoke all on database balie from public');
    await client.query('grant connect on database balie to balie_app');
  } finally {
    await client.end();
  }
}
