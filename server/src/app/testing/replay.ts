import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { type ConnectionSettings, createDb, createPool } from '#server/platform/db/database.ts';

/**
 * With `REPLAY_POSTS=1` every POST of the route tests that succeeds is sent again under its key, as if the process had
 * crashed between its commit and its answer, and must be answered alike. Tests that count requests or mails of a route
 * that says why it may happen twice are left alone.
 */
export const replaysPosts = process.env['REPLAY_POSTS'] !== undefined;

/** Has a database lose every answer that is stored under a key, and keep the work. */
export async function loseAnswers(owner: ConnectionSettings): Promise<void> {
  const db = createDb(createPool({ ...owner, max: 1 }));
  await sql
    .raw(
      `create function lose_answer() returns trigger language plpgsql as
      $$ begin new.status = null; new.answer = null; return new; end $$;
      create trigger lose_answer before insert or update on idempotency_keys for each row execute function lose_answer()`,
    )
    .execute(db);
  await db.destroy();
}

/** Sends a POST twice under one key; throws when the second answer is another one. */
export async function postTwice(
  post: (headers: Record<string, string>) => Promise<LightMyRequestResponse>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  if ('idempotency-key' in headers) return post(headers);
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  const first = await post(keyed);
  if (first.statusCode >= 300) return first;
  const second = await post(keyed);
  const isAlike = first.statusCode === second.statusCode && first.rawPayload.equals(second.rawPayload);
  if (!isAlike)
    throw new Error(
      `replayed otherwise:\n${first.statusCode} ${first.body}\n${second.statusCode} ${second.body}`,
    );
  return first;
}
