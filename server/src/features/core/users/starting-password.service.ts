import { makePassword } from '#contract/identity/make-password.ts';
import { users } from '#contract/core/users.ts';
import { forgetLinks, recordSignInEvent, setPassword } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { lockRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { granterOf, hasAllOf } from '../rights/grants.service.ts';
import { endSessions, findPerson } from '../rights/rights.repository.ts';
import { findById } from './users.repository.ts';

/**
 * Gives a user a password that they must change at first sign-in; it is shown once. Their sessions and links end.
 * `signsInHere` is false if another service does the sign-in.
 */
export async function giveStartingPassword(
  ctx: Context,
  id: string,
  companyId: string,
  signsInHere: boolean,
): Promise<string> {
  return ctx.transaction(async (tx) => {
    await lockRow(tx, 'users', { companyId, id });
    const user = orNotFound(await findById(tx, ctx.scope, id, { companyId }));
    const person = orNotFound(await findPerson(tx, { id }));
    if (!signsInHere) throw problem.of('wrong-state', { sentence: 'sign-in-elsewhere' });
    if (!user.active || !person.is_company_active)
      throw problem.of('wrong-state', { sentence: 'invite-inactive' });
    // Callers who know the password can act as the user, so they need all the user's permissions (§A4).
    if (!hasAllOf(await granterOf(tx, ctx), person))
      throw problem.of('forbidden', { sentence: 'password-needs-all-rights' });
    const password = makePassword();
    await setPassword(tx, id, password, { mustChange: true });
    await forgetLinks(tx, id);
    await endSessions(tx, id);
    await recordSignInEvent(tx, {
      user: { userId: id, companyId },
      kind: 'password-set',
      at: ctx.now(),
      from: { byUserId: ctx.caller.userId },
    });
    await recordChange(tx, ctx, { entity: users.permission, entityId: id, companyId, verb: 'give-password' });
    return password;
  });
}
