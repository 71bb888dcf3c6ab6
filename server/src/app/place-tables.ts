import { type ConnectionSettings, createDb, createPool } from '#server/platform/db/database.ts';
import { distribute } from '#server/platform/db/distribute.ts';
import { detectSpread } from '#server/platform/db/spread.ts';
import { placements } from './placement.ts';

/**
 * Gives tables that migrations made in a spread database their place; a line for the operator, or null on a single
 * PostgreSQL.
 */
export async function placeTables(
  owner: ConnectionSettings,
  appRole: string,
  hasMigrated: boolean,
): Promise<string | null> {
  const db = createDb(createPool({ ...owner, max: 1 }));
  const workers = await detectSpread(db);
  await db.destroy();
  if (workers === 0) return null;
  // It is divided already: the number of parts is that of the first table.
  if (hasMigrated)
    await distribute(owner, { placements, appRole, shardCount: 1, onProgress: () => undefined });
  return `Database: spread over ${workers} workers.`;
}
