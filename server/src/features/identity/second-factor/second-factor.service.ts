import { dayOfInstant } from '#contract/dates.ts';
import { keyedHash, seal, unseal } from '#server/platform/auth/seal.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { Account } from '../directory.ts';
import { countUse, forgetUse } from '../sign-in/attempts.repository.ts';
import * as repository from './second-factor.repository.ts';
import { matchingStep, newRecoveryCodes, newTotpSecret, readRecoveryCode } from './totp.rules.ts';

/** What checking a second factor works with. */
export interface FactorDeps {
  readonly db: Db;
  readonly secretKey: Uint8Array;
  readonly now: () => Date;
}

/** How a second factor was shown, as RFC 8176 names it; `rec` is a recovery code. */
export type FactorMethod = 'otp' | 'rec';

/** What came of a code. */
export type FactorOutcome =
  | { readonly kind: 'ok'; readonly method: FactorMethod }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly until: number };

const minute = 60_000;
// A million codes, of which three count at a time: ten tries in an hour find none.
const tries = { allowed: 10, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute };
const purpose = 'totp';
const triesOf = (userId: string) => ['second-factor', userId];

/** Whether the company of a person asks for a second factor today. */
export function mustHaveFactor({ secondFactorFrom }: Pick<Account, 'secondFactorFrom'>, now: Date): boolean {
  return secondFactorFrom !== null && secondFactorFrom <= dayOfInstant(now);
}

/**
 * After a factor was removed: with the last one the recovery codes go, and where the company asks for one the last stays.
 */
export async function leaveFactor(tx: Tx, account: Account, now: Date): Promise<void> {
  if (await repository.hasSecondFactor(tx, account.userId)) return;
  if (mustHaveFactor(account, now)) throw problem.of('wrong-state', { sentence: 'second-factor-required' });
  await repository.removeRecoveryCodes(tx, account.userId);
}

/** Checks a code of the app, or a recovery code; each works once, and tries are counted. */
export async function checkFactor(deps: FactorDeps, userId: string, typed: string): Promise<FactorOutcome> {
  const { db, now } = deps;
  const counted = await countUse(db, triesOf(userId), tries, now());
  if (!counted.isAllowed) return { kind: 'locked', until: counted.lockedUntil };
  const method = (await isCode(deps, userId, typed))
    ? 'otp'
    : (await isRecovery(deps, userId, typed))
      ? 'rec'
      : null;
  if (method === null)
    return counted.lockedUntil === null ? { kind: 'wrong' } : { kind: 'locked', until: counted.lockedUntil };
  await forgetUse(db, triesOf(userId));
  return { kind: 'ok', method };
}

async function isCode({ db, secretKey, now }: FactorDeps, userId: string, typed: string): Promise<boolean> {
  const totp = await repository.findTotp(db, userId);
  const secret = totp ? unseal(secretKey, purpose, totp.secretEncrypted) : null;
  const step = totp && secret !== null ? matchingStep(secret, typed, now(), totp.lastStep) : null;
  return step !== null && repository.takeStep(db, userId, step, now());
}

async function isRecovery(
  { db, secretKey, now }: FactorDeps,
  userId: string,
  typed: string,
): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (code === null || !(await repository.hasSecondFactor(db, userId))) return false;
  return repository.takeRecoveryCode(db, userId, hashOf(secretKey, userId, code), now());
}

/** A new secret for an app, in the place of one that was never confirmed; null where one counts already. */
export async function beginTotp({ db, secretKey, now }: FactorDeps, userId: string): Promise<string | null> {
  const secret = newTotpSecret();
  return (await repository.saveNewTotp(db, userId, seal(secretKey, purpose, secret), now())) ? secret : null;
}

/** The secret that was begun and not confirmed yet. */
export async function pendingTotp({ db, secretKey }: FactorDeps, userId: string): Promise<string | null> {
  const totp = await repository.findTotp(db, userId);
  return totp?.confirmedAt === null ? unseal(secretKey, purpose, totp.secretEncrypted) : null;
}

/** New recovery codes in the place of all of before; shown this once. */
export async function makeRecoveryCodes({ db, secretKey }: FactorDeps, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashOf(secretKey, userId, readRecoveryCode(code) ?? ''));
  await inTransaction(db, (tx) => repository.replaceRecoveryCodes(tx, userId, hashes));
  return codes;
}

function hashOf(secretKey: Uint8Array, userId: string, code: string): string {
  return keyedHash(secretKey, 'recovery code', `${userId} ${code}`);
}
