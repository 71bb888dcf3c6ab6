import { users } from '#contract/core/users.ts';
import { recordSignInEvent, removeSecondFactor, securityMailJob } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { lockRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { granterOf, hasAllOf } from '../rights/grants.service.ts';
import { endSessions, findPerson } from '../rights/rights.repository.ts';
import { permissionsOf } from '../rights/rights.service.ts';
import { brandOf } from './invite.rules.ts';
import { findById } from './users.repository.ts';

/**
 * Ends all sessions of a user, as when a device was lost; with `removesFactor` also their second factor, so that they sign
 * in by password and add another. That makes the account easier to enter, so it takes all of its rights (§A4).
 */
export async function resetSignIn(
  ctx: Context,
  id: string,
  companyId: string,
  { removesFactor }: { readonly removesFactor: boolean },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockRow(tx, 'users', { companyId, id });
    orNotFound(await findById(tx, ctx.scope, id, { companyId }));
    if (removesFactor) {
      const person = orNotFound(await findPerson(tx, { id }));
      if (!hasAllOf(await granterOf(tx, ctx), person)) throw problem.forbidden();
      await removeSecondFactor(tx, id);
      const at = ctx.now();
      const from = { byUserId: ctx.caller.userId };
      await recordSignInEvent(tx, { user: { userId: id, companyId }, kind: 'factor-removed', at, from });
      const variant =
        (person.is_provider ? null : brandOf(permissionsOf(person), person.company_modules)) ?? 'generic';
      const notice = {
        userId: id,
        about: 'factor-removed',
        at: at.toISOString(),
        from: null,
        variant,
      } as const;
      if (ctx.mail) await ctx.jobs.send(tx, securityMailJob, { ...notice, language: ctx.language });
    }
    await endSessions(tx, id);
    const verb = removesFactor ? 'remove-factor' : 'end-sessions';
    await recordChange(tx, ctx, { entity: users.permission, entityId: id, companyId, verb });
    await ctx.events.publish(tx, { resource: users.path, companyId, id });
  });
}
