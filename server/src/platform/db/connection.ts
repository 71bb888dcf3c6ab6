import { createHash } from 'node:crypto';
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { ConnectionLost, endsSession } from './connection-lost.ts';
import { isDeadlock } from './deadlock.ts';
import { beginStatement } from '../tracing/tracing.ts';
import { tellSent } from './sent-statements.ts';

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

/** A transaction from `begin` until its commit is sent. */
interface OpenTransaction {
  /** The statement that begins it, until it is sent. */
  begin: CompiledQuery | null;
  /** What is sent in front of the next statement. */
  waiting: CompiledQuery[];
  readonly afterCommit: CompiledQuery[];
  readonly onCommit: (() => void)[];
  /** No statement takes the commit along. */
  isKeptOpen: boolean;
}

/**
 * A connection that sends `begin`, and what was given to `executeLater`, in one write with the next statement of the
 * transaction (decision 0074). PostgreSQL executes them in order, and the first that fails says why.
 */
export class PipelineConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #open: OpenTransaction | null = null;
  /** Set once the connection is lost, with the first error that said so. */
  #lost: ConnectionLost | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    // While a connection is checked out nobody else listens, and an error without a listener ends the process.
    client.on('error', (error) => (this.#lost ??= new ConnectionLost(error)));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isAlone = this.#open === null;
    const result = await this.#sendWith(this.#open, query).catch((error: unknown) => {
      // A statement alone that a deadlock ended, as with a migration beside it, has done nothing: once more.
      if (isAlone && isDeadlock(error)) return this.#sendWith(null, query);
      throw error;
    });
    return toQueryResult<Row>(result);
  }

  async executeLater(query: CompiledQuery): Promise<void> {
    if (this.#open) this.#open.waiting.push(query);
    else await this.#send(query);
  }

  async executeLast<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const open = this.#open;
    if (!open || open.isKeptOpen) return this.executeQuery(query);
    this.#open = null;
    // The first and the last at once: a statement alone is a transaction by itself.
    const isAlone = open.begin === begin && open.waiting.length === 0;
    if (isAlone) open.begin = null;
    return toQueryResult<Row>(await this.#sendCommit(open, query, isAlone ? [] : [commit]));
  }

  async executeAfterCommit(query: CompiledQuery): Promise<void> {
    if (this.#open) this.#open.afterCommit.push(query);
    else await this.#send(query);
  }

  onCommit(run: () => void): void {
    if (this.#open) this.#open.onCommit.push(run);
    else run();
  }

  keepOpen(): void {
    if (this.#open) this.#open.isKeptOpen = true;
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const settings = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    this.#open = {
      begin: settings.length === 0 ? begin : CompiledQuery.raw(`begin ${settings.join(' ')}`),
      waiting: [],
      afterCommit: [],
      onCommit: [],
      isKeptOpen: false,
    };
  }

  async commit(): Promise<void> {
    const open = this.#open;
    // The commit went with the last statement.
    if (!open) return;
    this.#open = null;
    if (open.begin && open.waiting.length + open.afterCommit.length === 0) {
      for (const run of open.onCommit) run();
      return;
    }
    const { command } = await this.#sendCommit(open, commit);
    // An error that somebody caught has aborted the transaction.
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (!open || open.begin) return;
    try {
      await this.#send(rollback);
    } catch (error) {
      this.#lose(error);
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#lost !== undefined);
  }

  /** Long lists are read through a cursor in SQL (`streamList`). */
  streamQuery(): never {
    throw new Error('not supported');
  }

  async #sendCommit(
    open: OpenTransaction,
    query: CompiledQuery,
    behind: readonly CompiledQuery[] = [],
  ): Promise<pg.QueryResult> {
    // Nothing is sent on a connection that is lost already.
    if (this.#lost) throw new ConnectionLost(this.#lost.cause);
    const result = await this.#sendWith(open, query, behind, open.afterCommit).catch((error: unknown) => {
      throw error instanceof ConnectionLost
        ? new ConnectionLost(error.cause, { mayBeCommitted: true })
        : error;
    });
    for (const run of open.onCommit) run();
    return result;
  }

  /** Sends what waits, the statement, and what follows it in one write. Those behind a failed one only say that it failed. */
  async #sendWith(
    open: OpenTransaction | null,
    query: CompiledQuery,
    behind: readonly CompiledQuery[] = [],
    afterCommit: readonly CompiledQuery[] = [],
  ): Promise<pg.QueryResult> {
    const opening = open?.begin ?? null;
    const before = [...(opening ? [opening] : []), ...(open?.waiting ?? [])];
    if (open) [open.begin, open.waiting] = [null, []];
    if (before.length + behind.length + afterCommit.length === 0) return this.#send(query);
    const { stream } = this.#client.connection;
    stream.cork();
    const first = before.map((each) => this.#send(each));
    const answer = this.#send(query);
    const last = behind.map((each) => this.#send(each));
    for (const each of afterCommit) this.#send(each).catch(() => undefined);
    stream.uncork();
    const settled = await Promise.allSettled([...first, answer, ...last]);
    const failed = settled.find((each) => each.status === 'rejected');
    if (!failed) return answer;
    // Never go on outside a transaction that could not begin.
    if (opening && failed === settled[0]) this.#lose(failed.reason);
    throw failed.reason;
  }

  async #send(query: CompiledQuery): Promise<pg.QueryResult> {
    if (this.#lost) throw new ConnectionLost(this.#lost.cause);
    try {
      return await this.#ask(query);
    } catch (error) {
      const lost = endsSession(error) ? this.#lose(error) : this.#lost;
      if (lost) throw new ConnectionLost(lost.cause);
      // The stack of who asked, and not of the socket that the answer came from.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  // With a callback: a promise of pg keeps the answers before it in memory until a full garbage collection.
  #ask({ sql: text, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const end = beginStatement(text);
      const answer = (error: Error | null | undefined, result: pg.QueryResult) => {
        end?.(error);
        if (error) reject(error);
        else resolve(result);
      };
      const values = [...parameters];
      tellSent({ text, values });
      const isNamed = values.length > 0 || planned.test(text);
      this.#client.query(isNamed ? { name: nameOf(text), text, values } : { text, values }, answer);
    });
  }

  #lose(error: unknown): ConnectionLost {
    return (this.#lost ??= new ConnectionLost(error));
  }
}

function toQueryResult<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

// What is no statement on rows (`savepoint`, `fetch`) is not worth a plan, or cannot have one.
const planned = /^(select|with|insert|update|delete)\b/i;

const names = new Map<string, string>();
const maxNames = 400;

/**
 * The name under which PostgreSQL plans a statement once per connection: about three times faster on lists (decision
 * 0005). Forgotten after so many texts, so that a flood of different filters cannot fill the memory of either side.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  // Those in use come back at once; starting over is cheaper than keeping the order of use at every statement.
  if (names.size >= maxNames) names.clear();
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** The driver of Kysely over a pool, with one {@link PipelineConnection} for each of its connections. */
export class PipelineDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, PipelineConnection>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelineConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new ConnectionLost(error);
    });
    let connection = this.#connections.get(client);
    if (!connection) this.#connections.set(client, (connection = new PipelineConnection(client)));
    return connection;
  }

  async beginTransaction(connection: PipelineConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings);
  }

  commitTransaction(connection: PipelineConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PipelineConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PipelineConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}
