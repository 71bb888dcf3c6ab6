import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

interface QueuedJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
}

/** Takes the jobs that were written, the oldest first, as a worker would, until none of these kinds is left. */
export async function drainQueue(
  db: Db,
  work: Readonly<Record<string, (data: never) => Promise<void>>>,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<QueuedJob>`
      select id, name, data from jobs.job
      where state = 'created' and name = any(${Object.keys(work)}::text[]) order by created_on, id limit 1`.execute(
      db,
    );
    const [job] = rows;
    if (!job) return;
    await sql`delete from jobs.job where id = ${job.id}::uuid`.execute(db);
    // The data is what `send` was typed with.
    await Reflect.apply(work[job.name] ?? (() => undefined), undefined, [job.data]);
  }
}
