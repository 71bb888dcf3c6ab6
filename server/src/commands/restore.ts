import { createReadStream } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/app/config.ts';
import { openDatabase } from '#server/app/database.ts';
import { jobKinds } from '#server/app/job-kinds.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { readSnapshot, SnapshotProblem } from '#server/platform/db/restore.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { CommandProblem, runCommand, say, typedPath } from './command.ts';

const usage = `Usage: npm run restore -- <file>

Reads a backup into a new data folder (BALIE_DATA), or into the empty database of DATABASE_URL.`;

await runCommand(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new CommandProblem(usage);
  const path = typedPath(file);
  await access(path).catch(() => {
    throw new CommandProblem(`There is no backup ${path}.`);
  });
  const config = readConfig(process.env);
  const { owner, appRole, stop } = await openDatabase(config, say, (why) => say(why.message));
  try {
    const report = await readSnapshot(createReadStream(path), {
      database: owner,
      files: await openFiles(config.dataFolder, config.files),
      knownMigrations: await migrationNames(),
      prepare: async (migrations) => {
        await migrate(owner, appRole, migrations.at(-1));
        await installJobs(owner, appRole, jobKinds);
      },
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
