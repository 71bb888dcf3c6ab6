import type { semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { Rec, UpdateInput } from '#contract/resource.ts';

type SemiFinish = Rec<typeof semiFinishes>;

/** A colour as the form keeps it. */
export interface ColorValues {
  readonly id?: string | undefined;
  readonly description: string;
  readonly swatch: string;
  readonly isActive: boolean;
  readonly photo: string | null;
}

/** Parts by a name that stays while others come and go, in order of display. */
export type Parts<T> = Readonly<Record<string, T>>;

/** An article as the form keeps it. */
export interface ArticleValues {
  readonly id?: string | undefined;
  readonly articleNumber: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly colors: Parts<ColorValues>;
}

/** A semi-finish as the form keeps it. */
export interface SemiFinishValues {
  readonly description: string;
  readonly isActive: boolean;
  readonly position: number | null;
  readonly articles: Parts<ArticleValues>;
  readonly colors: Parts<ColorValues>;
  readonly rowVersion?: number | undefined;
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
  const at = entries.findIndex(([key]) => key === name);
  const [one, other] = [entries[at], entries[at + by]];
  if (!one || !other) return parts;
  [entries[at], entries[at + by]] = [other, one];
  return Object.fromEntries(entries);
}

const byName = <T>(parts: readonly T[]): Parts<T> =>
  Object.fromEntries(parts.map((part, at) => [`s${at}`, part]));
const colorValues = ({
  id,
  description,
  swatch,
  isActive,
  photo,
}: SemiFinish['colors'][number]): ColorValues => ({ id, description, swatch: swatch ?? '', isActive, photo });

/** A stored semi-finish as the form changes it. */
export function valuesOf({
  description,
  isActive,
  position,
  articles,
  colors,
  rowVersion,
}: SemiFinish): SemiFinishValues {
  return {
    description,
    isActive,
    position,
    articles: byName(
      articles.map(({ colors: own, ...article }) => ({ ...article, colors: byName(own.map(colorValues)) })),
    ),
    colors: byName(colors.map(colorValues)),
    rowVersion,
  };
}

const colorBody = ({ photo: _photo, swatch, ...color }: ColorValues) => ({
  ...color,
  swatch: swatch === '' ? null : swatch,
});

/** What is sent of the form. Parts that stay empty are left out: an added row is no promise. */
export function bodyOf({
  articles,
  colors,
  position,
  ...values
}: SemiFinishValues): UpdateInput<typeof semiFinishes> {
  const filled = (parts: Parts<ColorValues>) =>
    Object.values(parts)
      .filter(({ description }) => description.trim() !== '')
      .map(colorBody);
  return {
    ...values,
    ...(position === null ? {} : { position }),
    articles: Object.values(articles)
      .filter(({ description, colors: own }) => description.trim() !== '' || filled(own).length > 0)
      .map(({ colors: own, ...article }) => ({ ...article, colors: filled(own) })),
    colors: filled(colors),
  };
}
