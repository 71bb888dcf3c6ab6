import { backupKinds } from '#server/app/backups/backup-jobs.ts';
import { readConfig } from '#server/app/config.ts';
import { openDatabase } from '#server/app/database.ts';
import { jobKinds } from '#server/app/job-kinds.ts';
import { migrateAll } from '#server/app/migrate-all.ts';
import { CommandProblem, runCommand, say } from './command.ts';

const usage = `Usage: npm run migrate

Brings the database up to date for this version, while servers of the previous one go on (docs/upgrading.md). With
BALIE_MIGRATE=false a start leaves that to this command. The embedded database must not be in use.`;

await runCommand(usage, async () => {
  if (process.argv.length > 2) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  const database = await openDatabase(config, say, (why) => say(why.message));
  try {
    const { applied } = await migrateAll(database, [...jobKinds, ...backupKinds(config.backup)], say);
    if (applied.length === 0) say('The database is up to date.');
  } finally {
    await database.stop();
  }
});
