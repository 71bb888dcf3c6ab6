import type { Catalogue, semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { UpdateBody } from '#contract/resource.ts';
import type { StoredArticle, StoredColor } from '../carpetline.tables.ts';

type Write = UpdateBody<typeof semiFinishes>;
type ArticleWrite = NonNullable<Write['articles']>[number];
type ColorWrite = NonNullable<Write['colors']>[number];

/** The parts of a semi-finish as they are sent. */
interface TreeWrite {
  readonly articles: readonly ArticleWrite[];
  readonly colors: readonly ColorWrite[];
}

/** The parts below a semi-finish, as they are stored. */
export interface Tree {
  readonly articles: readonly StoredArticle[];
  readonly colors: readonly StoredColor[];
}

/**
 * The tree as it is to be stored: a part that names an id of the stored tree keeps it, every other one gets a new id, so
 * that nobody can give a part the id of somebody else's.
 */
export function treeOf({ articles, colors }: TreeWrite, stored: Tree, makeId: () => string): Tree {
  const free = new Set(partIdsOf(stored));
  // Each id once: a second part with the same one is a new part.
  const take = (id: string | undefined) => (id !== undefined && free.delete(id) ? id : makeId());
  const color = ({ id, description, swatch, isActive }: ColorWrite): StoredColor => ({
    id: take(id),
    description,
    swatch: swatch ?? null,
    isActive,
  });
  return {
    articles: articles.map(({ id, articleNumber, description, isActive, colors: own }) => ({
      id: take(id),
      articleNumber,
      description,
      isActive,
      colors: own.map(color),
    })),
    colors: colors.map(color),
  };
}

/** The ids of all parts of a tree. */
export function partIdsOf({ articles, colors }: Tree): string[] {
  return [...articles.flatMap((article) => [article.id, ...colorIds(article.colors)]), ...colorIds(colors)];
}

const colorIds = (colors: readonly StoredColor[]) => colors.map(({ id }) => id);

/** A semi-finish as it is stored. */
export interface StoredSemiFinish extends Tree {
  readonly id: string;
  readonly description: string;
}

/** What of these active semi-finishes can be ordered: their active parts. `photoOf` gives a photo's address, or null. */
export function orderable(
  stored: readonly StoredSemiFinish[],
  photoOf: (colorId: string) => string | null,
): Catalogue {
  const active = (colors: readonly StoredColor[]) =>
    colors
      .filter(({ isActive }) => isActive)
      .map(({ id, description, swatch }) => ({ id, description, swatch, photo: photoOf(id) }));
  return stored.map(({ id, description, articles, colors }) => ({
    id,
    description,
    articles: articles
      .filter(({ isActive }) => isActive)
      .map((article) => ({
        id: article.id,
        articleNumber: article.articleNumber,
        description: article.description,
        colors: active(article.colors),
      })),
    colors: active(colors),
  }));
}
