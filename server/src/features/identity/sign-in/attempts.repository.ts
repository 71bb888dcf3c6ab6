import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type AttemptPolicy, attemptPolicies, type AttemptState, countAttempt } from './attempts.rules.ts';
import '../identity.tables.ts';

/** Who tries to sign in, and from where. */
export interface Attempt {
  /** As typed, trimmed and in lower case. */
  readonly email: string;
  readonly ip: string;
}

/** What the counts say. `left` is how many tries remain; at 0 the next one waits until `lockedUntil`. */
export type AttemptResult =
  | { readonly isAllowed: true; readonly left: number; readonly lockedUntil: number | null }
  | { readonly isAllowed: false; readonly lockedUntil: number };

/** Counts a try before the password is looked at, so that many at once cannot slip through together. */
export async function beginAttempt(db: Db, attempt: Attempt, now: Date): Promise<AttemptResult> {
  return countTries(
    db,
    keysOf(attempt).map(({ kind, key }) => ({ key, policy: attemptPolicies[kind] })),
    now,
  );
}

/**
 * Counts one use of something that is limited, whoever and wherever the user is: `what` names it and whose use it is.
 */
export async function countUse(
  db: Db,
  what: readonly string[],
  policy: AttemptPolicy,
  now: Date,
): Promise<AttemptResult> {
  return countTries(db, [{ key: keyOf(...what), policy }], now);
}

/** Takes back all counted uses: it was done right. */
export async function forgetUse(db: Db, what: readonly string[]): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where('key', '=', keyOf(...what))
    .execute();
}

async function countTries(
  db: Db,
  keys: readonly { readonly key: string; readonly policy: AttemptPolicy }[],
  now: Date,
): Promise<AttemptResult> {
  return inTransaction(db, async (tx) => {
    const at = now.toISOString();
    // One order for everybody, so that two tries cannot wait for each other.
    const sorted = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    await tx
      .insertInto('login_attempts')
      .values(sorted.map(({ key }) => ({ key, failures: 0, last_at: at, locked_until: null })))
      .onConflict((on) => on.column('key').doNothing())
      .execute();
    const rows = await tx
      .selectFrom('login_attempts')
      .selectAll()
      .where(
        'key',
        'in',
        sorted.map(({ key }) => key),
      )
      .orderBy('key')
      .forUpdate()
      .execute();
    const states = new Map(rows.map((row) => [row.key, stateOf(row)]));
    const verdicts = keys.map(({ key, policy }) => ({
      key,
      verdict: countAttempt(states.get(key) ?? null, policy, now.getTime()),
    }));

    const refused = verdicts.flatMap(({ verdict }) => (verdict.isAllowed ? [] : [verdict.until]));
    if (refused.length > 0) return { isAllowed: false, lockedUntil: Math.max(...refused) };

    let left = Number.POSITIVE_INFINITY;
    let lockedUntil: number | null = null;
    for (const { key, verdict } of verdicts) {
      if (!verdict.isAllowed) continue;
      left = Math.min(left, verdict.left);
      if (verdict.next.lockedUntil !== null)
        lockedUntil = Math.max(lockedUntil ?? 0, verdict.next.lockedUntil);
      await tx
        .updateTable('login_attempts')
        .set({
          failures: verdict.next.failures,
          last_at: at,
          locked_until:
            verdict.next.lockedUntil === null ? null : new Date(verdict.next.lockedUntil).toISOString(),
        })
        .where('key', '=', key)
        .execute();
    }
    return { isAllowed: true, left, lockedUntil };
  });
}

/** Takes back a try with the right password: the address from this place starts from zero. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt);
  const of = (kind: string) => keys.filter((entry) => entry.kind === kind).map(({ key }) => key);
  await db.deleteFrom('login_attempts').where('key', 'in', of('pair')).execute();
  await db
    .updateTable('login_attempts')
    .set((eb) => ({ failures: eb.fn('greatest', [eb('failures', '-', 1), eb.lit(0)]), locked_until: null }))
    .where('key', 'in', [...of('place'), ...of('address')])
    .execute();
}

type Kind = keyof typeof attemptPolicies;

function keysOf({ email, ip }: Attempt): { kind: Kind; key: string }[] {
  const place = placeOf(ip);
  return [
    { kind: 'pair', key: keyOf('pair', email, place) },
    { kind: 'place', key: keyOf('place', place) },
    { kind: 'address', key: keyOf('address', email) },
  ];
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** One household or server owns a /64 of IPv6 addresses, so these count as one place. */
export function placeOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function stateOf(row: {
  failures: number;
  last_at: string;
  locked_until: string | null;
}): AttemptState | null {
  if (row.failures === 0) return null;
  return {
    failures: row.failures,
    lastAt: Date.parse(row.last_at),
    lockedUntil: row.locked_until === null ? null : Date.parse(row.locked_until),
  };
}
