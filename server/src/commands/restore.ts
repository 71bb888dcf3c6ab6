import { createReadStream } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openBackupPlace } from '#server/app/backups/backup-place.ts';
import { restoreTo } from '#server/app/backups/restore-to.ts';
import { restoreInto } from '#server/app/backups/restore-into.ts';
import { type Config, readConfig } from '#server/app/config.ts';
import { openDatabase, progress } from '#server/app/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { SealProblem } from '#server/platform/db/snapshot/seal.ts';
import { SnapshotProblem } from '#server/platform/db/restore.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { CommandProblem, runCommand, say, typedPath } from './command.ts';

const usage = `Usage: npm run restore -- <file>

       npm run restore -- --scheduled <name>

       npm run restore -- --to <moment>

Reads a backup into a new data folder (BALIE_DATA), or into the empty database of DATABASE_URL. BALIE_BACKUP_KEY opens a
sealed one.

  --scheduled   takes the backup of that name, or the "latest", from BALIE_BACKUP
  --to          makes database and files as they were at a moment, such as 2026-11-26T18:00:05Z, or the "latest", from
                the archive of BALIE_PITR, into a new data folder`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { scheduled: { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
  });
  const config = readConfig(process.env);
  if (values.to !== undefined) {
    if (positionals.length > 0 || values.scheduled !== undefined) throw new CommandProblem(usage);
    return recover(config, values.to);
  }
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

async function recover(config: Config, moment: string): Promise<void> {
  const { pointInTime, dataFolder, files } = config;
  if (pointInTime === undefined)
    throw new CommandProblem('--to needs BALIE_PITR, where the archive is, and BALIE_BACKUP_KEY.');
  try {
    const restored = await restoreTo(momentOf(moment), pointInTime, {
      dataFolder,
      hasFiles: files.to === 'folder',
      files: () => openFiles(dataFolder, files),
      onKey: (key) => keepKey(config, key),
      onProgress: say,
      onStep: (step) => say(step === 'recovering' ? 'Replaying them …' : progress[step]),
    });
    const { to, lastChange } = restored;
    const last = lastChange === undefined ? '' : `; the last change in it is of ${lastChange.toISOString()}`;
    say(`The database is as it was at ${to.toISOString()}${last}. ${restored.files} files are back.`);
  } catch (error) {
    const isProblem = error instanceof SnapshotProblem || error instanceof SealProblem;
    throw isProblem ? new CommandProblem(error.message, { cause: error }) : error;
  }
}

function momentOf(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  // Without a zone it would be of whatever this terminal happens to have.
  const moment = /T.*(Z|[+-]\d\d:?\d\d)$/i.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new CommandProblem(
      `"${text}" is no moment with its zone, such as 2026-11-26T18:00:05Z or 2026-11-26T19:00:05+01:00.`,
    );
  return moment;
}

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
