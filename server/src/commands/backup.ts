import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/app/config.ts';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { joinEmbedded } from '#server/platform/db/embedded.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { type SnapshotReport, writeSnapshot } from '#server/platform/db/snapshot.ts';
import { CommandProblem, runCommand, say, typedPath } from './command.ts';
import { leftOut } from '#server/app/backups/left-out.ts';

const usage = `Usage: npm run backup -- <file> [--with-keys]

Writes the database and all files to one file, while the product runs.

  --with-keys   takes the key of its secrets along`;

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    options: { 'with-keys': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  const database = await findDatabase(config);
  try {
    const secretKey = values['with-keys'] === true ? await readKey(config) : undefined;
    const report = await writeFileWhole(typedPath(file), config, database.owner, secretKey);
    say(`${report.rows} rows and ${report.files} files are in ${typedPath(file)}.`);
    if (report.spread) {
      const { servers, from, until } = report.spread;
      say(
        `The database is spread over ${servers} servers. What a company has is of one moment; those of different servers lie between ${from.toISOString()} and ${until.toISOString()}.`,
      );
    }
    if (!report.hasKey) say('The key of its secrets stayed behind; --with-keys takes it along.');
  } finally {
    await database.stop();
  }
});

/** A running Balie keeps running; without one its database is started for the moment. */
async function findDatabase({ databaseUrl, databaseOwnerUrl, dataFolder }: Config) {
  if (databaseUrl !== undefined) {
    return { owner: { connectionString: databaseOwnerUrl ?? databaseUrl }, stop: async () => {} };
  }
  if (!existsSync(dataFolder))
    throw new CommandProblem(`There is no data folder ${dataFolder} (BALIE_DATA).`);
  const { ownerConfig, stop } = await joinEmbedded({ dataFolder, log: { error: say } });
  return { owner: ownerConfig, stop };
}

async function readKey({ secretKey, dataFolder }: Config): Promise<Buffer> {
  if (secretKey !== undefined)
    throw new CommandProblem('The key is in BALIE_SECRET_KEY; keep it apart from the backup.');
  return readFile(join(dataFolder, 'secret-key')).catch(() => {
    throw new CommandProblem(`There is no key in ${dataFolder}.`);
  });
}

/** Written under another name until all of it is on the disk, so that a file of this name is a complete backup. */
async function writeFileWhole(
  path: string,
  { dataFolder, files }: Config,
  database: ConnectionSettings,
  secretKey: Buffer | undefined,
): Promise<SnapshotReport> {
  if (existsSync(path)) throw new CommandProblem(`${path} exists already; a backup never replaces a file.`);
  const unfinished = `${path}.part`;
  await rm(unfinished, { force: true });
  const to = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
  await once(to, 'open').catch((error: unknown) => {
    throw new CommandProblem(
      `${path} cannot be written (${error instanceof Error ? error.message : String(error)}).`,
    );
  });
  try {
    const source = {
      database,
      files: await openFiles(dataFolder, files),
      leaveOut: leftOut,
      now: new Date(),
      onProgress: say,
      ...(secretKey === undefined ? {} : { secretKey }),
    };
    const report = await writeSnapshot(source, to);
    await rename(unfinished, path);
    return report;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
