import type { FastifyRequest } from 'fastify';
import { keyedHash } from '#server/platform/auth/seal.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { Account } from '../directory.ts';
import type { SignInEventKind } from '../identity.tables.ts';

/** Where a request came from, as far as it is recorded. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
}

/** What is recorded of somebody who is a user. */
export interface SignInEvent {
  readonly user: Pick<Account, 'userId' | 'companyId'>;
  readonly kind: SignInEventKind;
  readonly at: Date;
  /** What it was about, where the kind does not say it. */
  readonly detail?: string;
  /** Where the user was, or by which other user it was done. */
  readonly from: Origin | { readonly byUserId: string };
}

const maxUserAgent = 200;
const eventsKeptMs = 2 * 365 * 24 * 3_600_000;
const unknownKeptMs = 90 * 24 * 3_600_000;

/** Where this request came from. */
export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { ip, userAgent: headers['user-agent'] ?? '' };
}

/** Records what happened, in the user's company. */
export async function recordSignInEvent(
  db: Db,
  { user, kind, at, from, detail }: SignInEvent,
): Promise<void> {
  const origin =
    'ip' in from
      ? {
          ip: from.ip,
          user_agent: from.userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxUserAgent),
          by_user_id: null,
        }
      : { ip: null, user_agent: null, by_user_id: from.byUserId };
  await db
    .insertInto('sign_in_events')
    .values({
      company_id: user.companyId,
      id: newId(),
      user_id: user.userId,
      kind,
      at: at.toISOString(),
      ...origin,
      detail: detail ?? null,
    })
    .execute();
}

/** Records a failed sign-in with an address that no user has: only a hash of it that nobody can undo without the key. */
export async function recordUnknownSignIn(
  db: Db,
  secretKey: Uint8Array,
  email: string,
  at: Date,
): Promise<void> {
  const address_hash = keyedHash(secretKey, 'unknown sign-in', email);
  await db
    .insertInto('unknown_sign_ins')
    .values({ id: newId(), address_hash, at: at.toISOString() })
    .execute();
}

/** Removes what is older than two years of sign-ins: they say where people were. */
export async function forgetSignInEvents(db: Db, now: Date): Promise<void> {
  const edge = new Date(now.getTime() - eventsKeptMs).toISOString();
  await db.deleteFrom('sign_in_events').where('at', '<', edge).execute();
}

/** Removes the hashes of unknown addresses after ninety days. */
export async function forgetUnknownSignIns(db: Db, now: Date): Promise<void> {
  const edge = new Date(now.getTime() - unknownKeptMs).toISOString();
  await db.deleteFrom('unknown_sign_ins').where('at', '<', edge).execute();
}
