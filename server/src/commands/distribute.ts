import { parseArgs } from 'node:util';
import { readConfig } from '#server/app/config.ts';
import { openDatabase } from '#server/app/database.ts';
import { jobKinds } from '#server/app/job-kinds.ts';
import { placements } from '#server/app/placement.ts';
import { distribute, type SpreadObstacle, SpreadProblem } from '#server/platform/db/distribute.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { CommandProblem, runCommand, say } from './command.ts';

const usage = `Usage: npm run distribute [-- --shards N]

Spreads the database of DATABASE_URL over the servers that it knows, once (docs/scale.md).

  --shards N   in how many parts the companies are divided, 1 to 4096; 64 unless it is given`;

const sentences: Readonly<Record<SpreadObstacle, string>> = {
  'no-extension':
    'This PostgreSQL does not have the extension citus in this database: install it on every server and run "create extension citus" in the database.',
  'no-workers': 'No server is there to hold companies: add each with "select citus_add_node(host, port)".',
  'one-login':
    'Two logins are needed: DATABASE_OWNER_URL owns the tables and DATABASE_URL works with them. In a spread database rights, not triggers, keep history as it is.',
  superuser: 'Neither login may be a superuser.',
  'unknown-table': 'The database has a table that this version does not know, so that it has no place.',
  connected: 'The product is running on this database: stop it first.',
};

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { shards: { type: 'string', default: '64' } } });
  const shardCount = Number(values.shards);
  if (!Number.isInteger(shardCount) || shardCount < 1 || shardCount > 4096) throw new CommandProblem(usage);
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined)
    throw new CommandProblem(
      'The embedded database is one server: only a database of DATABASE_URL can be spread.',
    );
  const { owner, appRole, stop } = await openDatabase(config, say, (why) => say(why.message));
  try {
    await migrate(owner, appRole);
    await installJobs(owner, appRole, jobKinds);
    const workers = await distribute(owner, { placements, appRole, shardCount, onProgress: say });
    say(`The database is spread over ${workers} servers.`);
  } catch (error) {
    if (!(error instanceof SpreadProblem)) throw error;
    const what = error.what === '' ? '' : ` (${error.what})`;
    throw new CommandProblem(`${sentences[error.obstacle]}${what}`, { cause: error });
  } finally {
    await stop();
  }
});
