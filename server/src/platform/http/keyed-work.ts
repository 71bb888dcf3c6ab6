import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { seal, unseal } from '../auth/seal.ts';
import { type Db, executeLater, keepOpen, type Tx } from '../db/database.ts';
import { problem } from './problem.ts';
import { spreadOver } from '../db/spread.ts';
import { inTransaction } from '../db/transaction.ts';
import { advisoryLocks, lockKey } from '../locks.ts';

/** Who asked for what under which key. */
export interface RequestKey {
  readonly user_id: string;
  readonly path: string;
  readonly key: string;
  /** Whose records it works on, where the database is spread and that is known before; see `keyTable`. */
  readonly company_id?: string;
}

/** The table of a key: beside the records that it works on, else that of the coordinator (decision 0102). */
export const keyTable = ({ company_id }: RequestKey) =>
  sql.table(company_id === undefined ? 'idempotency_keys' : 'company_idempotency_keys');

/** Holds for the row of a key. */
export const isKey = ({ company_id, user_id, path, key }: RequestKey, row: string): RawBuilder<SqlBool> =>
  sql`${company_id === undefined ? sql`` : sql`${sql.ref(`${row}.company_id`)} = ${company_id} and `}${sql.ref(`${row}.user_id`)} = ${user_id}
    and ${sql.ref(`${row}.path`)} = ${path} and ${sql.ref(`${row}.key`)} = ${key}`;

/** What `KeyedWork` asks of the request that it works for. */
export interface KeyedRequest {
  readonly key: RequestKey;
  readonly now: () => Date;
  /** The digest of the body; waits until it has come in, and fails when the client left before. */
  readonly bodyHash: () => Promise<string>;
  /** Seals what is stored; absent where it contains no secret. */
  readonly secretKey?: Uint8Array | undefined;
  /** Whether the client has left, so that nobody waits for it any more. */
  readonly isGone: () => boolean;
}

/** How long an answer is stored (§B6). */
export const keptForMs = 24 * 3600 * 1000;

/** Keys that were claimed before this moment are free again. */
export const keptSince = (now: Date): string => new Date(now.getTime() - keptForMs).toISOString();

const maxWaitMs = 30_000;
const firstPauseMs = 15;
const maxPauseMs = 500;

const purpose = 'idempotency';

const stepsByNumber = z.record(z.string(), z.string());

/**
 * The transactions of one request with an `Idempotency-Key`, each of which happens once. A transaction claims the key with
 * its first statement and stores what it returned in its own commit. A retry runs the handler again, and each transaction
 * that was committed before returns what it returned then, without doing anything; so the answer is built again, and work
 * of several transactions goes on where it stopped (decision 0066).
 *
 * Transactions are identified by their order, so a handler must ask for them in the same order every time.
 */
export class KeyedWork {
  readonly #request: KeyedRequest;
  readonly #steps = new Map<number, string>();
  /** What this request returned so far; what wrote nothing is stored with the next transaction that does. */
  readonly #results: Record<string, string> = {};
  #count = 0;
  #isReplayed = false;

  constructor(request: KeyedRequest) {
    this.#request = request;
  }

  /** Whether a transaction of an earlier try took the place of one of this request. */
  get isReplayed(): boolean {
    return this.#isReplayed;
  }

  /** What an earlier try committed before its answer was lost. */
  recall(steps: unknown): void {
    for (const [number, step] of Object.entries(stepsByNumber.parse(steps ?? {})))
      this.#steps.set(Number(number), step);
  }

  /** Does something outside of transactions, or returns what it returned in the try that committed the next one. */
  async once<T>(work: () => Promise<T>): Promise<T> {
    const number = this.#count;
    this.#count += 1;
    const stored = this.#steps.get(number);
    if (stored !== undefined) return this.#decode(stored);
    const value = await work();
    this.#results[number] = this.#encode(value);
    return value;
  }

  /** Runs a transaction, or returns what it returned in an earlier try. */
  async transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
    const number = this.#count;
    this.#count += 1;
    const bodyHash = await this.#request.bodyHash();
    const deadline = performance.now() + maxWaitMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
      const outcome = await inTransaction(db, async (tx) => {
        // Counted anew when it runs again.
        this.#count = number + 1;
        // The claim and the result belong into the commit of the work, which must not end before them.
        await keepOpen(tx);
        if (!(await this.#claim(tx, bodyHash))) return null;
        const stored = this.#steps.get(number);
        if (stored !== undefined) return { stored };
        const value = await work(tx);
        this.#results[number] = this.#encode(value);
        await this.#store(tx, bodyHash);
        return { value };
      });
      if (outcome && 'value' in outcome) return outcome.value;
      if (outcome) {
        this.#isReplayed = true;
        return this.#decode(outcome.stored);
      }
      // Another request works under this key: no connection is in use while it does.
      if (this.#request.isGone() || performance.now() > deadline)
        throw problem.of('unavailable', { sentence: 'idempotency-busy', retryAfterSeconds: 5 });
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  /** Whether the key is this transaction's until it ends; then what earlier tries have done is known. */
  async #claim(tx: Tx, bodyHash: string): Promise<boolean> {
    const { key, now } = this.#request;
    const lock = sql`pg_try_advisory_xact_lock(${lockKey(advisoryLocks.idempotencyKey(key.user_id, key.path, key.key))})`;
    const stored = sql`${keyTable(key)} as k`;
    const isStored = sql<SqlBool>`${isKey(key, 'k')} and k.created_at > ${keptSince(now())}::timestamptz`;
    const row = await (spreadOver() > 0
      ? claimApart(tx, lock, stored, isStored)
      : claimAtOnce(tx, lock, stored, isStored));
    if (!row) return false;
    if (row.body_hash !== null && row.body_hash !== bodyHash) throw problem.of('idempotency-mismatch');
    this.recall(row.steps);
    return true;
  }

  async #store(tx: Tx, bodyHash: string): Promise<void> {
    const { key, now } = this.#request;
    const steps = JSON.stringify(this.#results);
    const columns = { ...key, body_hash: bodyHash, steps, created_at: now().toISOString() };
    const types: Readonly<Record<string, string>> = {
      company_id: 'uuid',
      user_id: 'uuid',
      steps: 'jsonb',
      created_at: 'timestamptz',
    };
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
    const values = sql.join(
      Object.entries(columns).map(([name, value]) => sql`${value}::${sql.raw(types[name] ?? 'text')}`),
    );
    // A transaction that wrote nothing claims nothing: it refused, or may as well look again. What was written on another
    // server is not seen here, so a spread database stores it always.
    const row =
      spreadOver() > 0
        ? sql`values (${values})`
        : sql`select ${values} where pg_current_xact_id_if_assigned() is not null`;
    const unique =
      key.company_id === undefined ? sql`user_id, path, key` : sql`company_id, user_id, path, key`;
    const statement = sql`insert into ${keyTable(key)} as k (${names}) ${row}
      on conflict (${unique}) do update set body_hash = excluded.body_hash, created_at = excluded.created_at,
        status = null, answer = null, media_type = null,
        steps = case when excluded.created_at - k.created_at < ${sql.lit(`${keptForMs} milliseconds`)}::interval then coalesce(k.steps, '{}') else '{}' end || excluded.steps`;
    await executeLater(tx, statement);
  }

  // Not as JSON, which has no bytes, no moments and no `undefined`: a transaction may return any of them.
  #encode(value: unknown): string {
    const { secretKey } = this.#request;
    const text = serialize(value).toString('base64');
    return secretKey ? seal(secretKey, purpose, text).toString('base64') : text;
  }

  #decode<T>(stored: string): T {
    const { secretKey } = this.#request;
    const text = secretKey ? unseal(secretKey, purpose, Buffer.from(stored, 'base64')) : stored;
    // Sealed with the key of before: what was done is known, what it returned is not.
    if (text === null) throw problem.of('unavailable');
    return deserialize(Buffer.from(text, 'base64'));
  }
}

/** What is stored under a key that is claimed. */
interface Claimed {
  readonly body_hash: string | null;
  readonly steps: unknown;
}

// Two statements in one trip: the second sees what was committed before the first took the lock.
async function claimAtOnce(
  tx: Tx,
  lock: RawBuilder<unknown>,
  stored: RawBuilder<unknown>,
  isStored: RawBuilder<SqlBool>,
): Promise<Claimed | undefined> {
  await executeLater(tx, sql`select set_config('balie.claimed', ${lock}::text, true)`);
  const { rows } = await sql<Claimed & { claimed: string }>`
    select current_setting('balie.claimed') as claimed, k.body_hash, k.steps from (select 1) as one
    left join ${stored} on ${isStored}`.execute(tx);
  const [row] = rows;
  return row?.claimed === 'true' ? row : undefined;
}

// The lock is on the coordinator, the row perhaps on another server.
async function claimApart(
  tx: Tx,
  lock: RawBuilder<unknown>,
  stored: RawBuilder<unknown>,
  isStored: RawBuilder<SqlBool>,
): Promise<Claimed | undefined> {
  const { rows } = await sql<{ claimed: boolean }>`select ${lock} as claimed`.execute(tx);
  if (rows[0]?.claimed !== true) return undefined;
  const found = await sql<Claimed>`select k.body_hash, k.steps from ${stored} where ${isStored}`.execute(tx);
  return found.rows[0] ?? { body_hash: null, steps: null };
}
