import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { PgBoss, getConstructionPlans } from 'pg-boss';
import pg from 'pg';
import { newClient } from '../db/client.ts';
import { amsterdam } from '#contract/dates.ts';
import { type ConnectionSettings, createPool, type Db, executeLater } from '../db/database.ts';
import { listen } from '../db/listen.ts';
import { isPassing } from '../passing-failures.ts';
import { commitTogether } from '../db/spread.ts';
import { type Slot, statement } from '../db/statement.ts';
import { traceJob, withTrace } from '../tracing/tracing.ts';
import { groupOf, type Priority, takeTurn, turnsIndex } from './fair-order.ts';

const schema = 'jobs';

/** A kind of background work: its queue, and how often and how long it may be tried. `Data` is what it gets. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Automatic tries after the first (§D6: three in all is `2`). */
  readonly retries: number;
  /** A try that takes longer counts as failed. */
  readonly expireSeconds: number;
  /** Written by itself at these moments, as cron has them, in Amsterdam time; its data is empty then. */
  readonly cron?: string;
  /** Only for the type: never set. */
  readonly data?: Data;
}

/** Names a kind of job: `const recogniseJob = defineJob<{ documentId: string }>('documents-recognise', …)`. */
export function defineJob<Data extends object>(
  name: string,
  options: { retries: number; expireSeconds: number; cron?: string },
): JobKind<Data> {
  return { name, ...options };
}

/** What a handler knows of the try it runs. */
export interface JobTry {
  readonly id: string;
  /** 0 on the first try. */
  readonly retry: number;
  /** None follows, unless what failed passes by itself (`isPassing`). */
  readonly isLastTry: boolean;
  readonly signal: AbortSignal;
}

/** The queue, in the same database: a job written in a transaction exists exactly when it commits. */
export interface Jobs {
  /**
   * Writes a job in the caller's transaction. `key` names what it is about; equal jobs may be written, handlers are
   * idempotent. `afterSeconds` starts it later. Companies take turns: data with a `companyId` is a job of that company.
   */
  send<Data extends object>(
    tx: Db,
    kind: JobKind<Data>,
    data: Data,
    options?: { key?: string; priority?: Priority; afterSeconds?: number },
  ): Promise<void>;
  /**
   * Takes jobs of a kind, `concurrency` at a time in this process, until stopped; of one company at most `perCompany` in
   * all processes, so that another one finds a place.
   */
  work<Data extends object>(
    kind: JobKind<Data>,
    handler: (data: Data, attempt: JobTry) => Promise<void>,
    options?: { concurrency?: number; perCompany?: number },
  ): Promise<void>;
  /** Has a job that failed for good tried once more, in the caller's transaction; one that has not failed stays as it is. */
  retry(tx: Db, kind: string, id: string): Promise<void>;
  /** Whether the queue answers. */
  isReady(): Promise<boolean>;
  /** Lets running jobs end, within the time, and gives the rest back. */
  stop(timeoutMs: number): Promise<void>;
}

/** Makes or upgrades the queue's own tables, as the owner, and lets the product's role use them. */
export async function installJobs(
  owner: ConnectionSettings,
  appRole: string,
  kinds: readonly JobKind<object>[],
): Promise<void> {
  const client = newClient(owner);
  await client.connect();
  try {
    const present = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
    if (present.rowCount === 0) await client.query(getConstructionPlans(schema));
  } finally {
    await client.end();
  }
  const boss = new PgBoss({ ...bossConnection(owner), schema, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const kind of kinds) {
    const options = {
      retryLimit: kind.retries,
      retryDelay: 5,
      retryBackoff: true,
      // What waits for room on a disk is tried soon after there is some.
      retryDelayMax: 120,
      expireInSeconds: kind.expireSeconds,
      heartbeatSeconds: 20,
      // Ours goes behind the commit: inside, it makes all commits wait for each other (decision 0016).
      notify: false,
      deleteAfterSeconds: 7 * 24 * 3600,
    };
    if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, options);
    else await boss.createQueue(kind.name, options);
    if (kind.cron === undefined) await boss.unschedule(kind.name);
    else await boss.schedule(kind.name, kind.cron, {}, { tz: amsterdam });
  }
  await boss.stop({ graceful: false });
  await prepareJobs(owner, appRole);
}

async function prepareJobs(owner: ConnectionSettings, appRole: string): Promise<void> {
  const client = newClient(owner);
  await client.connect();
  try {
    const role = pg.escapeIdentifier(appRole);
    await client.query(turnsIndex);
    const { rowCount } = await client.query(
      `select from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'S')
         and not has_table_privilege($2, oid, 'select') limit 1`,
      [schema, appRole],
    );
    // Where the database is spread a grant reaches every server, and a start must not need all of them.
    if (rowCount === 0) return;
    await client.query(`
      grant usage on schema ${schema} to ${role};
      grant select, insert, update, delete on all tables in schema ${schema} to ${role};
      grant execute on all functions in schema ${schema} to ${role};
      grant usage, select on all sequences in schema ${schema} to ${role};
    `);
  } finally {
    await client.end();
  }
}

/**
 * Gives back at once what a killed worker held, instead of when its heartbeat is missed. Only for a database that
 * surely has no other worker: one that this start has just started itself.
 */
export async function giveBackJobs(owner: ConnectionSettings): Promise<void> {
  const client = newClient(owner);
  await client.connect();
  try {
    await client.query(
      `update ${schema}.job set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null where state = 'active'`,
    );
  } finally {
    await client.end();
  }
}

function bossConnection(settings: ConnectionSettings) {
  const { connectionString, host, port, user, database } = settings;
  const password = typeof settings.password === 'string' ? settings.password : undefined;
  return Object.fromEntries(
    Object.entries({ connectionString, host, port, user, password, database }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

const channel = 'jobs';
const wake = statement((db, slot: Slot<'kind'>) =>
  db.selectNoFrom(sql`pg_notify(${sql.lit(channel)}, ${slot('kind')})`.as('notified')),
);

// The queue's own insert, whose id nobody reads.
function unreadIn(tx: Db) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      await executeLater(tx, CompiledQuery.raw(text, values));
      return { rows: [] };
    },
  };
}

const single = /^(with|select|insert|update|delete)\b[^;]*$/i;

/**
 * The connections of the queue itself. Fetching and completing a job do not wait for the disk: a crash that loses either
 * commit has the job run once more, which handlers allow for, and never loses a later commit without an earlier one.
 * Sending goes through the caller's transaction, and is as durable as that.
 */
function queuePool(app: ConnectionSettings) {
  const pool = createPool({ ...app, max: 4, types: pg.types });
  pool.on('connect', (client) => {
    client.query('set synchronous_commit = off').catch(() => undefined);
  });
  return {
    async executeSql(given: string, values: unknown[] = []) {
      const text = given.trim();
      return values.length > 0 || single.test(text) ? pool.query(text, values) : pool.query(text);
    },
    end: () => pool.end(),
  };
}

// The queue reports some errors as a copy of their fields, which a log would not take for an error.
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const isCopy = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  return isCopy ? Object.assign(new Error(String(thrown.message)), thrown) : new Error(String(thrown));
}

const putRightEveryMs = 30_000;

/**
 * Where the clock was put back, what was written before has moments that are hours ahead: jobs would wait for them, and so
 * would the queue's own rounds. Servers of one database may disagree by less than a minute. A retry never waits long.
 */
async function putRight(db: Pick<ReturnType<typeof queuePool>, 'executeSql'>): Promise<void> {
  const soon = "now() + interval '1 minute'";
  await db.executeSql(`
    update ${schema}.job set start_after = now() + (start_after - created_on), created_on = now()
    where state < 'active' and start_after > ${soon} and created_on > ${soon}`);
  await db.executeSql(`
    update ${schema}.job set start_after = now() where state = 'retry' and start_after > now() + interval '10 minutes'`);
  await db.executeSql(`
    update ${schema}.job set heartbeat_on = now() where state = 'active' and heartbeat_on > ${soon}`);
  await db.executeSql(`
    update ${schema}.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now())
    where greatest(cron_on, bam_on, flow_on) > ${soon}`);
  await db.executeSql(`
    update ${schema}.queue set monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now()),
      monitor_claim_on = least(monitor_claim_on, now())
    where greatest(monitor_on, maintain_on, monitor_claim_on) > ${soon}`);
}

function companyOf(data: object): string | undefined {
  return 'companyId' in data && typeof data.companyId === 'string' ? data.companyId : undefined;
}

/** Opens the queue for sending and, with `works`, for working too. `onError` receives errors that have no caller. */
export async function openJobs(
  app: ConnectionSettings,
  options: { readonly works: boolean; readonly onError: (error: Error) => void },
): Promise<Jobs> {
  const db = queuePool(app);
  const boss = new PgBoss({
    db,
    schema,
    migrate: false,
    createSchema: false,
    supervise: options.works,
    schedule: options.works,
  });
  boss.on('error', (error) => options.onError(asError(error)));
  await boss.start();
  const workers: { readonly kind: string; readonly id: string }[] = [];
  // While the database is away the job is given back when its heartbeat is missed.
  const allowAnother = (kind: string, id: string) =>
    db
      .executeSql(
        `update ${schema}.job set retry_limit = retry_limit + 1 where name = $1 and id = $2::uuid and state = 'active'`,
        [kind, id],
      )
      .catch(() => undefined);
  const wakeUp = (kind?: string) => {
    for (const worker of workers)
      if (kind === undefined || worker.kind === kind) boss.notifyWorker(worker.id);
  };
  const putQueueRight = () => void putRight(db).catch((error: unknown) => options.onError(asError(error)));
  if (options.works) putQueueRight();
  const puttingRight = options.works ? setInterval(putQueueRight, putRightEveryMs) : undefined;
  const listener = options.works
    ? listen(app, channel, {
        message: wakeUp,
        open: wakeUp,
        error: (error) => options.onError(asError(error)),
      })
    : undefined;
  return {
    async send(tx, kind, data, { key, priority = 0, afterSeconds } = {}) {
      const turn = { name: kind.name, id: randomUUID(), companyId: companyOf(data), priority };
      await boss.send(kind.name, withTrace(data), {
        db: unreadIn(tx),
        id: turn.id,
        group: groupOf(turn),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(afterSeconds === undefined ? {} : { startAfter: afterSeconds }),
      });
      await takeTurn(tx, turn);
      await commitTogether(tx);
      await wake.afterCommit(tx, { kind: kind.name });
    },
    async work(kind, handler, { concurrency = 1, perCompany } = {}) {
      const options = {
        includeMetadata: true,
        batchSize: 1,
        pollingIntervalSeconds: 10,
        ...(perCompany === undefined ? {} : { groupConcurrency: perCompany }),
      } as const;
      for (let worker = 0; worker < concurrency; worker += 1) {
        let id = '';
        id = await boss.work<NonNullable<typeof kind.data>, void, typeof options>(
          kind.name,
          options,
          async ([job]) => {
            if (!job) return;
            // Notifications during this job woke nobody: poll again as soon as it ends.
            boss.notifyWorker(id);
            const attempt = {
              id: job.id,
              retry: job.retryCount,
              isLastTry: job.retryCount >= job.retryLimit,
              signal: job.signal,
            };
            const traced = { kind: kind.name, id: job.id, retry: job.retryCount, data: job.data };
            await traceJob(traced, (data) => handler(data, attempt)).catch(async (error: unknown) => {
              if (isPassing(error) && attempt.isLastTry) await allowAnother(kind.name, job.id);
              throw error;
            });
          },
        );
        workers.push({ kind: kind.name, id });
      }
    },
    async retry(tx, kind, id) {
      const db = {
        executeSql: (text: string, values: unknown[] = []) =>
          tx.executeQuery(CompiledQuery.raw(text, values)),
      };
      await boss.retry(kind, id, { db });
      await wake.afterCommit(tx, { kind });
    },
    isReady: () => boss.isInstalled(),
    async stop(timeoutMs) {
      clearInterval(puttingRight);
      await listener?.stop();
      await boss.stop({ graceful: true, timeout: timeoutMs });
      await db.end();
    },
  };
}
