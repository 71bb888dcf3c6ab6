import { users } from '#contract/core/users.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Parents, Rec, UpdateBody } from '#contract/resource.ts';
import { findLastInvitation } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { refuseStale } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { changeOf } from '../rights/change.ts';
import { listGroups } from '../rights/grants.repository.ts';
import { type Granter, mayGive } from '../rights/grants.rules.ts';
import { granterOf, holdsAllOf, keepingEverything } from '../rights/grants.service.ts';
import { findPerson, type Person } from '../rights/rights.repository.ts';
import { permissionsOf } from '../rights/rights.service.ts';
import * as repository from './users.repository.ts';
import { grantProblems } from './users.rules.ts';

type User = Rec<typeof users>;
type UserWrite = CreateBody<typeof users>;
type Company = Parents<typeof users>;

/** Refuses that a user is switched on, by a problem with a sentence, when another area has a reason. */
export type UserGuard = (tx: Tx, userId: string) => Promise<void>;

/** The users of a company; `guards` are asked before one is switched on. */
export function usersService(guards: readonly UserGuard[]): ResourceService<typeof users> {
  return {
    list,
    find,
    create,
    update: (ctx, id, body, parents) => update(ctx, id, body, parents, guards),
    remove,
  };
}

async function list(ctx: Context, query: ListQuery, { companyId }: Company) {
  orNotFound(await findCompany(ctx.db, ctx.scope, companyId));
  return repository.list(ctx.db, ctx.scope, companyId, query);
}

async function find(ctx: Context, id: string, { companyId }: Company): Promise<User | null> {
  return load(ctx.db, ctx, companyId, id);
}

async function load(db: Db, ctx: Context, companyId: string, id: string): Promise<User | null> {
  const found = await repository.findById(db, ctx.scope, companyId, id);
  if (!found) return null;
  const { sessionEpoch, ...user } = found;
  return { ...user, invitation: await findLastInvitation(db, { id, sessionEpoch }) };
}

async function create(ctx: Context, body: UserWrite, { companyId }: Company): Promise<User> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCompany(tx, ctx.scope, companyId));
    await refuseWrongGrants(tx, await granterOf(tx, ctx), companyId, body, undefined);
    const id = await repository.insert(tx, ctx, companyId, valuesOf(body));
    await repository.changeGroups(tx, id, changeOf([], body.groupIds));
    await repository.changePermissions(tx, id, changeOf([], body.permissionIds));
    const made = orNotFound(await load(tx, ctx, companyId, id));
    await record(tx, ctx, 'create', undefined, made);
    return made;
  });
}

async function update(
  ctx: Context,
  id: string,
  body: UpdateBody<typeof users>,
  { companyId }: Company,
  guards: readonly UserGuard[],
): Promise<User> {
  return ctx.transaction((tx) =>
    keepingEverything(tx, async () => {
      await repository.lock(tx, ctx.scope, companyId, id);
      const before = orNotFound(await load(tx, ctx, companyId, id));
      refuseStale(before, body.rowVersion);
      if (body.active === true && !before.active) for (const guard of guards) await guard(tx, id);
      const person = orNotFound(await findPerson(tx, { id }));
      // As he is before the change: nobody gives himself what he then would have held.
      const granter = await granterOf(tx, ctx);
      refuseTakeover(ctx, granter, person, body);
      await refuseWrongGrants(tx, granter, companyId, body, before);
      await repository.update(tx, ctx, id, valuesOf(body), endsSessions(before, body));
      await repository.changeGroups(tx, id, changeOf(before.groups, body.groupIds));
      await repository.changePermissions(tx, id, changeOf(before.permissions, body.permissionIds));
      await refuseWidening(tx, granter, person);
      const after = orNotFound(await load(tx, ctx, companyId, id));
      await record(tx, ctx, 'update', before, after);
      return after;
    }),
  );
}

async function remove(ctx: Context, id: string, { companyId }: Company): Promise<void> {
  await ctx.transaction((tx) =>
    keepingEverything(tx, async () => {
      await repository.lock(tx, ctx.scope, companyId, id);
      const before = orNotFound(await load(tx, ctx, companyId, id));
      await repository.remove(tx, ctx, id);
      await record(tx, ctx, 'remove', before, undefined);
    }),
  );
}

function valuesOf(body: UserWrite): repository.UserValues {
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

// Whoever gets the mail of an account can get its password: who lacks its rights may not move it (§A4).
function refuseTakeover(ctx: Context, granter: Granter, person: Person, body: UserWrite): void {
  if (person.email.toLowerCase() === body.emailAddress.address || person.id === ctx.caller.userId) return;
  if (!holdsAllOf(granter, person))
    throw problem.validation({ email_address_address: ['not-yours-to-give'] });
}

// All that was given has been looked at by now: what is left is a narrowing by modules that was lifted (§A3).
async function refuseWidening(tx: Tx, granter: Granter, before: Person): Promise<void> {
  const had = new Set(permissionsOf(before));
  const has = permissionsOf(orNotFound(await findPerson(tx, { id: before.id })));
  const isYours = (permission: string) =>
    had.has(permission) || mayGive(granter, permission, before.company_id);
  if (!has.every(isYours)) throw problem.validation({ modules: ['not-yours-to-give'] });
}

async function record(
  tx: Tx,
  ctx: Context,
  verb: string,
  before: User | undefined,
  after: User | undefined,
): Promise<void> {
  const { id, companyId } = orNotFound(after ?? before);
  const names = new Map(
    (await listGroups(tx, companyId, [...(before?.groups ?? []), ...(after?.groups ?? [])])).map(
      ({ id, name }) => [id, name],
    ),
  );
  await recordChange(tx, ctx, {
    entity: users.permission,
    entityId: id,
    companyId,
    verb,
    ...(before ? { before: spoken(before, names) } : {}),
    ...(after ? { after: spoken(after, names) } : {}),
  });
  await ctx.events.publish(tx, { resource: users.path, companyId, id });
}

// By the fields of the form, with groups as people call them.
function spoken(
  {
    groups,
    permissions,
    emailAddress,
    companyId: _company,
    fullName: _name,
    updatedBy: _editor,
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
  };
}
