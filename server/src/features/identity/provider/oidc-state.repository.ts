import { sql } from 'kysely';
import { z } from 'zod';
import { type Adapter, errors } from 'oidc-provider';
import type { Db } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

const stored = z.looseObject({});
const indexed = z.object({ grantId: z.string().optional(), uid: z.string().optional() });

/** The provider's memory, in our database, so that a restart or a second process changes nothing. */
export class OidcState implements Adapter {
  readonly #db: Db;
  readonly #kind: string;

  constructor(db: Db, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  async upsert(id: string, payload: object, expiresIn?: number): Promise<void> {
    const { grantId, uid } = indexed.parse(payload);
    const row = {
      payload: JSON.stringify(payload),
      grant_id: grantId ?? null,
      uid: uid ?? null,
      expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000).toISOString(),
    };
    await this.#db
      .insertInto('oidc_state')
      .values({ kind: this.#kind, id, ...row, consumed_at: null })
      .onConflict((on) => on.columns(['kind', 'id']).doUpdateSet(row))
      .execute();
  }

  async find(id: string): Promise<object | undefined> {
    // The library asks for whatever a client sent; the database would refuse to look for NUL.
    if (id.includes('\0')) return undefined;
    return this.#one('id', id);
  }

  async findByUid(uid: string): Promise<object | undefined> {
    return this.#one('uid', uid);
  }

  async findByUserCode(): Promise<undefined> {
    // Only the device flow has user codes, and it is off.
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('oidc_state')
      .set({ consumed_at: new Date().toISOString() })
      .where('kind', '=', this.#kind)
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .executeTakeFirst();
    // The library looks first and consumes later; of two that come at once, the database lets one through.
    if (numUpdatedRows === 0n) throw new errors.InvalidGrant('used already');
  }

  /** What stands under an id, this once: of two that ask at the same time one gets it. */
  async take(id: string): Promise<object | undefined> {
    const row = await this.#db
      .deleteFrom('oidc_state')
      .where('kind', '=', this.#kind)
      .where('id', '=', id)
      .returning([
        'payload',
        sql<boolean>`coalesce(expires_at <= ${new Date().toISOString()}, false)`.as('isOver'),
      ])
      .executeTakeFirst();
    return row && !row.isOver ? stored.parse(row.payload) : undefined;
  }

  async destroy(id: string): Promise<void> {
    await this.#db.deleteFrom('oidc_state').where('kind', '=', this.#kind).where('id', '=', id).execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom('oidc_state')
      .where('kind', '=', this.#kind)
      .where('grant_id', '=', grantId)
      .execute();
  }

  async #one(column: 'id' | 'uid', value: string): Promise<object | undefined> {
    const row = await this.#db
      .selectFrom('oidc_state')
      .select(['payload', 'consumed_at'])
      .where('kind', '=', this.#kind)
      .where(column, '=', value)
      .executeTakeFirst();
    if (!row) return undefined;
    const payload = stored.parse(row.payload);
    const consumed =
      row.consumed_at === null ? {} : { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) };
    return { ...payload, ...consumed };
  }
}

/** Who signed in with the session of this id, as `accountIdOf` writes it; undefined when the session has ended. */
export async function findSessionAccount(db: Db, id: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidc_state')
    .select(sql<string | null>`payload->>'accountId'`.as('accountId'))
    .where('kind', '=', 'Session')
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.accountId ?? undefined;
}

/** Whether somebody is signed in by this session: `sessionUid` is the `sid` of a token. */
export async function hasSession(db: Db, sessionUid: string, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_state')
    .select('id')
    .where('kind', '=', 'Session')
    .where('uid', '=', sessionUid)
    .where(sql<boolean>`split_part(payload->>'accountId', '.', 1) = ${userId}`)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

/** Carries one session over to the account's new epoch; all others of before stay behind. */
export async function keepSession(tx: Db, sessionUid: string, accountId: string): Promise<void> {
  await tx
    .updateTable('oidc_state')
    .set({ payload: sql<string>`jsonb_set(payload, '{accountId}', to_jsonb(${accountId}::text))` })
    .where('kind', '=', 'Session')
    .where('uid', '=', sessionUid)
    // A session of somebody else on the same machine is not theirs.
    .where(sql<boolean>`split_part(payload->>'accountId', '.', 1) = split_part(${accountId}, '.', 1)`)
    .execute();
}

/** Forgets what has expired, replaced signing keys among it, and attempts of more than two days ago. Any process may do it, at any time. */
export async function forgetExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oidc_state').where('expires_at', '<', now.toISOString()).execute();
  await db.deleteFrom('signing_keys').where('verifies_until', '<=', now.toISOString()).execute();
  await db.deleteFrom('sign_in_sessions').where('expires_at', '<=', now.toISOString()).execute();
  await db.deleteFrom('sign_in_links').where('expires_at', '<=', now.toISOString()).execute();
  await db
    .deleteFrom('login_attempts')
    .where('last_at', '<', sql<string>`${now.toISOString()}::timestamptz - interval '2 days'`)
    .execute();
}
