import { migrate, type MigrationReport } from '#server/platform/db/migrate.ts';
import { installJobs, type JobKind } from '#server/platform/jobs/jobs.ts';
import type { RunningDatabase } from './database.ts';
import { placeTables } from './place-tables.ts';

/** Brings tables, their places and the queue up to date, and says what it did. */
export async function migrateAll(
  { owner, appRole }: Pick<RunningDatabase, 'owner' | 'appRole'>,
  kinds: readonly JobKind<object>[],
  say: (text: string) => void,
): Promise<MigrationReport> {
  const report = await migrate(owner, appRole);
  const { applied, newer } = report;
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied.`);
  if (newer.length > 0)
    say(`Database: upgraded by a newer Balie (${newer.at(-1)}), beside which this version works.`);
  const spread = await placeTables(owner, appRole, applied.length > 0);
  if (spread !== null) say(spread);
  await installJobs(owner, appRole, kinds);
  return report;
}
