import { z } from 'zod';
import { maxViews, type savedViews } from '#contract/core/saved-views.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import * as repository from './saved-views.repository.ts';

type View = Rec<typeof savedViews>;

const stateOf = z.record(z.string(), z.unknown());

function asView({ state, ...rest }: Omit<View, 'state'> & { readonly state: string }): View {
  return { ...rest, state: stateOf.parse(JSON.parse(state)) };
}

// A view belongs to a user of a company; it does not depend on permissions.
function ownerOf({ caller }: Context): repository.Owner {
  return { reach: 'user', userId: caller.userId, companyId: caller.companyId };
}

export async function list(ctx: Context, query: ListQuery) {
  const page = await repository.list(ctx.db, ownerOf(ctx), query);
  return { ...page, rows: page.rows.map((row) => asView(row)) };
}

export async function find(ctx: Context, id: string): Promise<View | null> {
  const found = await repository.findById(ctx.db, ownerOf(ctx), id);
  return found ? asView(found) : null;
}

export async function create(ctx: Context, body: CreateBody<typeof savedViews>): Promise<View> {
  const owner = ownerOf(ctx);
  return ctx.transaction(async (tx) => {
    if ((await repository.countOwn(tx, owner, body.screen)) >= maxViews)
      throw problem.validation({ name: ['too-many'] });
    const id = await repository.insert(tx, ctx, owner, body.screen, valuesOf(body));
    return asView(orNotFound(await repository.findById(tx, owner, id)));
  });
}

export async function update(ctx: Context, id: string, body: UpdateBody<typeof savedViews>): Promise<View> {
  const owner = ownerOf(ctx);
  return ctx.transaction(async (tx) => {
    const before = await ownView(tx, owner, id);
    assertVersion(before, body.rowVersion);
    const { isShared = before.isShared } = body;
    await repository.update(tx, ctx, owner, id, valuesOf({ ...body, isShared }));
    return asView(orNotFound(await repository.findById(tx, owner, id)));
  });
}

export async function remove(ctx: Context, id: string): Promise<void> {
  const owner = ownerOf(ctx);
  await ctx.transaction(async (tx) => {
    await ownView(tx, owner, id);
    await repository.remove(tx, owner, id);
  });
}

// A colleague's shared view can be read, so it is forbidden to change, not unknown (§A7).
async function ownView(tx: Tx, owner: repository.Owner, id: string): Promise<View> {
  const view = asView(orNotFound(await repository.lockById(tx, owner, id)));
  if (!view.isOwn) throw problem.forbidden();
  return view;
}

function valuesOf({
  name,
  isShared,
  state,
}: Pick<CreateBody<typeof savedViews>, 'name' | 'isShared' | 'state'>): repository.ViewValues {
  return { name, is_shared: isShared, state: JSON.stringify(state) };
}
