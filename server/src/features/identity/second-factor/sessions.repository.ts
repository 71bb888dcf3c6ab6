import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

/** A sign-in, as it is recorded beside the provider's session. */
export interface StartedSession {
  readonly uid: string;
  readonly userId: string;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly methods: readonly string[];
  readonly hasSecondFactor: boolean;
  readonly expiresAt: Date;
}

const maxUserAgent = 200;

/** Records where and how a session began; a session that goes on in another sign-in takes its place. */
export async function saveSession(db: Db, session: StartedSession): Promise<void> {
  const row = {
    user_id: session.userId,
    started_at: session.at.toISOString(),
    ip: session.ip,
    user_agent: session.userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxUserAgent),
    methods: [...session.methods],
    second_factor_at: session.hasSecondFactor ? session.at.toISOString() : null,
    expires_at: session.expiresAt.toISOString(),
  };
  await db
    .insertInto('sign_in_sessions')
    .values({ uid: session.uid, ...row })
    .onConflict((on) => on.column('uid').doUpdateSet(row))
    .execute();
}

/** How somebody signed in, and when they showed a second factor last; undefined for a session of before it was recorded. */
export async function findSession(db: Db, uid: string, userId: string) {
  return db
    .selectFrom('sign_in_sessions')
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .select(['methods', 'second_factor_at as secondFactorAt'])
    .executeTakeFirst();
}

/** Notes that the person of a session showed a second factor now. */
export async function noteSecondFactor(db: Db, uid: string, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('sign_in_sessions')
    .set({ second_factor_at: at.toISOString() })
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .execute();
}

/** The sessions of a person that last: those that began in this epoch, the newest first. */
export async function listSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('oidc_state as live')
    .leftJoin('sign_in_sessions as s', 's.uid', 'live.uid')
    .where('live.kind', '=', 'Session')
    .where(sql<boolean>`live.payload->>'accountId' = ${accountId}`)
    .where('live.expires_at', '>', now.toISOString())
    .orderBy('s.started_at', 'desc')
    .select(['live.uid as id', 's.started_at as startedAt', 's.ip', 's.user_agent as userAgent', 's.methods'])
    .execute();
}

/** Ends sessions of a person: one, or all but one. Gives how many. */
export async function endSessionsOf(
  tx: Tx,
  accountId: string,
  which: { readonly only: string } | { readonly except: string },
): Promise<number> {
  const ended = await tx
    .deleteFrom('oidc_state')
    .where('kind', '=', 'Session')
    .where(sql<boolean>`payload->>'accountId' = ${accountId}`)
    .where('uid', 'only' in which ? '=' : '<>', 'only' in which ? which.only : which.except)
    .returning('uid')
    .execute();
  return ended.length;
}
