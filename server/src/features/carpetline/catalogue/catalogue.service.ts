import { type Catalogue, maxPhotoBytes, semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { assertVersionByHistory, softDelete } from '#server/platform/db/record.ts';
import { pictureFromDataUrl } from '#server/platform/files/pictures.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { everyone } from '#server/platform/jobs/live-events.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import * as repository from './catalogue.repository.ts';
import { orderable, partIdsOf, type Tree, treeOf } from './catalogue.rules.ts';
import type { MergedSemiFinish } from './catalogue-csv.rules.ts';

type SemiFinish = Rec<typeof semiFinishes>;

const audit = auditOf(semiFinishes, {
  snapshot,
  notify: (tx, ctx, { companyId, id }) =>
    ctx.events.publish(tx, { resource: semiFinishes.path, companyId, id, audience: everyone }),
});

/** What a company offers to finish carpets with; created in the caller's company. */
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
    return audit(tx, ctx, { after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
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
    return audit(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.lockById(tx, ctx.scope, id));
    await softDelete(tx, ctx, 'semi_finishes', before);
    await audit(tx, ctx, { before });
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
  await audit(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
}

/** Sets the photo of a colour from a data URL, re-encoded so that only pixels are stored; null removes it. */
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
    return audit(tx, ctx, { before, after: orNotFound(await repository.findById(tx, ctx.scope, id)) });
  });
}

/** The hash of a photo, for callers who may order. */
export async function findPhoto({ db, scope }: Context, colorId: string): Promise<string> {
  return orNotFound(await repository.findPhoto(db, scope, colorId));
}

const namesOf = (parts: readonly { readonly description: string; readonly isActive: boolean }[]) =>
  parts.map(({ description, isActive }) => (isActive ? description : `(${description})`)).join(', ');

// One line per list; inactive parts are in brackets.
function snapshot({ description, isActive, position, articles, colors }: SemiFinish) {
  const ofArticles = articles.map((article) => `${namesOf([article])}: ${namesOf(article.colors)}`);
  return { description, isActive, position, articles: ofArticles.join('; '), colors: namesOf(colors) };
}
