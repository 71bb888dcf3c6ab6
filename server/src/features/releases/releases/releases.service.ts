import { releases } from '#contract/releases/releases.ts';
import { releaseKey } from '#contract/releases/versions.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, softDelete, updateRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { find as findBuild } from '../builds/builds.repository.ts';
import * as repository from './releases.repository.ts';

type Release = Rec<typeof releases>;

const maxNames = 100;
const readable = (names: readonly string[]) => (names.length > maxNames ? names.length : names);

// Targets by name; of more than 100 their number.
const audit = auditOf(releases, {
  snapshot: ({ names, ...release }: NamedRelease) => ({
    name: release.name,
    version: release.version,
    build: release.build,
    notes: release.notes,
    availableFrom: release.availableFrom,
    active: release.active,
    forceUpdate: release.forceUpdate,
    availableForEveryOne: release.availableForEveryOne,
    rolloutPercentage: release.rolloutPercentage,
    assignedCompanyIds: readable(names.companies),
    assignedUserIds: readable(names.users),
  }),
});

/** A release with the names of its targets. */
type NamedRelease = Release & { readonly names: Awaited<ReturnType<typeof repository.targetNames>> };

async function withNames(tx: Tx, release: Release): Promise<NamedRelease> {
  return { ...release, names: await repository.targetNames(tx, release.id) };
}

export const releasesService: ResourceService<typeof releases> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: async (ctx, id) => (await repository.findById(ctx.db, ctx.scope, id)) ?? null,
  create,
  update,
  remove,
};

async function create(ctx: Context, body: CreateBody<typeof releases>): Promise<Release> {
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
  const key = releaseKey(body);
  return ctx.transaction(async (tx) => {
    const build = await findBuild(tx, key);
    if (!build) throw problem.validation({ version: ['unknown'] });
    const id = await repository.insert(tx, ctx, build);
    // Twice gives the first (§H7).
    if (id === undefined) return find(tx, ctx, orNotFound(await repository.findIdByKey(tx, key)));
    return audit(tx, ctx, { after: await withNames(tx, await find(tx, ctx, id)) });
  });
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof releases>): Promise<Release> {
  return ctx.transaction(async (tx) => {
    const before = await load(tx, ctx, id);
    assertVersion(before, body.rowVersion);
    await assertKnown(tx, body);
    const named = await withNames(tx, before);
    await updateRow(tx, ctx, 'releases', { id }, valuesOf(body, before, ctx.now()));
    if (body.assignedCompanyIds)
      await repository.replaceTargets(tx, id, 'companies', body.assignedCompanyIds);
    if (body.assignedUserIds) await repository.replaceTargets(tx, id, 'users', body.assignedUserIds);
    return audit(tx, ctx, { before: named, after: await withNames(tx, await find(tx, ctx, id)) });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await load(tx, ctx, id);
    if (before.isReported) throw problem.of('wrong-state', { sentence: 'release-reported' });
    // Its targets stay, for a restore.
    await softDelete(tx, ctx, 'releases', { id });
    await audit(tx, ctx, { before: await withNames(tx, before) });
  });
}

const find = async (tx: Tx, ctx: Context, id: string) =>
  orNotFound(await repository.findById(tx, ctx.scope, id));

async function load(tx: Tx, ctx: Context, id: string): Promise<Release> {
  await repository.lock(tx, id);
  return find(tx, ctx, id);
}

async function assertKnown(tx: Tx, body: UpdateBody<typeof releases>): Promise<void> {
  const codes: Record<string, FieldCode[]> = {};
  const { assignedCompanyIds = [], assignedUserIds = [] } = body;
  if ((await repository.findUnknown(tx, 'companies', assignedCompanyIds)).length > 0)
    codes['assigned_company_ids'] = ['unknown'];
  if ((await repository.findUnknown(tx, 'users', assignedUserIds)).length > 0)
    codes['assigned_user_ids'] = ['unknown'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
}

// Switching it on restarts the count of failures; switching it on or off ends the automatic deactivation.
function valuesOf(body: UpdateBody<typeof releases>, before: Release, now: Date) {
  const isSwitched = body.active !== undefined && body.active !== before.active;
  return {
    name: body.name,
    notes: body.notes,
    availableFrom: body.availableFrom,
    isActive: body.active,
    isForced: body.forceUpdate,
    isForEveryone: body.availableForEveryOne,
    rolloutPercentage: body.rolloutPercentage,
    ...(isSwitched ? { switchedOffAt: null } : {}),
    ...(isSwitched && body.active ? { failuresSince: now.toISOString() } : {}),
  };
}
