import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

// The columns that every version of the queue has; a running job starts again, so its state does not travel.
const columns =
  'id, name, priority, data, retry_limit, retry_count, retry_delay, retry_backoff, expire_seconds, singleton_key, start_after, created_on, keep_until';

/** Jobs that are waiting or running, as COPY text; empty when the queue was never installed. */
export async function readJobs(client: pg.Client): Promise<Buffer> {
  const { rowCount } = await client.query("select 1 where to_regclass('jobs.job') is not null");
  if (rowCount === 0) return Buffer.alloc(0);
  const stream = client.query(
    copyTo(`copy (select ${columns} from jobs.job where state < 'completed') to stdout`),
  );
  return Buffer.concat(await stream.toArray());
}

/** Puts waiting jobs back, as far as this product still knows their queue. The queue must be installed. */
export async function writeJobs(client: pg.Client, text: Buffer): Promise<void> {
  if (text.byteLength === 0) return;
  await client.query(
    `create temporary table waiting_jobs on commit drop as select ${columns} from jobs.job limit 0`,
  );
  const stream = client.query(copyFrom(`copy waiting_jobs (${columns}) from stdin`));
  await pipeline(Readable.from([text]), stream);
  await client.query(
    `insert into jobs.job (${columns}) select ${columns} from waiting_jobs
      where name in (select name from jobs.queue) on conflict do nothing`,
  );
}
