import type { z } from 'zod';
import type { invitationAnswer, invitationState } from '#contract/core/invitations.ts';
import { users } from '#contract/core/users.ts';
import {
  countUse,
  findSignInState,
  type Invitation,
  type Invitations,
} from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { lockRow } from '#server/platform/db/record.ts';
import { claimMail, type RequestMail, sendOnce } from '#server/platform/mail/request-mails.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { granterOf, hasAllOf } from '../rights/grants.service.ts';
import { findPerson } from '../rights/rights.repository.ts';
import { permissionsOf } from '../rights/rights.service.ts';
import { brandOf } from './invite.rules.ts';
import { findById } from './users.repository.ts';

type Answer = z.output<typeof invitationAnswer>['result'];

const minute = 60_000;
// Nobody's mailbox is to be flooded.
const perUser = { allowed: 5, firstLockMs: 5 * minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute };

/** Invites a user to choose a password: by mail, or without mail by a link that the inviter passes on. */
export async function inviteUser(
  ctx: Context,
  invitations: Invitations | null,
  id: string,
  companyId: string,
  host: string,
): Promise<Answer> {
  orNotFound(await findById(ctx.db, ctx.scope, id, { companyId }));
  if (!invitations) throw problem.of('wrong-state', { sentence: 'sign-in-elsewhere' });
  const use = await ctx.once(() => countUse(ctx.db, ['invite', id], perUser, ctx.now()));
  if (!use.isAllowed)
    throw problem.of('too-many-requests', {
      retryAfterSeconds: Math.ceil((use.lockedUntil - ctx.now().getTime()) / 1000),
    });
  const { url, expiresAt, message, claim } = await create(ctx, invitations, id, companyId, host);
  if (!ctx.mail) return { isMailed: false, link: url, expiresAt: expiresAt.toISOString() };
  if (!(await sendOnce(ctx, claim, message))) throw problem.of('unavailable', { sentence: 'mail-not-sent' });
  return { isMailed: true, link: null, expiresAt: expiresAt.toISOString() };
}

/** How far a user is with signing in, and what an invitation would do. */
export async function findInvitation(
  ctx: Context,
  invitations: Invitations | null,
  id: string,
  companyId: string,
): Promise<z.output<typeof invitationState>['result']> {
  orNotFound(await findById(ctx.db, ctx.scope, id, { companyId }));
  const { session_epoch: epoch } = orNotFound(await findPerson(ctx.db, { id }));
  return {
    ...(await findSignInState(ctx.db, id, epoch, ctx.now())),
    goesByMail: ctx.mail !== null,
    canInvite: invitations !== null,
  };
}

async function create(
  ctx: Context,
  invitations: Invitations,
  id: string,
  companyId: string,
  host: string,
): Promise<Invitation & { readonly claim: RequestMail }> {
  return ctx.transaction(async (tx) => {
    await lockRow(tx, 'users', { companyId, id });
    const user = orNotFound(await findById(tx, ctx.scope, id, { companyId }));
    const person = orNotFound(await findPerson(tx, { id }));
    if (!user.active || !person.is_company_active)
      throw problem.of('wrong-state', { sentence: 'invite-inactive' });
    // Callers who see the link can act as the user, so they need all the user's permissions (§A4).
    if (!ctx.mail && !hasAllOf(await granterOf(tx, ctx), person))
      throw problem.of('forbidden', { sentence: 'invite-needs-all-rights' });
    const made = await invitations.create(tx, id, {
      host,
      brand: person.is_provider ? null : brandOf(permissionsOf(person), person.company_modules),
      language: ctx.language,
      inviter: ctx.caller.name,
    });
    await recordChange(tx, ctx, { entity: users.permission, entityId: id, companyId, verb: 'invite' });
    return { ...made, claim: await claimMail(tx, ctx, companyId) };
  });
}
