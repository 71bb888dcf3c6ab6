import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { partsDigest } from './parts-digest.ts';
import { problem } from './problem.ts';

const day = 24 * 3600 * 1000;
const json = 'application/json; charset=utf-8';
const mostKeptBytes = 8 * 1024 * 1024;

/** What is given again: JSON, or a file in base64 with its type. */
interface Kept {
  readonly answer: string;
  readonly media_type: string | null;
}

interface Held {
  readonly key: { user_id: string; path: string; key: string };
  /** Null when the body was not read to its end. */
  readonly bodyHash: () => string | null;
  readonly release: () => void;
}

/**
 * POST with an `Idempotency-Key` happens once: the same key with the same body gives the first answer for a
 * day, another body is 422, and a second one that comes while the first runs waits for it (§B6).
 *
 * @param locks a database handle with a pool of its own: the locks are held while requests use `db`
 */
export function mountIdempotency(app: FastifyInstance, db: Db, locks: Db, now: () => Date): void {
  const held = new WeakMap<FastifyRequest, Held>();

  // Most requests carry no key, and wait for nothing here.
  app.addHook('preHandler', (request, reply, done) => {
    const header = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof header !== 'string' || !request.caller) return done();
    if (request.routeOptions.config.secret) return done();
    if (header.length === 0 || header.length > 200) return done(problem.of('bad-request'));
    const key = { user_id: request.caller.userId, path: request.url, key: header };
    void settle(begin(request, reply, key), (error, isAnswered) => (isAnswered === true ? undefined : done(error)));
  });

  // Whether this is an answer that was given before; else the request goes on, held until it is answered.
  async function begin(request: FastifyRequest, reply: FastifyReply, key: Held['key']): Promise<boolean> {
    const bodyHash = hashOf(request);
    const lock = await holdLock(locks, `${key.user_id} ${key.path} ${key.key}`);
    try {
      const first = await findAnswer(db, key, now());
      if (!first) {
        held.set(request, { key, bodyHash, ...lock });
        return false;
      }
      await readToEnd(request);
      if (first.body_hash !== bodyHash()) throw problem.of('idempotency-mismatch');
      lock.release();
      const { status, answer, media_type: mediaType } = first;
      await reply
        .code(status)
        .header('content-type', mediaType ?? json)
        .header('idempotency-replayed', 'true')
        .serializer(String)
        .send(mediaType === null ? answer : Buffer.from(answer, 'base64'));
      return true;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const mine = held.get(request);
    const given = keptAnswer(payload, reply);
    const bodyHash = mine && given && reply.statusCode < 300 ? mine.bodyHash() : null;
    if (!mine || !given || bodyHash === null) return done(null, payload);
    void settle(remember(mine, { ...given, body_hash: bodyHash, status: reply.statusCode }), (error) => (error ? done(error) : done(null, payload)));
  });

  async function remember({ key }: Held, given: Kept & { body_hash: string; status: number }): Promise<void> {
    const answer = { ...given, created_at: now().toISOString() };
    await forgetOld(db, now());
    await db
      .insertInto('idempotency_keys')
      .values({ ...key, ...answer })
      .onConflict((conflict) => conflict.columns(['user_id', 'path', 'key']).doUpdateSet(answer))
      .execute();
  }

  app.addHook('onResponse', (request, _reply, done) => {
    held.get(request)?.release();
    done();
  });
}

// A text or the bytes of a file; what is streamed is too large to keep.
function keptAnswer(payload: unknown, reply: FastifyReply): Kept | null {
  if (typeof payload === 'string') return { answer: payload, media_type: null };
  if (!Buffer.isBuffer(payload) || payload.byteLength > mostKeptBytes) return null;
  return { answer: payload.toString('base64'), media_type: String(reply.getHeader('content-type') ?? 'application/octet-stream') };
}

// Each answer that is kept takes a few old ones along, so that the table stays as large as a day.
async function forgetOld(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - day).toISOString();
  await sql`delete from idempotency_keys where ctid in (
    select ctid from idempotency_keys where created_at < ${before}::timestamptz order by created_at limit 10 for update skip locked)`.execute(db);
}

async function settle<T>(work: Promise<T>, done: (error?: Error, value?: T) => void): Promise<void> {
  let value: T;
  try {
    value = await work;
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  done(undefined, value);
}

// The parts of an upload are listened to while the route reads them; anything else is there already.
function hashOf({ raw, body, headers }: FastifyRequest): Held['bodyHash'] {
  const parts = body === undefined || body === null ? partsDigest(headers['content-type']) : null;
  if (!parts) {
    const hash = createHash('sha256').update(JSON.stringify(body ?? null)).digest('hex');
    return () => hash;
  }
  // Paused, so that listening alone does not set it off.
  raw.pause();
  raw.on('data', (chunk: Buffer) => parts.add(chunk));
  return () => (raw.readableEnded ? parts.end() : null);
}

async function readToEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded) return;
  raw.resume();
  await finished(raw, { writable: false });
}

async function findAnswer(db: Db, key: Held['key'], now: Date) {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer', 'media_type'])
    .where('user_id', '=', key.user_id)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .where('created_at', '>', new Date(now.getTime() - day).toISOString())
    .executeTakeFirst();
}

// A transaction of its own holds the lock while the request runs, so that every server process sees it.
async function holdLock(db: Db, name: string): Promise<Pick<Held, 'release'>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const done = new Promise<void>((locked, failed) => {
    db.transaction()
      .execute(async (tx: Tx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
        locked();
        await released;
      })
      .catch(failed);
  });
  await done;
  return { release };
}
