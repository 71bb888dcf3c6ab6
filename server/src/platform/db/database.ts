import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { PipelineConnection, PipelineDriver } from './connection.ts';
import type { Tables } from './schema.ts';

/** The typed query builder over the pool, or over one open transaction. Repositories take it first. */
export type Db = Kysely<Tables>;
/** A `Db` that is certainly inside a transaction. */
export type Tx = Transaction<Tables>;

/** How to reach a PostgreSQL: a URL, or the parts (a socket folder as `host`). */
export type ConnectionSettings = pg.PoolConfig;

// `2026-11-21 12:06:01.1234+00` needs no calendar; any other zone or year does.
const utcMoment = /^\d{4}-.{14}(\.\d+)?\+00$/;

function isoMoment(text: string): string {
  if (!utcMoment.test(text)) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

// Moments and days travel as ISO text; bigints are cents and counts, which a double represents exactly.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoMoment);
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
});

/** A pool of connections, closed and replaced now and then so that what they remember cannot grow without end. */
export function createPool(settings: ConnectionSettings): pg.Pool {
  const own = { max: 16, idleTimeoutMillis: 60_000, maxLifetimeSeconds: 1800, types, pipeline: true };
  const pool = new pg.Pool({ ...own, ...settings });
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** Kysely over a pool of `createPool`. What fails because the database is out of reach throws {@link ConnectionLost}. */
export function createDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PipelineDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** What can be sent: a query of the query builder, an `sql` text, or what either was compiled to. */
export type Executable<Row> = CompiledQuery<Row> | { compile(db: Db): CompiledQuery<Row> };

/**
 * Executes a statement whose result nobody reads. Inside a transaction it costs no round trip: it is sent in front of the
 * next statement, or of the commit, and that one fails with its error. Outside it is sent at once.
 */
export async function executeLater(db: Db, query: Executable<unknown>): Promise<void> {
  await onConnection(db, (connection) => connection.executeLater(compiled(db, query)));
}

/**
 * Executes the last statement of a transaction: the commit travels with it, so that its answer is the answer of both.
 * Whatever is asked behind it is asked outside the transaction. Outside a transaction it is a statement like any other.
 */
export function executeLast<Row>(db: Db, query: Executable<Row>): Promise<QueryResult<Row>> {
  return onConnection(db, (connection) => connection.executeLast<Row>(compiled(db, query)));
}

/**
 * Sends a statement behind the commit, in the same write, and on its own: for notifications such as `pg_notify`, which
 * inside a transaction makes all commits of the database wait for each other's disk. Work that throws sends nothing; a
 * commit that fails may still send it, and nobody learns whether it succeeded. Outside a transaction it is sent at once.
 */
export async function executeAfterCommit(db: Db, query: Executable<unknown>): Promise<void> {
  await onConnection(db, (connection) => connection.executeAfterCommit(compiled(db, query)));
}

/**
 * Runs a function as soon as the transaction is committed, and never when it is not; outside a transaction at once. It
 * must not throw, and costs no round trip: it is for what the process does itself, such as collecting events.
 */
export async function onCommit(db: Db, run: () => void): Promise<void> {
  if (!db.isTransaction) return run();
  await onConnection(db, async (connection) => connection.onCommit(run));
}

/** Has `executeLast` not end this transaction: something must be written in it behind the work. Costs no round trip. */
export async function keepOpen(tx: Tx): Promise<void> {
  await onConnection(tx, async (connection) => connection.keepOpen());
}

/**
 * Has the commit of this transaction not wait for the disk: for the steps of a job, which a crash merely repeats. A crash
 * can lose the newest of such commits, but never one that a later, waiting commit followed. Never for what is reported
 * to somebody as done (decision 0037).
 */
export async function commitLazily(tx: Tx): Promise<void> {
  await executeLater(tx, lazily);
}

const lazily = CompiledQuery.raw(`select set_config('synchronous_commit', 'off', true)`);

function compiled<Row>(db: Db, query: Executable<Row>): CompiledQuery<Row> {
  return 'compile' in query ? query.compile(db) : query;
}

function onConnection<Result>(
  db: Db,
  use: (connection: PipelineConnection) => Promise<Result>,
): Promise<Result> {
  return db.getExecutor().provideConnection((connection) => {
    if (!(connection instanceof PipelineConnection)) throw new TypeError('not a database of createDb');
    return use(connection);
  });
}

// `duplicate key value violates unique constraint "tag_taken_102008"`: what a spread database passes on of a shard, whose
// constraints have the number of the shard behind their names.
const quotedConstraint = /constraint "([^"]+)"/;
const shardNumber = /_\d{6,}$/;

/**
 * The constraint that a failed write ran into, by its name in the migrations, so that a repository can name the field;
 * else undefined. A database that is spread over servers says only in its message which one it was (decision 0075).
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return undefined;
  return (error.constraint ?? quotedConstraint.exec(error.message)?.[1])?.replace(shardNumber, '');
}

/** Whether the database could not read a text: it contains NUL, which no column stores and only a request can send. */
export function isUnreadableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}
