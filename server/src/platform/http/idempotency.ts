import { createHash, createHmac } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller, Services } from '../context.ts';
import type { Db } from '../db/database.ts';
import { isId } from '../db/ids.ts';
import type { Tables } from '../db/schema.ts';
import { spreadOver } from '../db/spread.ts';
import { isKey, keptSince, keyTable, KeyedWork, type RequestKey } from './keyed-work.ts';
import { partsDigest } from './parts-digest.ts';
import { problem } from './problem.ts';

const json = 'application/json; charset=utf-8';
const maxKeptBytes = 8 * 1024 * 1024;

/** What is given again: JSON, or a file in base64 with its type (decision 0060). */
interface Kept {
  readonly answer: string;
  readonly media_type: string | null;
}

interface Keyed {
  readonly key: RequestKey;
  readonly work: KeyedWork;
  /** Null when the body was not read to its end. */
  readonly bodyHash: () => string | null;
}

const keyed = new WeakMap<FastifyRequest, Keyed>();

/** What makes the transactions of a request with an `Idempotency-Key` happen once; undefined without one. */
export function keyedWorkOf(request: FastifyRequest): KeyedWork | undefined {
  return keyed.get(request)?.work;
}

/**
 * POST with an `Idempotency-Key` happens once: the same key with the same body gives the first answer for a
 * day, another body is 422, and a second one that comes while the first runs waits for it (§B6). What was answered is
 * looked up here; what was done and not answered is known by the transactions themselves (see `KeyedWork`). Between
 * statements of the work no connection is in use, so a slow client, or one that left, blocks nobody.
 */
export function mountIdempotency(
  app: FastifyInstance,
  { db, now, secretKey }: Pick<Services, 'db' | 'now' | 'secretKey'>,
): void {
  // Most requests carry no key, and wait for nothing here.
  app.addHook('preHandler', (request, reply, done) => {
    const header = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof header !== 'string' || !request.caller) return done();
    if (request.routeOptions.config.repeatable !== undefined) return done();
    if (header.length === 0 || header.length > 200) return done(problem.of('bad-request'));
    const key = {
      user_id: request.caller.userId,
      path: keptPath(request.url),
      key: header,
      ...companyOf(request, request.caller),
    };
    void settle(begin(request, reply, key), (error, isAnswered) =>
      isAnswered === true ? undefined : done(error),
    );
  });

  // Whether this is an answer that was given before; else the request goes on.
  async function begin(request: FastifyRequest, reply: FastifyReply, key: RequestKey): Promise<boolean> {
    const { secret = false } = request.routeOptions.config;
    const bodyHash = hashOf(request, secret ? secretKey : null);
    const hashAtEnd = async () => {
      await readToEnd(request);
      // Every complete body has one.
      return bodyHash() ?? '';
    };
    const first = await findAnswer(db, key, now());
    if (!first || first.status === null || first.answer === null) {
      const isGone = () => request.raw.socket.destroyed;
      const sealing = secret ? { secretKey } : {};
      const work = new KeyedWork({ key, now, isGone, bodyHash: hashAtEnd, ...sealing });
      if (first) work.recall(first.steps);
      keyed.set(request, { key, bodyHash, work });
      return false;
    }
    if (first.body_hash !== (await hashAtEnd())) throw problem.of('idempotency-mismatch');
    const { status, answer, media_type: mediaType } = first;
    void reply
      .code(status)
      .header('content-type', mediaType ?? json)
      .header('idempotency-replayed', 'true')
      .serializer(String)
      .send(mediaType === null ? answer : Buffer.from(answer, 'base64'));
    return true;
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const mine = keyed.get(request);
    if (mine?.work.isReplayed && reply.statusCode < 300) reply.header('idempotency-replayed', 'true');
    const given = request.routeOptions.config.secret ? null : keptAnswer(payload, reply);
    const bodyHash = mine && given && reply.statusCode < 300 ? mine.bodyHash() : null;
    if (!mine || !given || bodyHash === null) return done(null, payload);
    // The work is done and its key is claimed with it: an answer that could not be stored is built again.
    void settle(remember(mine, { ...given, body_hash: bodyHash, status: reply.statusCode }), (error) => {
      if (error) request.log.warn({ err: error }, 'an answer was not stored under its key');
      done(null, payload);
    });
  });

  async function remember(
    { key }: Keyed,
    given: Kept & { body_hash: string; status: number },
  ): Promise<void> {
    const answer = { ...given, created_at: now().toISOString() };
    await forgetOld(db, key, now());
    const { company_id: companyId, ...others } = key;
    await (
      companyId === undefined
        ? db
            .insertInto('idempotency_keys')
            .values({ ...others, ...answer })
            .onConflict((conflict) => conflict.columns(['user_id', 'path', 'key']).doUpdateSet(answer))
        : db
            .insertInto('company_idempotency_keys')
            .values({ ...others, company_id: companyId, ...answer })
            .onConflict((conflict) =>
              conflict.columns(['company_id', 'user_id', 'path', 'key']).doUpdateSet(answer),
            )
    ).execute();
  }
}

/**
 * The company whose records a request works on, where the database is spread: the caller's own, or for the provider's
 * people the one that the address names. Not one that only the body names: another body under a key must find its row.
 */
function companyOf({ params }: FastifyRequest, { isProvider, companyId }: Caller): { company_id?: string } {
  if (spreadOver() === 0) return {};
  if (!isProvider) return { company_id: companyId };
  const named = z.object({ companyId: z.string() }).safeParse(params).data?.companyId;
  return named !== undefined && isId(named) ? { company_id: named.toLowerCase() } : {};
}

// An address may be longer than what an index takes.
function keptPath(url: string): string {
  return url.length <= 1000 ? url : `${url.slice(0, 900)} ${createHash('sha256').update(url).digest('hex')}`;
}

// A text or the bytes of a file; what is streamed is too large to keep.
function keptAnswer(payload: unknown, reply: FastifyReply): Kept | null {
  if (typeof payload === 'string') return { answer: payload, media_type: null };
  if (!Buffer.isBuffer(payload) || payload.byteLength > maxKeptBytes) return null;
  return {
    answer: payload.toString('base64'),
    media_type: String(reply.getHeader('content-type') ?? 'application/octet-stream'),
  };
}

// Each stored answer removes a few old ones, so that the table stays as large as a day.
async function forgetOld(db: Db, key: RequestKey, now: Date): Promise<void> {
  const mine = key.company_id === undefined ? sql`` : sql`company_id = ${key.company_id} and `;
  await sql`delete from ${keyTable(key)} where ${mine}ctid in (
    select ctid from ${keyTable(key)} where ${mine}created_at < ${keptSince(now)}::timestamptz
    order by created_at limit 10 for update skip locked)`.execute(db);
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
function hashOf({ raw, body, headers }: FastifyRequest, secretKey: Uint8Array | null): Keyed['bodyHash'] {
  const parts = body === undefined || body === null ? partsDigest(headers['content-type']) : null;
  if (!parts) {
    const digest = secretKey ? createHmac('sha256', secretKey) : createHash('sha256');
    const hash = digest.update(JSON.stringify(body ?? null)).digest('hex');
    return () => hash;
  }
  // Paused, so that listening alone does not set it off.
  raw.pause();
  raw.on('data', (chunk: Buffer) => parts.add(chunk));
  let digest: string | null = null;
  return () => (digest ??= raw.readableEnded ? parts.end() : null);
}

// Who leaves half way ends the waiting: the stream fails then.
async function readToEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded) return;
  raw.resume();
  await finished(raw, { writable: false }).catch(() => {
    throw problem.of('bad-request');
  });
}

type StoredAnswer = Pick<Tables['idempotency_keys'], 'body_hash' | 'status' | 'answer' | 'media_type'> & {
  readonly steps: unknown;
};

async function findAnswer(db: Db, key: RequestKey, now: Date): Promise<StoredAnswer | undefined> {
  const { rows } = await sql<StoredAnswer>`select k.body_hash, k.status, k.answer, k.media_type, k.steps
    from ${keyTable(key)} as k where ${isKey(key, 'k')} and k.created_at > ${keptSince(now)}::timestamptz`.execute(
    db,
  );
  return rows[0];
}
