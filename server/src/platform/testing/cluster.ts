import pg from 'pg';
import { distribute, type Placement } from '../db/distribute.ts';
import { migrate } from '../db/migrate.ts';
import type { ConnectionSettings } from '../db/database.ts';

/** The one spread database of a run of `npm run test:cluster`, which each test file gets emptied. */
export interface Cluster {
  readonly owner: ConnectionSettings;
  readonly app: ConnectionSettings & { readonly user: string };
}

/** Migrates and spreads the database of `CLUSTER_OWNER_URL`; resumable, so that a second run starts in seconds. */
export async function prepareCluster(
  ownerUrl: string,
  appUrl: string,
  options: {
    readonly placements: Readonly<Record<string, Placement>>;
    readonly shardCount: number;
    /** What else the product needs before it starts, such as its queue. */
    readonly install: (owner: ConnectionSettings, appRole: string) => Promise<void>;
  },
): Promise<Cluster> {
  const owner = { connectionString: ownerUrl };
  const user = decodeURIComponent(new URL(appUrl).username);
  await migrate(owner, user);
  await options.install(owner, user);
  await distribute(owner, { ...options, appRole: user, onProgress: () => undefined });
  return { owner, app: { connectionString: appUrl, user } };
}

/**
 * Empties every table and the queue. Rows are deleted where there are some, those that others refer to last: truncating
 * takes each part of each table on each server.
 */
export async function resetCluster({ owner }: Pick<Cluster, 'owner'>): Promise<void> {
  await withClient(owner, async (client) => {
    const { rows: keys } = await client.query<{ child: string; parent: string }>(
      `select c.relname as child, p.relname as parent from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
    );
    const left = new Set(await filledTables(client));
    while (left.size > 0) {
      const free = [...left].filter(
        (name) => !keys.some((key) => key.parent === name && left.has(key.child)),
      );
      if (free.length === 0) throw new Error(`tables refer to each other: ${[...left].join(', ')}`);
      for (const name of free) {
        await client.query(`delete from public.${pg.escapeIdentifier(name)}`);
        left.delete(name);
      }
    }
    await client.query('delete from jobs.job');
  });
}

async function filledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations' order by 1`,
  );
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select 1 from public.${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount === 1) filled.push(name);
  }
  return filled;
}

async function withClient<Result>(
  owner: ConnectionSettings,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
