import { type Catalogue, maxPhotoBytes, semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { assertVersionByHistory } from '#server/platform/db/record.ts';
import { pictureFromDataUrl } from '#server/platform/files/pictures.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { everyone } from '#server/platform/jobs/live-events.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import * as repository from './catalogue.repository.ts';
import { orderable, partIdsOf, type Tree, treeOf } from './catalogue.rules.ts';
import type { MergedSemiFinish } from './catalogue-csv.rules.ts';

type SemiFinish = Rec<typeof semiFinishes>;

/** What a company offers to finish carpets with. Staff make their own company's. */
export const catalogueService: ResourceService<typeof semiFinishes> = {
  list: ({ db, scope }: Context, query: ListQuery) => repository.list(db, scope, query),
  find: async ({ db, scope }, id) => (await repository.findById(db, scope, id)) ?? null,
  create,
  update,
  remove,
};

/** What can be ordered now from a company, active parts only. */
export async function catalogueOf(db: Db, companyId: string): Promise<Catalogue> {
  const { stored, photoOf } = await repository.activeOf(db, companyId);
  return orderable(stored, photoOf);
}

async function create(
  ctx: Context,
  { position, ...body }: CreateBody<typeof semiFinishes>,
): Promise<SemiFinish> {
  const { description, isActive = true, articles = [], colors = [] } = body;
  const tree = treeOf({ articles, colors }, { articles: [], colors: [] }, () => newId(ctx.now().getTime()));
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, ctx.caller.companyId, {
      description,
      isActive,
      position,
      ...tree,
    });
    const made = orNotFound(await repository.findById(tx, ctx.scope, id));
    await record(tx, ctx, 'create', undefined, made);
    return made;
  });
}

async function update(
  ctx: Context,
  id: string,
  { rowVersion, position, ...body }: UpdateBody<typeof semiFinishes>,
): Promise<SemiFinish> {
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lockById(tx, ctx.scope, id));
    const key = { companyId: before.companyId, entity: semiFinishes.permission, entityId: before.id };
    await assertVersionByHistory(
      tx,
      key,
      { stored: before.rowVersion, sent: rowVersion },
      async () => before,
    );
    const {
      description,
      isActive = before.isActive,
      articles = before.articles,
      colors = before.colors,
    } = body;
    const tree = treeOf({ articles, colors }, before, () => newId(ctx.now().getTime()));
    await repository.update(tx, ctx, before, { description, isActive, position, ...tree });
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    await record(tx, ctx, 'update', before, after);
    return after;
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lockById(tx, ctx.scope, id));
    await repository.remove(tx, ctx, before);
    await record(tx, ctx, 'remove', before, undefined);
  });
}

/** Stores a semi-finish of an imported file: the stored one with its changes, or a new one. */
export async function saveMerged(
  tx: Tx,
  ctx: Context,
  finish: MergedSemiFinish,
  stored: Tree | undefined,
): Promise<void> {
  const tree = treeOf(finish, stored ?? { articles: [], colors: [] }, () => newId(ctx.now().getTime()));
  const { companyId } = ctx.caller;
  const before =
    finish.id === undefined ? undefined : orNotFound(await repository.findById(tx, ctx.scope, finish.id));
  const values = { description: finish.description, isActive: finish.isActive, position: undefined, ...tree };
  if (before) await repository.update(tx, ctx, before, values);
  const id = before?.id ?? (await repository.insert(tx, ctx, companyId, values));
  await record(
    tx,
    ctx,
    before ? 'update' : 'create',
    before,
    orNotFound(await repository.findById(tx, ctx.scope, id)),
  );
}

/** Gives a colour its photo from a data URL, made anew so that nothing but pixels is kept; null takes it away. */
export async function setPhoto(
  ctx: Context,
  id: string,
  colorId: string,
  content: string | null,
): Promise<SemiFinish> {
  const picture =
    content === null ? null : await pictureFromDataUrl(content, { maxBytes: maxPhotoBytes, maxPixels: 800 });
  if (typeof picture === 'string') throw problem.validation({ photo: [picture] });
  const sha256 = picture && (await ctx.files.put(picture));
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lockById(tx, ctx.scope, id));
    if (!partIdsOf(before).includes(colorId)) throw problem.notFound();
    await repository.setPhoto(tx, before.companyId, colorId, sha256);
    const after = orNotFound(await repository.findById(tx, ctx.scope, id));
    await record(tx, ctx, 'update', before, after);
    return after;
  });
}

/** The bytes of a photo, for whoever orders or keeps the catalogue. */
export async function findPhoto({ db, scope }: Context, colorId: string): Promise<string> {
  return orNotFound(await repository.findPhoto(db, scope, colorId));
}

async function record(
  tx: Tx,
  ctx: Context,
  verb: string,
  before: SemiFinish | undefined,
  after: SemiFinish | undefined,
): Promise<void> {
  const { id, companyId } = orNotFound(after ?? before);
  await recordChange(tx, ctx, {
    entity: semiFinishes.permission,
    entityId: id,
    companyId,
    verb,
    ...(before ? { before: spoken(before) } : {}),
    ...(after ? { after: spoken(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: semiFinishes.path, companyId, id, audience: everyone });
}

const namesOf = (parts: readonly { readonly description: string; readonly isActive: boolean }[]) =>
  parts.map(({ description, isActive }) => (isActive ? description : `(${description})`)).join(', ');

/** A semi-finish as its history tells it: one line a list, what is switched off in brackets. */
function spoken({ description, isActive, position, articles, colors }: SemiFinish) {
  const ofArticles = articles.map((article) => `${namesOf([article])}: ${namesOf(article.colors)}`);
  return { description, isActive, position, articles: ofArticles.join('; '), colors: namesOf(colors) };
}
