import type { z } from 'zod';
import { type groupCopy, groups } from '#contract/core/groups.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { assertVersion, insertRow, lockRow, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { findById as findCompany } from '../companies/companies.repository.ts';
import { granterOf, keepingEverything } from '../rights/grants.service.ts';
import { changeLinks, changeOf } from '../rights/links.repository.ts';
import * as repository from './groups.repository.ts';
import { groupProblems } from './groups.rules.ts';

type Group = Rec<typeof groups>;
type GroupWrite = Omit<CreateBody<typeof groups>, 'companyId'>;

/** Writes the history of a group. */
export const auditGroup = auditOf(groups, { snapshot });

export const groupsService: ResourceService<typeof groups> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => repository.findById(ctx.db, ctx.scope, id),
  create,
  update,
  remove,
};

async function create(
  ctx: Context,
  { companyId: asked, ...body }: CreateBody<typeof groups>,
): Promise<Group> {
  const companyId = asked === undefined ? ctx.caller.companyId : asked;
  // A group of the system may count for everybody (§A3).
  if (companyId === null && ctx.scope.reach !== 'system') throw problem.forbidden();
  return ctx.transaction(async (tx) => {
    if (companyId !== null && !(await findCompany(tx, ctx.scope, companyId)))
      throw problem.validation({ company_id: ['unknown'] });
    await refuseWrongGrants(tx, ctx, companyId, body, undefined);
    return insert(tx, ctx, companyId, body);
  });
}

async function insert(tx: Tx, ctx: Context, companyId: string | null, body: GroupWrite): Promise<Group> {
  const id = await insertRow(tx, ctx, 'groups', { companyId, ...valuesOf(body) });
  await changeLinks(tx, 'group_permissions', ['group_id', id], 'permission', [], body.permissionIds);
  await changeLinks(tx, 'group_users', ['group_id', id], 'user_id', [], body.userIds);
  return auditGroup(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof groups>): Promise<Group> {
  return ctx.transaction((tx) =>
    keepingEverything(tx, async () => {
      const before = await load(tx, ctx, id);
      assertVersion(before, body.rowVersion);
      await refuseWrongGrants(tx, ctx, before.companyId, body, before);
      await updateRow(tx, ctx, 'groups', { id }, valuesOf(body));
      const [group, permissions, members] = [
        ['group_id', id],
        idsOf(before.permissions),
        idsOf(before.users),
      ] as const;
      await changeLinks(tx, 'group_permissions', group, 'permission', permissions, body.permissionIds);
      await changeLinks(tx, 'group_users', group, 'user_id', members, body.userIds);
      return auditGroup(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
    }),
  );
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction((tx) =>
    keepingEverything(tx, async () => {
      const before = await load(tx, ctx, id);
      await softDelete(tx, ctx, 'groups', { id });
      await auditGroup(tx, ctx, { before });
    }),
  );
}

/** A new group that gives the same, to nobody yet. */
export async function copyGroup(
  ctx: Context,
  id: string,
  { name }: z.output<typeof groupCopy>,
): Promise<Group> {
  return ctx.transaction(async (tx) => {
    const { companyId, accessToEverything, permissions } = await load(tx, ctx, id);
    const body = { name, accessToEverything, permissionIds: idsOf(permissions) };
    await refuseWrongGrants(tx, ctx, companyId, body, undefined);
    return insert(tx, ctx, companyId, body);
  });
}

// Locked for a change: a group of the system is readable for all, and changed by the provider only (§A3).
async function load(tx: Tx, ctx: Context, id: string): Promise<Group> {
  await lockRow(tx, 'groups', { id });
  const group = orNotFound(await repository.findById(tx, ctx.scope, id));
  if (group.companyId === null && ctx.scope.reach !== 'system') throw problem.forbidden();
  return group;
}

function valuesOf({ name, accessToEverything, availableForEveryOne }: GroupWrite) {
  return { name, accessToEverything, availableForEveryone: availableForEveryOne };
}

function idsOf(refs: readonly { readonly id: string }[]): string[] {
  return refs.map(({ id }) => id);
}

async function refuseWrongGrants(
  tx: Tx,
  ctx: Context,
  companyId: string | null,
  body: GroupWrite,
  before: Group | undefined,
): Promise<void> {
  const addedUserIds = changeOf(idsOf(before?.users ?? []), body.userIds).added;
  const permissions = body.permissionIds ?? idsOf(before?.permissions ?? []);
  const accessToEverything = body.accessToEverything ?? before?.accessToEverything ?? false;
  const problems = groupProblems(await granterOf(tx, ctx), {
    companyId,
    after: { permissions, accessToEverything },
    addedPermissions: changeOf(idsOf(before?.permissions ?? []), body.permissionIds).added,
    addedUserIds,
    candidates: await repository.listCandidates(tx, ctx.scope, companyId, addedUserIds.filter(isId)),
    gainsEverything: accessToEverything && !before?.accessToEverything,
    opensToEveryOne: (body.availableForEveryOne ?? false) && !before?.availableForEveryOne,
  });
  if (Object.keys(problems).length > 0) throw problem.validation(problems);
}

// By the fields of the form, with members as people call them.
function snapshot({ id, name, accessToEverything, availableForEveryOne, permissions, users }: Group) {
  return {
    id,
    name,
    accessToEverything,
    availableForEveryOne,
    permissionIds: idsOf(permissions),
    userIds: users.map(({ fullName }) => fullName),
  };
}
