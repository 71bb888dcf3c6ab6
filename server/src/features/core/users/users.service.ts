import { users } from '#contract/core/users.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import { findLastInvitation } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { assertVersion, insertRow, lockRow, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf, type RecordChange } from '#server/platform/resource/audit.ts';
import { assertUnused, runHandlers } from '#server/platform/resource/record-links.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import {
  administrationsOf,
  changeAdministrations,
  knownAdministrations,
} from '../narrowing/narrowing.repository.ts';
import { listGroups } from '../rights/grants.repository.ts';
import { type Granter, mayGive } from '../rights/grants.rules.ts';
import { granterOf, hasAllOf, keepingEverything } from '../rights/grants.service.ts';
import { changeLinks, changeOf } from '../rights/links.repository.ts';
import { endSessions, findPerson, type Person } from '../rights/rights.repository.ts';
import { permissionsOf } from '../rights/rights.service.ts';
import * as repository from './users.repository.ts';
import { grantProblems } from './users.rules.ts';

type User = Rec<typeof users>;
type UserWrite = CreateBody<typeof users>;
type Company = Parents<typeof users>;

export const usersService: ResourceService<typeof users> = {
  list,
  find: (ctx, id, { companyId }) => loadUser(ctx.db, ctx, companyId, id),
  create,
  update,
  remove,
};

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, query, { companyId });
}

/** A user of a company within the scope, with the state of their invitation. */
export async function loadUser(
  db: Db,
  ctx: Context,
  companyId: string,
  id: string,
  find = repository.findById,
): Promise<User | null> {
  const found = await find(db, ctx.scope, id, { companyId });
  if (!found) return null;
  const { sessionEpoch, ...user } = found;
  return { ...user, invitation: await findLastInvitation(db, { id, sessionEpoch }) };
}

async function create(ctx: Context, body: UserWrite, company: Company): Promise<User> {
  return ctx.transaction((tx) => createIn(tx, ctx, body, company));
}

/** Makes a user with what the caller may give. */
export async function createIn(tx: Tx, ctx: Context, body: UserWrite, { companyId }: Company): Promise<User> {
  orNotFound(await findCompany(tx, ctx.scope, companyId));
  await refuseWrongGrants(tx, await granterOf(tx, ctx), companyId, body, undefined);
  await refuseWrongAdministrations(tx, ctx, companyId, [], body.administrationIds);
  const id = await insertRow(tx, ctx, 'users', { companyId, ...valuesOf(body) }, repository.uniqueFields);
  await changeAdministrations(tx, { companyId, userId: id }, [], body.administrationIds);
  await changeLinks(tx, 'group_users', ['user_id', id], 'group_id', [], body.groupIds);
  await changeLinks(tx, 'user_permissions', ['user_id', id], 'permission', [], body.permissionIds);
  return auditUser(tx, ctx, { after: orNotFound(await loadUser(tx, ctx, companyId, id)) });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof users>,
  { companyId }: Company,
): Promise<User> {
  return ctx.transaction((tx) =>
    keepingEverything(tx, async () => {
      await lockRow(tx, 'users', { companyId, id });
      const before = orNotFound(await loadUser(tx, ctx, companyId, id));
      assertVersion(before, body.rowVersion);
      if (body.active === true && !before.active) await runHandlers(tx, ctx, 'activated', users, before);
      const person = orNotFound(await findPerson(tx, { id }));
      // The permissions before the change: nobody gives what they would only have after it.
      const granter = await granterOf(tx, ctx);
      refuseTakeover(ctx, granter, person, body);
      if (person.inspector) refuseGrants(before, body);
      await refuseWrongGrants(tx, granter, companyId, body, before);
      const { administrations } = before;
      await refuseWrongAdministrations(tx, ctx, companyId, administrations, body.administrationIds);
      await changeAdministrations(tx, { companyId, userId: id }, administrations, body.administrationIds);
      await updateRow(tx, ctx, 'users', { id }, valuesOf(body), repository.uniqueFields);
      if (endsSessions(before, body)) await endSessions(tx, id);
      await changeLinks(tx, 'group_users', ['user_id', id], 'group_id', before.groups, body.groupIds);
      await changeLinks(
        tx,
        'user_permissions',
        ['user_id', id],
        'permission',
        before.permissions,
        body.permissionIds,
      );
      await refuseWidening(tx, granter, person);
      return auditUser(tx, ctx, { before, after: orNotFound(await loadUser(tx, ctx, companyId, id)) });
    }),
  );
}

async function remove(ctx: Context, id: string, { companyId }: Company): Promise<void> {
  await ctx.transaction((tx) =>
    keepingEverything(tx, async () => {
      await lockRow(tx, 'users', { companyId, id });
      const before = orNotFound(await loadUser(tx, ctx, companyId, id));
      await assertUnused(tx, ctx, users, { id, companyId });
      await repository.remove(tx, ctx, id);
      await auditUser(tx, ctx, { before });
    }),
  );
}

function valuesOf(body: UserWrite) {
  const { emailAddress, firstName, lastName, active, modules } = body;
  return {
    email: emailAddress.address,
    firstName,
    lastName,
    isActive: active,
    modules: modules && [...new Set(modules)],
  };
}

function endsSessions(before: User, body: UserWrite): boolean {
  return (
    (before.active && body.active === false) ||
    before.emailAddress.address.toLowerCase() !== body.emailAddress.address
  );
}

async function refuseWrongGrants(
  tx: Tx,
  granter: Granter,
  companyId: string,
  body: UserWrite,
  before: User | undefined,
): Promise<void> {
  const permissions = changeOf(before?.permissions ?? [], body.permissionIds).added;
  const groupIds = changeOf(before?.groups ?? [], body.groupIds).added;
  const groups = await listGroups(tx, companyId, groupIds.filter(isId));
  const problems = grantProblems(
    granter,
    companyId,
    { permissions, groupIds, modules: body.modules },
    groups,
  );
  if (Object.keys(problems).length > 0) throw problem.validation(problems);
}

/** Who is narrowed gives nobody more than their own, not even themselves (decision 0117). */
export async function refuseWrongAdministrations(
  tx: Tx,
  ctx: Context,
  companyId: string,
  before: readonly string[],
  wanted: readonly string[] | undefined,
): Promise<void> {
  const own = await administrationsOf(tx, ctx.caller.companyId, ctx.caller.userId);
  const isNarrowed = own.length > 0 && ctx.scope.reach !== 'system';
  const after = wanted ?? before;
  const isWider = after.length === 0 || after.some((id) => !own.includes(id));
  const { added, removed } = changeOf(before, wanted);
  if (isNarrowed && isWider && added.length + removed.length > 0)
    throw problem.validation({ administrationIds: ['not-yours-to-give'] });
  const known = await knownAdministrations(tx, companyId, added);
  if (added.some((id) => !known.has(id))) throw problem.validation({ administrationIds: ['unknown'] });
}

// An inspector has the archive and nothing else; what they see of it, and until when, is changed there (§C25).
function refuseGrants(before: User, body: UserWrite): void {
  const isGiven =
    changeOf(before.permissions, body.permissionIds).added.length > 0 ||
    changeOf(before.groups, body.groupIds).added.length > 0;
  const administrations = changeOf(before.administrations, body.administrationIds);
  if (isGiven || administrations.added.length > 0 || administrations.removed.length > 0)
    throw problem.of('wrong-state', { sentence: 'inspector-rights' });
  if (body.active === true && !before.active)
    throw problem.of('wrong-state', { sentence: 'inspector-ended' });
}

// Whoever gets the mail of an account can get its password: who lacks its rights may not move it (§A4).
function refuseTakeover(ctx: Context, granter: Granter, person: Person, body: UserWrite): void {
  if (person.email.toLowerCase() === body.emailAddress.address || person.id === ctx.caller.userId) return;
  if (!hasAllOf(granter, person)) throw problem.validation({ email_address: ['not-yours-to-give'] });
}

// All that was given has been looked at by now: what is left is a narrowing by modules that was lifted (§A3).
async function refuseWidening(tx: Tx, granter: Granter, before: Person): Promise<void> {
  const had = new Set(permissionsOf(before));
  const has = permissionsOf(orNotFound(await findPerson(tx, { id: before.id })));
  const isYours = (permission: string) =>
    had.has(permission) || mayGive(granter, permission, before.company_id);
  if (!has.every(isYours)) throw problem.validation({ modules: ['not-yours-to-give'] });
}

/** Writes the history of a user, which shows groups by their names. */
export async function auditUser(tx: Tx, ctx: Context, change: RecordChange<User>): Promise<User> {
  const { before, after } = change;
  const groupIds = [...(before?.groups ?? []), ...(after?.groups ?? [])];
  const companyId = (after ?? before)?.companyId ?? '';
  const ids = [...(before?.administrations ?? []), ...(after?.administrations ?? [])];
  const names = new Map([
    ...(await listGroups(tx, companyId, groupIds)).map(({ id, name }): [string, string] => [id, name]),
    ...(await knownAdministrations(tx, companyId, ids)),
  ]);
  return auditOf(users, { snapshot: (user: User) => snapshot(user, names) })(tx, ctx, change);
}

// By the fields of the form, with groups as people call them.
function snapshot(
  {
    groups,
    permissions,
    administrations,
    emailAddress,
    companyId: _company,
    fullName: _name,
    invitation: _invitation,
    ...rest
  }: User,
  names: ReadonlyMap<string, string>,
) {
  return {
    ...rest,
    'emailAddress.address': emailAddress.address,
    groupIds: groups.map((id) => names.get(id) ?? id),
    permissionIds: permissions,
    administrationIds: administrations.map((id) => names.get(id) ?? id),
  };
}
