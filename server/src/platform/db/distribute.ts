import pg from 'pg';
import { newClient } from './client.ts';
import type { ConnectionSettings } from './database.ts';
import { advisoryLocks } from '../locks.ts';
import { liftedTable, liftedTableSql } from './lift-keys.ts';

/**
 * Where the rows of a table live when the database is spread over several servers (docs/scale.md, decision 0075):
 *
 * - `distributed`: by `company_id`; all rows of a company are on one server, so that they join and commit there.
 * - `reference`: the same rows on every server. Read by everybody and written seldom, since a write reaches all of them.
 * - `local`: on the coordinator only: what exists before a company is known, such as sign-in.
 *
 * On a single PostgreSQL it makes no difference. `app/placement.test.ts` checks that keys and foreign keys fit.
 */
export type Placement = 'distributed' | 'reference' | 'local';

/** Why a database cannot be spread, or not go on to be; a code with what it is about. */
export type SpreadObstacle =
  | 'no-extension'
  | 'no-workers'
  | 'one-login'
  | 'superuser'
  | 'unknown-table'
  | 'connected';

/** The database cannot be spread over servers; nothing has been changed when this is thrown. */
export class SpreadProblem extends Error {
  readonly obstacle: SpreadObstacle;
  /** The table or login that it is about, or empty. */
  readonly what: string;

  constructor(obstacle: SpreadObstacle, what = '') {
    super(`${obstacle} ${what}`.trim());
    this.name = 'SpreadProblem';
    this.obstacle = obstacle;
    this.what = what;
  }
}

/** What `distribute` needs beside the owner's login. */
export interface SpreadOptions {
  readonly placements: Readonly<Record<string, Placement>>;
  /** The login that the product works with. */
  readonly appRole: string;
  /** Into how many parts the companies are divided, when the first table is distributed. */
  readonly shardCount: number;
  readonly onProgress: (what: string) => void;
}

/**
 * Spreads the tables over the servers of a Citus cluster (decision 0076): every table by its placement, in one group, so
 * that the rows of a company are together. Each table is a step of its own, and what was done is left alone: after an
 * interruption it goes on where it stopped, and after migrations it places what is new.
 *
 * @throws SpreadProblem where the database cannot be spread
 */
export async function distribute(owner: ConnectionSettings, options: SpreadOptions): Promise<number> {
  const client = newClient(owner);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    const placed = await placedTables(client);
    await assertSpreadable(client, options, placed.size === 0);
    const missing = Object.entries(options.placements).filter(
      ([table, placement]) => placed.get(table) !== placement,
    );
    if (missing.length > 0) await liftRules(client, new Map(missing));
    let done = 0;
    for (const [table, placement] of missing.toSorted(byPlacement)) {
      await place(client, table, placement, options.shardCount);
      done += 1;
      options.onProgress(`${done}/${missing.length} ${table}: ${placement}`);
    }
    await putBackRules(client, options.onProgress);
    await setModes(client);
    return await workerCount(client);
  } finally {
    await client.end();
  }
}

async function hasExtension(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

// Placed already, and how. A table that a migration made beside others is local at first.
async function placedTables(client: pg.Client): Promise<Map<string, Placement>> {
  if (!(await hasExtension(client))) throw new SpreadProblem('no-extension');
  const { rows } = await client.query<{ name: string; placement: Placement }>(
    `select c.relname as name,
       case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as placement
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, placement }) => [name, placement]));
}

async function workerCount(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    "select count(*)::integer as total from pg_dist_node where noderole = 'primary' and shouldhaveshards and isactive",
  );
  return rows[0]?.total ?? 0;
}

async function assertSpreadable(
  client: pg.Client,
  { placements, appRole }: SpreadOptions,
  isFirst: boolean,
): Promise<void> {
  if ((await workerCount(client)) === 0) throw new SpreadProblem('no-workers');
  const { rows } = await client.query<{ name: string; isSuper: boolean; isOwner: boolean }>(
    `select rolname as name, rolsuper as "isSuper", rolname = current_user as "isOwner"
     from pg_roles where rolname in (current_user, $1)`,
    [appRole],
  );
  // A trigger keeps history as it is where one login owns everything; a spread database has rights instead.
  if (rows.length < 2) throw new SpreadProblem('one-login');
  const isSuper = rows.find((row) => row.isSuper);
  if (isSuper) throw new SpreadProblem('superuser', isSuper.name);
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  );
  const unknown = tables.rows.find(({ name }) => placements[name] === undefined && name !== liftedTable);
  if (unknown) throw new SpreadProblem('unknown-table', unknown.name);
  if (!isFirst) return;
  const others = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and usename = $1 limit 1`,
    [appRole],
  );
  if (others.rowCount === 1) throw new SpreadProblem('connected');
}

const order: readonly Placement[] = ['reference', 'local', 'distributed'];
const byPlacement = ([, a]: [string, Placement], [, b]: [string, Placement]) =>
  order.indexOf(a) - order.indexOf(b);

async function place(
  client: pg.Client,
  table: string,
  placement: Placement,
  shardCount: number,
): Promise<void> {
  const name = `public.${pg.escapeIdentifier(table)}`;
  if (placement === 'reference') {
    await client.query('select create_reference_table($1)', [name]);
  } else if (placement === 'local') {
    await client.query('select citus_add_local_table_to_metadata($1)', [name]);
  } else {
    const { rows } = await client.query<{ name: string }>(
      `select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1 limit 1`,
    );
    const [first] = rows;
    await (first
      ? client.query("select create_distributed_table($1, 'company_id', colocate_with := $2)", [
          name,
          first.name,
        ])
      : client.query(
          "select create_distributed_table($1, 'company_id', colocate_with := 'none', shard_count := $2)",
          [name, shardCount],
        ));
  }
}

// A transaction that read rows of several servers at once could write no reference table after it.
async function setModes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  await client.query(`alter database ${database} set citus.multi_shard_modify_mode to 'sequential'`);
}

async function liftRules(client: pg.Client, missing: ReadonlyMap<string, Placement>): Promise<void> {
  const tables = [...missing.keys()];
  await client.query('begin');
  await client.query(liftedTableSql);
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 and c.relname = any($1)`,
    [tables],
  );
  for (const { owner, name, definition } of keys) {
    await client.query(`insert into ${liftedTable} values ($1, $2, $3)`, [owner, name, definition]);
    await client.query(`alter table ${owner} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [tables],
  );
  for (const { table, name } of triggers)
    if (missing.get(table) !== 'local')
      await client.query(`drop trigger ${pg.escapeIdentifier(name)} on public.${pg.escapeIdentifier(table)}`);
  await client.query('commit');
}

async function putBackRules(client: pg.Client, onProgress: (what: string) => void): Promise<void> {
  const found = await client.query(`select 1 from pg_class where relname = $1`, [liftedTable]);
  if (found.rowCount === 0) return;
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select owner, name, definition from ${liftedTable} order by owner, name`,
  );
  for (const { owner, name, definition } of rows) {
    await client.query('begin');
    // Otherwise it takes a connection for each part of the table.
    await client.query("set local citus.multi_shard_modify_mode to 'sequential'");
    await client.query(`alter table ${owner} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    await client.query(`delete from ${liftedTable} where owner = $1 and name = $2`, [owner, name]);
    await client.query('commit');
    onProgress(`foreign key ${name}`);
  }
  await client.query(`drop table ${liftedTable}`);
}
