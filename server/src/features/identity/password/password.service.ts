import type { z } from 'zod';
import type { passwordChange } from '#contract/identity/password-change.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { Caller } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { beginAttempt, forgiveAttempt } from '../sign-in/attempts.repository.ts';
import { checkPassword, setPassword } from './credentials.ts';
import { forgetLinks } from '../links/links.repository.ts';
import { keepSession } from '../provider/oidc-state.repository.ts';
import { accountIdOf } from '../provider/provider.ts';
import { type Origin, recordSignInEvent } from '../sign-in/sign-in-events.repository.ts';
import { type ChangeProblem, problemsOf, type SignInDeps } from '../sign-in/sign-in.service.ts';

/** Changes the password of who is signed in. Tries count as those of the login page do. */
export async function changePassword(
  deps: SignInDeps,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  from: Origin,
  { currentPassword, newPassword }: z.output<typeof passwordChange>,
): Promise<void> {
  const account = orNotFound(await deps.directory.findById(userId));
  const attempt = { email: account.email.toLowerCase(), ip: from.ip };
  const counted = await beginAttempt(deps.db, attempt, deps.now());
  if (!counted.isAllowed) throw locked(counted.lockedUntil, deps);
  const { isRight } = await checkPassword(deps.db, userId, currentPassword);
  if (!isRight) {
    await recordSignInEvent(deps.db, { user: account, kind: 'failed', at: deps.now(), from });
    throw problem.validation({ current_password: ['invalid'] });
  }
  await forgiveAttempt(deps.db, attempt);

  const problems = await problemsOf(deps.db, userId, { password: newPassword, again: newPassword });
  if (problems.length > 0) throw problem.validation({ new_password: [...new Set(problems.map(codeOf))] });
  await inTransaction(deps.db, async (tx) => {
    await setPassword(tx, userId, newPassword, { mustChange: false });
    await forgetLinks(tx, userId);
    await recordSignInEvent(tx, { user: account, kind: 'password-set', at: deps.now(), from });
    const sessionEpoch = await deps.directory.endSessions(tx, userId);
    if (sessionId !== undefined) await keepSession(tx, sessionId, accountIdOf({ userId, sessionEpoch }));
  });
}

function locked(until: number, { now }: SignInDeps) {
  return problem.of('too-many-requests', {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now().getTime()) / 1000)),
  });
}

function codeOf(found: ChangeProblem): FieldCode {
  if (found === 'unchanged' || found === 'too-long') return found;
  if (found === 'common') return 'common-password';
  return 'weak-password';
}
