import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartProblem } from '../../start-problem.ts';

const sqliteBusy = 5;

/**
 * Takes the folder for this process, until `release` or the process's end, however it ends. SQLite is here for its
 * file lock alone: the kernel releases it with the process (unlike a pid in a file), on every platform.
 * Throws `data-taken` or `data-unwritable`.
 */
export function takeFolder(folder: string): { release: () => void } {
  const file = join(folder, 'balie.lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new StartProblem('data-taken', { folder }, error);
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new StartProblem('data-unwritable', { folder, why }, error);
  }
  const locked = database;
  return { release: () => locked.close() };
}
