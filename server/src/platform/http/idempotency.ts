import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { problem } from './problem.ts';

const day = 24 * 3600 * 1000;

interface Held {
  readonly key: { user_id: string; path: string; key: string };
  readonly bodyHash: string;
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
    // Files are not read yet here: of an upload the length stands for the body.
    const body = request.body === undefined ? request.headers['content-length'] : request.body;
    const bodyHash = createHash('sha256').update(JSON.stringify(body ?? null)).digest('hex');
    const lock = await holdLock(locks, `${key.user_id} ${key.path} ${key.key}`);
    try {
      const first = await findAnswer(db, key, now());
      if (!first) {
        held.set(request, { key, bodyHash, ...lock });
        return;
      }
      if (first.body_hash !== bodyHash) throw problem.of('idempotency-mismatch');
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
    await db
      .insertInto('idempotency_keys')
      .values({ ...mine.key, body_hash: mine.bodyHash, status: reply.statusCode, answer: payload, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.columns(['user_id', 'path', 'key']).doUpdateSet({ body_hash: mine.bodyHash, status: reply.statusCode, answer: payload, created_at: now().toISOString() }))
      .execute();
    return payload;
  });

  app.addHook('onResponse', async (request) => {
    held.get(request)?.release();
  });
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
