import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { problem } from '../http/problem.ts';
import { isRefused, type MailMessage } from './mail.ts';

declare module '../db/schema.ts' {
  interface Tables {
    request_mails: { company_id: string; id: string; state: number; at: string };
  }
}

const states = { waiting: 0, sending: 1, sent: 2, refused: 3 } as const;
const dayMs = 24 * 3600 * 1000;
// A mail server answers within this time, or the mail counts as failed.
const patienceMs = 60_000;

/** A mail that a request is about to send. */
export interface RequestMail {
  readonly companyId: string;
  readonly id: string;
}

/**
 * Writes in the transaction of a request that it is about to send a mail. With an `Idempotency-Key` a retry gets the same
 * one, so that `sendOnce` knows what became of it. What is a day old is removed.
 */
export async function claimMail(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  companyId: string,
): Promise<RequestMail> {
  const id = newId(now().getTime());
  await tx
    .insertInto('request_mails')
    .values({ company_id: companyId, id, state: states.waiting, at: now().toISOString() })
    .execute();
  await tx
    .deleteFrom('request_mails')
    .where('company_id', '=', companyId)
    .where('at', '<', new Date(now().getTime() - dayMs).toISOString())
    .execute();
  return { companyId, id };
}

/**
 * Sends a mail that was claimed, at most once: one that was sent is not sent again, nor one of which nobody knows whether
 * it went out, since its process ended meanwhile. What the mail server refused may be tried again. Gives whether it was
 * sent; 503 while another request with the same key sends it.
 */
export async function sendOnce(
  { db, mail, now, log }: Pick<Context, 'db' | 'mail' | 'now' | 'log'>,
  claim: RequestMail,
  message: MailMessage,
): Promise<boolean> {
  const move = (from: readonly number[], state: number) =>
    db
      .updateTable('request_mails')
      .set({ state, at: now().toISOString() })
      .where('company_id', '=', claim.companyId)
      .where('id', '=', claim.id)
      .where('state', 'in', from)
      .returning('id')
      .executeTakeFirst();
  if (!(await move([states.waiting, states.refused], states.sending))) return isSent(db, claim, now());
  try {
    await mail?.send(message);
  } catch (error) {
    // The error may quote the message, and with it a link: its kind says enough.
    log.error(
      { code: error instanceof Error ? Reflect.get(error, 'code') : undefined },
      'a mail was not sent',
    );
    if (isRefused(error)) await move([states.sending], states.refused);
    return false;
  }
  await move([states.sending], states.sent);
  return true;
}

async function isSent(db: Context['db'], { companyId, id }: RequestMail, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('request_mails')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select([
      'state',
      sql<number>`(extract(epoch from ${now.toISOString()}::timestamptz - at) * 1000)::float8`.as('age'),
    ])
    .executeTakeFirst();
  if (found?.state === states.sending && found.age < patienceMs)
    throw problem.of('unavailable', { sentence: 'idempotency-busy', retryAfterSeconds: 5 });
  return found?.state === states.sent;
}
