import { createHash } from 'node:crypto';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { ConnectionLost, endsSession } from './connection-lost.ts';
import { PlannedQuery } from './planned-query.ts';
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

// Moments and days travel as ISO text; bigints are cents and counts, which a double holds exactly.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoMoment);
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
});

/**
 * A pool whose statements are named after their text, so that PostgreSQL plans each shape once a connection:
 * about three times faster on lists (decision 0005). Names are forgotten after so many texts, and connections are
 * replaced now and then, so that a flood of different filters cannot fill the memory of either side.
 *
 * In a transaction `begin`, and what was made with `withNext`, travel with the next statement; the commit goes with a
 * last one made with `andCommit`, and `afterCommit` behind it (decision 0016).
 */
export function createPool(settings: ConnectionSettings): pg.Pool {
  const own = { max: 16, idleTimeoutMillis: 60_000, maxLifetimeSeconds: 1800, types, pipeline: true };
  const pool = new pg.Pool({ ...own, ...settings, Client: JoiningClient });
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

const names = new Map<string, string>();
const maxNames = 400;

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  // Those in use come back at once; starting anew is cheaper than keeping the order of use at every statement.
  if (names.size >= maxNames) names.clear();
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

const nextMark = '/* with next */ ';
const afterMark = '/* after commit */ ';
const lastMark = '/* and commit */ ';

/**
 * A statement whose result nobody reads. Inside a transaction it costs no round trip: it is sent in front of the next
 * statement, or of the commit, and that one fails with its error. Outside it is sent at once.
 */
export function withNext<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: nextMark + query.sql };
}

/**
 * A statement that is sent behind the commit, in the same write, and on its own: for news that is only worth telling,
 * such as `pg_notify`, which inside a transaction makes all commits of the database wait for each other's disk. Work that
 * throws tells nothing; a commit that fails may still tell, and whether the telling succeeds nobody hears. Outside a
 * transaction it is sent at once.
 */
export function afterCommit<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: afterMark + query.sql };
}

/**
 * The last statement of a transaction: the commit travels with it, so that its answer is the answer of both. Whoever asks
 * anything behind it asks outside. Outside a transaction it is a statement like any other.
 */
export function andCommit<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: lastMark + query.sql };
}

/**
 * Does something as soon as the transaction is committed, and never when it is not; outside a transaction at once. The
 * work must not throw, and costs no trip: it is for what the process does itself, such as collecting news to tell.
 */
export async function onceCommitted(db: Db, work: () => void): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(committedMark, [work]));
}

const committedMark = '/* once committed */';

/** Has `andCommit` not end this transaction: something must be written in it behind the work. Costs no trip. */
export async function keepOpen(tx: Tx): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(keepOpenMark, []));
}

const keepOpenMark = '/* keep open */';

/**
 * Has the commit of this transaction not wait for the disk: for the steps of a job, which a crash merely repeats. A crash
 * can forget the newest of such commits, but never one that a later, waiting commit followed. Never for what somebody is
 * told is done (decision 0037).
 */
export async function commitLazily(tx: Tx): Promise<void> {
  await tx.executeQuery(withNext(lazily));
}

const lazily = CompiledQuery.raw(`select set_config('synchronous_commit', 'off', true)`);

type Sent = readonly [text: string, values: unknown[]];

const opening = /^(begin|start transaction)/;
const closing = /^(commit|rollback)$/;
// What is no statement on rows (`savepoint`, `declare`, `fetch`) is not worth a plan, or cannot have one.
const planned = /^(\/\*.*?\*\/ )?(select|with|insert|update|delete)\b/i;

class JoiningClient extends pg.Client {
  /** What waits for the next statement; null outside transactions. */
  #held: Sent[] | null = null;
  /** What is sent behind the commit. */
  #after: Sent[] = [];
  /** What is done once it is committed. */
  #committed: (() => void)[] = [];
  /** The transaction went with its last statement; what closes it is still to come. */
  #isEnded = false;
  /** No statement takes the commit along. */
  #isKeptOpen = false;
  /** Set once the connection is lost, with the first error that said so. */
  #lost: ConnectionLost | undefined;

  constructor(settings?: pg.ClientConfig) {
    super(settings);
    // While a connection is checked out nobody else listens, and an error without a listener ends the process.
    this.on('error', (error) => (this.#lost ??= new ConnectionLost(error)));
  }

  // The overloads of pg's query are wider than any typed override; only (text, values) is touched.
  // eslint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2) {
      return Reflect.apply(super.query, this, args);
    }
    if (opening.test(text)) {
      this.#held = [[text, values]];
      this.#after = [];
      this.#committed = [];
      this.#isEnded = false;
      this.#isKeptOpen = false;
      return unread;
    }
    if (text === keepOpenMark) {
      this.#isKeptOpen = true;
      return unread;
    }
    if (text === committedMark) return this.#noteWork(values);
    if (this.#held === null) {
      if (!this.#isEnded || !closing.test(text)) return this.#send(text, values);
      this.#isEnded = false;
      return unread;
    }
    if (text.startsWith(nextMark)) {
      this.#held.push([text, values]);
      return unread;
    }
    if (text.startsWith(afterMark)) {
      this.#after.push([text, values]);
      return unread;
    }
    if (closing.test(text)) return this.#close(text, values);
    const held = this.#held.splice(0);
    if (!text.startsWith(lastMark) || this.#isKeptOpen) return this.#join(held, [text, values]);
    this.#held = null;
    this.#isEnded = true;
    // The first and the last at once: a statement alone is a transaction without being told.
    if (held.length === 1 && held[0]?.[0] === 'begin') return this.#commit([], [text, values]);
    return this.#commit(held, [text, values], [['commit', []]]);
  }

  #noteWork(values: readonly unknown[]): Promise<pg.QueryResult> {
    for (const work of values) {
      if (typeof work !== 'function') continue;
      const run = () => void Reflect.apply(work, undefined, []);
      if (this.#held === null) run();
      else this.#committed.push(run);
    }
    return unread;
  }

  async #commit(before: readonly Sent[], own: Sent, behind: readonly Sent[] = []): Promise<pg.QueryResult> {
    const result = await this.#join(before, own, behind, this.#after);
    for (const work of this.#committed.splice(0)) work();
    return result;
  }

  #close(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const held = this.#held ?? [];
    this.#held = null;
    const isUnsent = isOpening(held[0]);
    if (text === 'rollback') return isUnsent ? unread : this.#send(text, values);
    // Nothing was ever asked of this transaction.
    if (isUnsent && held.length === 1 && this.#after.length === 0) {
      for (const work of this.#committed.splice(0)) work();
      return unread;
    }
    return this.#commit(held, [text, values]);
  }

  #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return new Promise<pg.QueryResult>((resolve, reject) => {
      const answer = (error: Error | undefined, result: pg.QueryResult) => {
        if (!error) return resolve(result);
        if (endsSession(error)) this.#lose(error);
        reject(this.#lost ? new ConnectionLost(this.#lost.cause) : error);
      };
      // Called back, and not by pg's own promise: that one holds the answers before it until V8 collects all of its memory.
      if (!planned.test(text) && values.length === 0) super.query(text, answer);
      else super.query(new PlannedQuery(nameOf(text), text, values, answer));
    }).catch((error: unknown) => {
      // Who asked, and not the socket that the answer came from.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  // Before the socket closes: until then the pool would hand this connection to the next request.
  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = new ConnectionLost(error);
    void this.end();
  }

  // One write for all of them; the first that fails tells why, those behind it only say that the transaction is lost.
  async #join(
    before: readonly Sent[],
    own: Sent,
    behind: readonly Sent[] = [],
    after: readonly Sent[] = [],
  ): Promise<pg.QueryResult> {
    if (before.length + behind.length + after.length === 0) return this.#send(...own);
    const { stream } = this.connection;
    stream.cork();
    const sent = [...before, own, ...behind].map((each) => this.#send(...each));
    for (const each of after) this.#send(...each).catch(() => undefined);
    stream.uncork();
    const settled = await Promise.allSettled(sent);
    // Never go on outside a transaction that could not begin.
    if (settled[0]?.status === 'rejected' && isOpening(before[0])) stream.destroy();
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
    return sent[before.length] ?? unread;
  }
}

const unread: Promise<pg.QueryResult> = Promise.resolve({
  command: '',
  rowCount: 0,
  oid: 0,
  fields: [],
  rows: [],
});

function isOpening(held: Sent | undefined): boolean {
  return held !== undefined && opening.test(held[0]);
}

/** Kysely over a pool of `createPool`. What fails because the database is out of reach throws {@link ConnectionLost}. */
export function createDb(pool: pg.Pool): Db {
  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw new ConnectionLost(error);
    }
  };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  });
}

/** The constraint that a failed write ran into, so that a repository can name the field; else undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

/** Whether the database could not read a text: it holds NUL, which no column keeps, and only a request brings that. */
export function isUnreadableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}
