import { createHash } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { newClient } from '#server/platform/db/client.ts';
import type { ConnectionSettings, Db } from '#server/platform/db/database.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { quoted } from '#server/platform/db/snapshot/catalogue.ts';
import type { SnapshotReport } from '#server/platform/db/snapshot.ts';
import { sizeText } from '#server/platform/size-text.ts';
import { StartProblem } from '#server/platform/start-problem.ts';
import { restoreInto } from './restore-into.ts';

/** What to rehearse beside. */
export interface RehearsalWorld {
  readonly db: Db;
  readonly dataFolder: string;
}

/**
 * Restores a backup into a database server of its own, which nothing else knows and which goes away afterwards: no mail
 * is sent from it and no job runs. Files are read and checked, and stored nowhere. Every table is counted.
 */
export async function rehearse(
  { db, dataFolder }: RehearsalWorld,
  backup: Readable,
  key: Uint8Array,
): Promise<SnapshotReport | { readonly skipped: string }> {
  const room = await missingRoom(db, dataFolder);
  if (room !== undefined) {
    backup.destroy();
    return { skipped: room };
  }
  const scratch = join(dataFolder, 'rehearsal');
  // What a killed process left.
  await rm(scratch, { recursive: true, force: true });
  try {
    const database = await startEmbedded({ dataFolder: scratch, log: { error: () => undefined } });
    try {
      const { ownerConfig: owner, appConfig: app } = database;
      const report = await restoreInto(
        { owner, appRole: app.user },
        { put: async (bytes) => createHash('sha256').update(bytes).digest('hex') },
        { archive: backup, key, onKey: async () => undefined, onProgress: () => undefined },
      );
      await countAll(owner, report.counts);
      await migrate(owner, app.user);
      return report;
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (error instanceof StartProblem && error.code === 'database-binaries-missing')
      return { skipped: error.message };
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function missingRoom(db: Db, folder: string): Promise<string | undefined> {
  const { rows } = await sql<{
    bytes: string;
  }>`select pg_database_size(current_database())::text as bytes`.execute(db);
  const needed = 2 * Number(rows[0]?.bytes ?? 0);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return undefined;
  return `the disk of the data folder has ${sizeText(free)} free, and a rehearsal needs ${sizeText(needed)}`;
}

async function countAll(
  owner: ConnectionSettings,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  const client = newClient(owner);
  await client.connect();
  try {
    for (const [name, count] of Object.entries(expected)) {
      const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${quoted(name)}`);
      if (Number(rows[0]?.count) !== count)
        throw new Error(`${name} has ${rows[0]?.count} rows in the restored database, ${count} were saved`);
    }
  } finally {
    await client.end();
  }
}
