import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { defineJob } from '../jobs/jobs.ts';
import { advisoryLocks, lockKey } from '../locks.ts';
import type { MovingFiles } from './moving-files.ts';

/** Moves files from their old place to the new one, at every start and every night until none is left. */
export const moveFilesJob = defineJob<object>('files-move', {
  retries: 2,
  expireSeconds: 12 * 3600,
  cron: '40 2 * * *',
});

/** Does nothing where no files move. A backup that is being made goes first: it counts what it copies. */
export async function moveFiles({
  db,
  files,
  log,
}: Pick<Services, 'db' | 'log'> & { readonly files: Partial<Pick<MovingFiles, 'move'>> }): Promise<void> {
  const { move } = files;
  if (!move) return;
  await db.connection().execute(async (connection) => {
    const lock = lockKey(advisoryLocks.backup);
    await sql`select pg_advisory_lock_shared(${lock})`.execute(connection);
    try {
      const result = await move();
      if (result.moved + result.damaged > 0) log.info(result, 'files moved');
    } finally {
      await sql`select pg_advisory_unlock_shared(${lock})`.execute(connection);
    }
  });
}
