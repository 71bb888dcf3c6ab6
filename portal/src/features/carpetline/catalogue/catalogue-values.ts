import type { semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { Rec } from '#contract/resource.ts';

type SemiFinish = Rec<typeof semiFinishes>;
type Article = SemiFinish['articles'][number];
type Color = SemiFinish['colors'][number];

/** Parts by a name that stays while other parts are added and removed, in order of display. */
export type Parts<T> = Readonly<Record<string, T>>;

/** A colour as the form keeps it; a new one has no id. */
export type ColorValues = Omit<Color, 'id' | 'swatch'> & { readonly id?: string; readonly swatch: string };
/** An article as the form keeps it. */
export type ArticleValues = Omit<Article, 'id' | 'colors'> & {
  readonly id?: string;
  readonly colors: Parts<ColorValues>;
};

/** A semi-finish as the form keeps it. */
export interface SemiFinishValues {
  readonly description: string;
  readonly isActive: boolean;
  readonly position: number | null;
  readonly articles: Parts<ArticleValues>;
  readonly colors: Parts<ColorValues>;
}

/** Nothing of it filled in. */
export const newSemiFinish: SemiFinishValues = {
  description: '',
  isActive: true,
  position: null,
  articles: {},
  colors: {},
};
/** A colour of which nothing is filled in. */
export const newColor: ColorValues = { description: '', swatch: '', isActive: true, photo: null };
/** An article of which nothing is filled in. */
export const newArticle: ArticleValues = { articleNumber: '', description: '', isActive: true, colors: {} };

let made = 0;

/** Parts with one more, at the end. */
export function withPart<T>(parts: Parts<T>, part: T): Parts<T> {
  made += 1;
  return { ...parts, [`n${made}`]: part };
}

/** Parts without one. */
export function withoutPart<T>(parts: Parts<T>, name: string): Parts<T> {
  return Object.fromEntries(Object.entries(parts).filter(([key]) => key !== name));
}

/** Parts with one moved up (-1) or down (1); as they are at an end. */
export function movedPart<T>(parts: Parts<T>, name: string, by: -1 | 1): Parts<T> {
  const entries = Object.entries(parts);
  const index = entries.findIndex(([key]) => key === name);
  const [part, neighbour] = [entries[index], entries[index + by]];
  if (!part || !neighbour) return parts;
  [entries[index], entries[index + by]] = [neighbour, part];
  return Object.fromEntries(entries);
}

const byName = <T>(parts: readonly T[]): Parts<T> =>
  Object.fromEntries(parts.map((part, index) => [`s${index}`, part]));
const colorsOf = (colors: readonly Color[]): Parts<ColorValues> =>
  byName(colors.map((color) => ({ ...color, swatch: color.swatch ?? '' })));

/** What the form holds of a stored semi-finish in another way. */
export const valuesOf = ({ articles, colors }: SemiFinish) => ({
  articles: byName(articles.map((article) => ({ ...article, colors: colorsOf(article.colors) }))),
  colors: colorsOf(colors),
});

const isFilled = ({ description }: { readonly description: string }) => description.trim() !== '';
const colorsBody = (colors: Parts<ColorValues>) =>
  Object.values(colors)
    .filter(isFilled)
    .map(({ photo: _photo, swatch, ...color }) => ({ ...color, swatch: swatch === '' ? null : swatch }));

/** What is sent of the form; parts that stay empty are left out. */
export const bodyOf = (values: SemiFinishValues) => ({
  ...values,
  position: values.position ?? undefined,
  articles: Object.values(values.articles)
    .map((article) => ({ ...article, colors: colorsBody(article.colors) }))
    .filter((article) => isFilled(article) || article.colors.length > 0),
  colors: colorsBody(values.colors),
});
