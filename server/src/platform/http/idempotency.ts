import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { partsDigest } from './parts-digest.ts';
import { problem } from './problem.ts';

const day = 24 * 3600 * 1000;

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

  app.addHook('preHandler', async (request, reply) => {
    const header = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof header !== 'string' || !request.caller) return;
    if (request.routeOptions.config.secret) return;
    if (header.length === 0 || header.length > 200) throw problem.of('bad-request');
    const key = { user_id: request.caller.userId, path: request.url, key: header };
    const bodyHash = hashOf(request);
    const lock = await holdLock(locks, `${key.user_id} ${key.path} ${key.key}`);
    try {
      const first = await findAnswer(db, key, now());
      if (!first) {
        held.set(request, { key, bodyHash, ...lock });
        return;
      }
      await readToEnd(request);
      if (first.body_hash !== bodyHash()) throw problem.of('idempotency-mismatch');
      lock.release();
      await reply
        .code(first.status)
        .header('content-type', 'application/json; charset=utf-8')
        .header('idempotency-replayed', 'true')
        .serializer(String)
        .send(first.answer);
    } catch (error) {
      lock.release();
      throw error;
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const mine = held.get(request);
    if (!mine || typeof payload !== 'string' || reply.statusCode >= 300) return payload;
    const bodyHash = mine.bodyHash();
    if (bodyHash === null) return payload;
    const answer = { body_hash: bodyHash, status: reply.statusCode, answer: payload, created_at: now().toISOString() };
    await db
      .insertInto('idempotency_keys')
      .values({ ...mine.key, ...answer })
      .onConflict((conflict) => conflict.columns(['user_id', 'path', 'key']).doUpdateSet(answer))
      .execute();
    return payload;
  });

  app.addHook('onResponse', async (request) => {
    held.get(request)?.release();
  });
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
    .select(['body_hash', 'status', 'answer'])
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
