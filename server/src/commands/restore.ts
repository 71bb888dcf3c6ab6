import { createReadStream } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openBackupPlace } from '#server/app/backups/backup-place.ts';
import { restoreInto } from '#server/app/backups/restore-into.ts';
import { type Config, readConfig } from '#server/app/config.ts';
import { openDatabase } from '#server/app/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { SnapshotProblem } from '#server/platform/db/restore.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { CommandProblem, runCommand, say, typedPath } from './command.ts';

const usage = `Usage: npm run restore -- <file>

       npm run restore -- --scheduled <name>

Reads a backup into a new data folder (BALIE_DATA), or into the empty database of DATABASE_URL. BALIE_BACKUP_KEY opens a
sealed one.

  --scheduled   takes the backup of that name, or the "latest", from BALIE_BACKUP`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { scheduled: { type: 'string' } },
    allowPositionals: true,
  });
  const config = readConfig(process.env);
  const archive = await openArchive(config, positionals, values.scheduled);
  const { owner, appRole, stop } = await openDatabase(config, say, (why) => say(why.message));
  try {
    const report = await restoreInto({ owner, appRole }, await openFiles(config.dataFolder, config.files), {
      archive,
      key: config.backupKey,
      onKey: (key) => keepKey(config, key),
      onProgress: say,
    });
    await migrate(owner, appRole);
    say(`${report.rows} rows and ${report.files} files are back.`);
    if (!report.hasKey) {
      say(
        'The backup holds no key: secrets in it (mail passwords) open only with the key of the old installation.',
      );
    }
  } catch (error) {
    throw error instanceof SnapshotProblem ? new CommandProblem(error.message, { cause: error }) : error;
  } finally {
    await stop();
  }
});

async function openArchive(
  { backup }: Config,
  files: readonly string[],
  scheduled: string | undefined,
): Promise<Readable> {
  const [file] = files;
  if ((file === undefined) === (scheduled === undefined) || files.length > 1) throw new CommandProblem(usage);
  if (file !== undefined) {
    const path = typedPath(file);
    await access(path).catch(() => {
      throw new CommandProblem(`There is no backup ${path}.`);
    });
    return createReadStream(path);
  }
  if (backup === undefined)
    throw new CommandProblem('--scheduled needs BALIE_BACKUP, where the backups are, and BALIE_BACKUP_KEY.');
  const place = await openBackupPlace(backup.place);
  const names = await place.list();
  const name = scheduled === 'latest' ? names[0] : names.find((each) => each === scheduled);
  if (name === undefined)
    throw new CommandProblem(
      names.length === 0 ? 'There is no backup in BALIE_BACKUP yet.' : `There are ${names.join(', ')}.`,
    );
  say(`Restoring ${name} …`);
  return place.read(name);
}

async function keepKey({ dataFolder, secretKey }: Config, key: Buffer): Promise<void> {
  if (secretKey !== undefined) {
    throw new SnapshotProblem('The backup brings its own key; restore it without BALIE_SECRET_KEY.');
  }
  await writeFile(join(dataFolder, 'secret-key'), key, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
        throw new SnapshotProblem(
          `${dataFolder} has a key of its own already; restore into a new data folder.`,
        );
      }
      throw error;
    },
  );
}
