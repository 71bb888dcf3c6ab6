import { type PasswordProblem, passwordProblems } from '#contract/identity/password.ts';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { beginAttempt, forgiveAttempt } from './attempts.repository.ts';
import type { ShownPasskey } from '#contract/identity/security.ts';
import { signsInElsewhere } from '../directories/directory-sign-in.ts';
import { checkPasskey, type PasskeyDeps } from '../passkeys/passkeys.service.ts';
import type { Site } from '../sites.ts';
import { isCommonPassword } from '../password/common-passwords.ts';
import { checkPassword, setPassword } from '../password/credentials.ts';
import { type Account, type AccountDirectory, mayEnter } from '../directory.ts';
import { forgetLinks } from '../links/links.repository.ts';
import { type Origin, recordSignInEvent, recordUnknownSignIn } from './sign-in-events.repository.ts';

/** What signing in works with. */
export interface SignInDeps {
  readonly db: Db;
  readonly directory: AccountDirectory;
  readonly now: () => Date;
}

/** What came of a try to sign in. */
export type SignInOutcome =
  | { readonly kind: 'in'; readonly account: Account }
  | { readonly kind: 'must-change'; readonly account: Account }
  /** The same whether or not the address exists. */
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'locked'; readonly until: number }
  | { readonly kind: 'user-inactive' }
  | { readonly kind: 'company-inactive' };

/** Tries to sign in. What is said of the account is only said to who knows its password. */
export async function signIn(
  deps: SignInDeps & { readonly secretKey: Uint8Array },
  input: { readonly email: string; readonly password: string; readonly from: Origin },
): Promise<SignInOutcome> {
  const email = input.email.trim().toLowerCase();
  const attempt = { email, ip: input.from.ip };
  const counted = await beginAttempt(deps.db, attempt, deps.now());
  if (!counted.isAllowed) return { kind: 'locked', until: counted.lockedUntil };

  const account = await deps.directory.findByEmail(email);
  const check = await checkPassword(deps.db, account?.userId ?? null, input.password);
  const isIn = account !== null && check.isRight && mayEnter(account);
  // One row is written in both cases, so that the time reveals nothing here either.
  if (account)
    await recordSignInEvent(deps.db, {
      user: account,
      kind: isIn ? 'signed-in' : 'failed',
      at: deps.now(),
      from: input.from,
    });
  else await recordUnknownSignIn(deps.db, deps.secretKey, email, deps.now());
  if (!account || !check.isRight) {
    return counted.lockedUntil === null
      ? { kind: 'wrong', left: counted.left }
      : { kind: 'locked', until: counted.lockedUntil };
  }
  await forgiveAttempt(deps.db, attempt);
  if (!account.isCompanyActive) return { kind: 'company-inactive' };
  if (!isIn) return { kind: 'user-inactive' };
  return { kind: check.mustChange ? 'must-change' : 'in', account };
}

/** What came of a passkey that was shown instead of an address and a password. */
export type PasskeySignIn =
  | { readonly kind: 'in'; readonly account: Account }
  | { readonly kind: 'unknown' | 'wrong' | 'cloned' | 'elsewhere' | 'user-inactive' | 'company-inactive' };

/** Tries to sign in by a passkey. It cannot be guessed, so tries are not counted. */
export async function signInByPasskey(
  deps: SignInDeps & Pick<PasskeyDeps, 'sites'>,
  input: {
    readonly site: Site;
    readonly shown: ShownPasskey;
    readonly challenge: string;
    readonly from: Origin;
  },
): Promise<PasskeySignIn> {
  const outcome = await checkPasskey(deps, input.site, input.shown, input.challenge);
  const user = outcome.kind === 'unknown' ? null : await deps.directory.findById(outcome.userId);
  if (outcome.kind === 'unknown' || !user) return { kind: 'unknown' };
  // Whom the directory lets in is for the directory to say.
  if (await signsInElsewhere(deps, user.email)) return { kind: 'elsewhere' };
  const isIn = outcome.kind === 'ok' && mayEnter(user);
  const kind = isIn ? 'signed-in' : 'failed';
  await recordSignInEvent(deps.db, { user, kind, detail: 'passkey', at: deps.now(), from: input.from });
  if (outcome.kind !== 'ok') return { kind: outcome.kind };
  if (!user.isCompanyActive) return { kind: 'company-inactive' };
  return isIn ? { kind: 'in', account: user } : { kind: 'user-inactive' };
}

/** What is wrong with a new password; `common`: one of the most used, `unchanged`: the old one again. */
export type ChangeProblem = PasswordProblem | 'differs' | 'common' | 'unchanged';

/** A new password, typed twice. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
}

/** What is wrong with a password that a user chooses for themselves. */
export async function problemsOf(db: Db, userId: string, input: NewPassword): Promise<ChangeProblem[]> {
  const problems: ChangeProblem[] = passwordProblems(input.password);
  if (input.password !== input.again) problems.push('differs');
  if (problems.length > 0) return problems;
  if (await isCommonPassword(input.password)) return ['common'];
  const { isRight: isOld } = await checkPassword(db, userId, input.password);
  return isOld ? ['unchanged'] : [];
}

/** Sets the password that a user chose for themselves; gives what is wrong, or nothing when it is done. */
export async function choosePassword(
  deps: SignInDeps,
  account: Account,
  input: NewPassword,
  from: Origin,
): Promise<ChangeProblem[]> {
  const problems = await problemsOf(deps.db, account.userId, input);
  if (problems.length > 0) return problems;
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, account.userId, input.password, { mustChange: false });
    await forgetLinks(tx, account.userId);
    await recordSignInEvent(tx, { user: account, kind: 'password-set', at: deps.now(), from });
  });
  return [];
}
