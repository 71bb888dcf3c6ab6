import { groups } from '#contract/core/groups.ts';
import { users } from '#contract/core/users.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { insertRow, lockRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import { orNotFound, Problem, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { assertUnused, runHandlers } from '#server/platform/resource/record-links.ts';
import { auditGroup } from '../groups/groups.service.ts';
import { findById as findGroupRecord } from '../groups/groups.repository.ts';
import { changeLinks } from '../rights/links.repository.ts';
import { endSessions, findPerson } from '../rights/rights.repository.ts';
import { auditUser, loadUser } from '../users/users.service.ts';
import * as usersRepository from '../users/users.repository.ts';
import { type GroupWrite, ScimRefusal, type UserWrite } from './scim.rules.ts';
import * as repository from './scim.repository.ts';

/** The company that the directory keeps. The provider's own people are not kept by anybody else. */
export function companyOf({ scope, caller }: Context): string {
  if (scope.reach !== 'company' || caller.isProvider) throw problem.forbidden();
  return caller.companyId;
}

/** A new user, without rights: those come from Balie. */
export async function createUser(ctx: Context, body: UserWrite) {
  const companyId = companyOf(ctx);
  return writing(ctx, async (tx) => {
    const { email, firstName, lastName, active, externalId } = body;
    const values = { companyId, email, firstName, lastName, isActive: active };
    const id = await insertRow(tx, ctx, 'users', values, usersRepository.uniqueFields);
    await repository.saveExternalId(tx, companyId, { kind: 'user', id, externalId });
    await auditUser(tx, ctx, { after: orNotFound(await loadUser(tx, ctx, companyId, id)) });
    return orNotFound(await repository.findUser(tx, ctx.scope, id));
  });
}

/** Changes a user to what `change` makes of them. Who is switched off loses every session, key and link at once. */
export async function changeUser(
  ctx: Context,
  id: string,
  expected: string | undefined,
  change: (user: repository.ScimUser) => UserWrite,
) {
  const companyId = companyOf(ctx);
  return writing(ctx, async (tx) => {
    orNotFound(await repository.findUser(tx, ctx.scope, id));
    await lockRow(tx, 'users', { companyId, id });
    const now = orNotFound(await repository.findUser(tx, ctx.scope, id));
    assertVersion(expected, now.rowVersion);
    const { email, firstName, lastName, active, externalId } = change(now);
    if (externalId !== now.externalId)
      await repository.saveExternalId(tx, companyId, { kind: 'user', id, externalId });
    const isMoved = email !== now.email.toLowerCase();
    const isSame =
      !isMoved && firstName === now.firstName && lastName === now.lastName && active === now.active;
    if (isSame) return { ...now, externalId };
    // Whoever gets the mail of an account gets its password: nobody comes to everything this way (§A4).
    if (isMoved && orNotFound(await findPerson(tx, { id })).has_access_to_everything)
      throw problem.forbidden();
    const before = orNotFound(await loadUser(tx, ctx, companyId, id));
    if (active && !now.active) await runHandlers(tx, ctx, 'activated', users, before);
    const values = { email, firstName, lastName, isActive: active };
    await updateRow(tx, ctx, 'users', { id }, values, usersRepository.uniqueFields);
    if (isMoved || (now.active && !active)) await endSessions(tx, id);
    await auditUser(tx, ctx, { before, after: orNotFound(await loadUser(tx, ctx, companyId, id)) });
    return orNotFound(await repository.findUser(tx, ctx.scope, id));
  });
}

/** Moves a user to the trash, as an administrator does. */
export async function removeUser(ctx: Context, id: string): Promise<void> {
  const companyId = companyOf(ctx);
  await writing(ctx, async (tx) => {
    orNotFound(await repository.findUser(tx, ctx.scope, id));
    await lockRow(tx, 'users', { companyId, id });
    const before = orNotFound(await loadUser(tx, ctx, companyId, id));
    await assertUnused(tx, ctx, users, { id, companyId });
    await usersRepository.remove(tx, ctx, id);
    await auditUser(tx, ctx, { before });
  });
}

/** A new group, which gives nothing until somebody in Balie gives it rights. */
export async function createGroup(ctx: Context, { name, externalId, members }: GroupWrite) {
  const companyId = companyOf(ctx);
  return writing(ctx, async (tx) => {
    await refuseUnknown(tx, ctx, members);
    const values = { companyId, name, accessToEverything: false, availableForEveryone: false };
    const id = await insertRow(tx, ctx, 'groups', values);
    await repository.saveExternalId(tx, companyId, { kind: 'group', id, externalId });
    await changeLinks(tx, 'group_users', ['group_id', id], 'user_id', [], members);
    await auditGroup(tx, ctx, { after: orNotFound(await findGroupRecord(tx, ctx.scope, id)) });
    return orNotFound(await repository.findGroup(tx, ctx.scope, id));
  });
}

/** Changes a group that the directory made to what `change` makes of it. */
export async function changeGroup(
  ctx: Context,
  id: string,
  expected: string | undefined,
  change: (group: repository.ScimGroup) => GroupWrite,
) {
  const companyId = companyOf(ctx);
  return writing(ctx, async (tx) => {
    orNotFound(await repository.findGroup(tx, ctx.scope, id));
    await lockRow(tx, 'groups', { id });
    const now = orNotFound(await repository.findGroup(tx, ctx.scope, id));
    assertVersion(expected, now.rowVersion);
    const { name, externalId, members } = change(now);
    const had = now.members.map(({ value }) => value);
    await refuseUnknown(
      tx,
      ctx,
      members.filter((member) => !had.includes(member)),
    );
    const before = orNotFound(await findGroupRecord(tx, ctx.scope, id));
    await repository.saveExternalId(tx, companyId, { kind: 'group', id, externalId });
    await updateRow(tx, ctx, 'groups', { id }, { name });
    await changeLinks(tx, 'group_users', ['group_id', id], 'user_id', had, members);
    await auditGroup(tx, ctx, { before, after: orNotFound(await findGroupRecord(tx, ctx.scope, id)) });
    return orNotFound(await repository.findGroup(tx, ctx.scope, id));
  });
}

export async function removeGroup(ctx: Context, id: string): Promise<void> {
  companyOf(ctx);
  await writing(ctx, async (tx) => {
    orNotFound(await repository.findGroup(tx, ctx.scope, id));
    await lockRow(tx, 'groups', { id });
    const before = orNotFound(await findGroupRecord(tx, ctx.scope, id));
    await assertUnused(tx, ctx, groups, { id, companyId: ctx.caller.companyId });
    await softDelete(tx, ctx, 'groups', { id });
    await auditGroup(tx, ctx, { before });
  });
}

// One at a time in a company: two directories, or two workers of one, must not both take the last administrator
// (decision 0138).
async function writing<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { companyId } = ctx.caller;
  try {
    return await ctx.transaction(async (tx) => {
      await lockByKey(tx, advisoryLocks.scim(companyId));
      const had = await repository.hasAdministrator(tx, companyId);
      const result = await work(tx);
      if (had && !(await repository.hasAdministrator(tx, companyId)))
        throw problem.of('wrong-state', { sentence: 'last-administrator' });
      return result;
    });
  } catch (error) {
    // Whose address it is, of this company or another, is not said.
    if (error instanceof Problem && error.extras.codes?.['email_address']?.includes('taken') === true)
      throw new ScimRefusal(409, 'uniqueness', 'This userName is in use.');
    throw error;
  }
}

async function refuseUnknown(tx: Tx, ctx: Context, members: readonly string[]): Promise<void> {
  const known = await repository.knownUsers(tx, ctx.scope, members);
  if (!members.every((id) => known.has(id)))
    throw new ScimRefusal(400, 'invalidValue', 'A member is no user of this company.');
}

function assertVersion(expected: string | undefined, rowVersion: number): void {
  if (expected === undefined || expected === '*' || expected === versionOf(rowVersion)) return;
  throw new ScimRefusal(412, undefined, 'The resource has changed since this version.');
}

/** A record's version as an ETag. */
export function versionOf(rowVersion: number): string {
  return `W/"${rowVersion}"`;
}
