import { fieldOfHead } from '#contract/column-texts.ts';
import { maxParts, swatch } from '#contract/carpetline/catalogue.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CsvFile } from '#server/platform/csv/read-csv.ts';

/** One line of the catalogue as a file: a colour, or an article or semi-finish without any, with its parents. */
export interface CatalogueLine {
  readonly semiFinish: string;
  readonly articleNumber: string;
  readonly article: string;
  readonly color: string;
  readonly swatch: string;
  readonly active: boolean;
}

/** What is wrong with a line of a file. */
export interface CatalogueIssue {
  /** As an editor counts. */
  readonly line: number;
  readonly field: keyof CatalogueLine;
  readonly code: FieldCode;
}

const no = /^(?:nee|no|n|0|false|onwaar)$/i;

/** The lines of a catalogue file, and all that is wrong with them; undefined when the column of semi-finishes is missing. */
export function readLines(
  file: CsvFile,
): { readonly lines: CatalogueLine[]; readonly issues: CatalogueIssue[] } | undefined {
  const fields = file.heads.map((head) => fieldOfHead('semi-finishes', head));
  if (!fields.includes('semiFinish')) return undefined;
  const issues: CatalogueIssue[] = [];
  const lines = file.rows.map(({ line, cells }) => {
    const cell = (field: keyof CatalogueLine) => cells[fields.indexOf(field)] ?? '';
    const read = {
      semiFinish: cell('semiFinish'),
      articleNumber: cell('articleNumber'),
      article: cell('article'),
      color: cell('color'),
      swatch: cell('swatch').toLowerCase(),
      active: !no.test(cell('active')),
    };
    const report = (field: keyof CatalogueLine, code: FieldCode) => issues.push({ line, field, code });
    if (read.semiFinish === '') report('semiFinish', 'required');
    if (read.articleNumber !== '' && read.article === '') report('article', 'required');
    if (read.swatch !== '' && !swatch.safeParse(read.swatch).success) report('swatch', 'invalid');
    if (read.articleNumber.length > 50) report('articleNumber', 'too-long');
    for (const field of ['semiFinish', 'article', 'color'] as const)
      if (read[field].length > 255) report(field, 'too-long');
    return read;
  });
  return { lines, issues };
}

interface ColorNode {
  id?: string | undefined;
  description: string;
  swatch: string | null;
  isActive: boolean;
}
interface ArticleNode {
  id?: string | undefined;
  articleNumber: string;
  description: string;
  isActive: boolean;
  colors: ColorNode[];
}
/** A semi-finish as a file makes it: a stored one with its id and what the file adds or changes, or a new one. */
export interface MergedSemiFinish {
  id?: string | undefined;
  description: string;
  isActive: boolean;
  articles: ArticleNode[];
  colors: ColorNode[];
}

/** Stored, and therefore read-only. */
type Stored<T> = { readonly [K in keyof T]: T[K] extends (infer Item)[] ? readonly Stored<Item>[] : T[K] };

/**
 * The stored catalogue with the lines of a file put in: parts are known by their words, in any case; what is there gets
 * the file's swatch and whether it can be ordered, what is not there is added at the end, nothing is taken away. Gives
 * those that the file names.
 */
export function merge(
  stored: readonly Stored<MergedSemiFinish>[],
  lines: readonly CatalogueLine[],
): MergedSemiFinish[] {
  const all = stored.map(copyOf);
  const touched = new Set<MergedSemiFinish>();
  for (const line of lines) {
    const finish = findOrAdd(all, line.semiFinish, () => ({
      description: line.semiFinish,
      isActive: true,
      articles: [],
      colors: [],
    }));
    touched.add(finish);
    const article = line.article === '' ? undefined : articleOf(finish, line);
    if (line.color === '') (article ?? finish).isActive = line.active;
    else putColor(article ?? finish, line);
  }
  return [...touched];
}

/** The first list of a merged catalogue that exceeds `maxParts`; undefined if there is none. */
export function tooMany(
  merged: readonly MergedSemiFinish[],
): { readonly of: 'articles' | 'colors'; readonly name: string; readonly count: number } | undefined {
  for (const { description, articles, colors } of merged) {
    if (articles.length > maxParts) return { of: 'articles', name: description, count: articles.length };
    const full = [{ description, colors }, ...articles].find((parent) => parent.colors.length > maxParts);
    if (full) return { of: 'colors', name: full.description, count: full.colors.length };
  }
  return undefined;
}

function copyOf({ articles, colors, ...finish }: Stored<MergedSemiFinish>): MergedSemiFinish {
  const copies = (own: readonly Stored<ColorNode>[]) => own.map((color) => ({ ...color }));
  return {
    ...finish,
    articles: articles.map((article) => ({ ...article, colors: copies(article.colors) })),
    colors: copies(colors),
  };
}

function articleOf(finish: MergedSemiFinish, { article, articleNumber }: CatalogueLine): ArticleNode {
  const byNumber =
    articleNumber === ''
      ? undefined
      : finish.articles.find((known) => same(known.articleNumber, articleNumber));
  const found =
    byNumber ??
    findOrAdd(finish.articles, article, () => ({
      articleNumber,
      description: article,
      isActive: true,
      colors: [],
    }));
  found.description = article;
  if (articleNumber !== '') found.articleNumber = articleNumber;
  return found;
}

function putColor(
  parent: { readonly colors: ColorNode[] },
  { color, swatch: shown, active }: CatalogueLine,
): void {
  const found = findOrAdd(parent.colors, color, () => ({ description: color, swatch: null, isActive: true }));
  found.isActive = active;
  if (shown !== '') found.swatch = shown;
}

function findOrAdd<T extends { readonly description: string }>(
  parts: T[],
  description: string,
  make: () => T,
): T {
  const found = parts.find((part) => same(part.description, description));
  if (found) return found;
  const made = make();
  parts.push(made);
  return made;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A stored semi-finish as lines of a file, in order of display. */
export function linesOf({
  description,
  isActive,
  articles,
  colors,
}: Stored<MergedSemiFinish>): CatalogueLine[] {
  const none = { articleNumber: '', article: '', color: '', swatch: '' };
  const line = (more: Partial<CatalogueLine>): CatalogueLine => ({
    semiFinish: description,
    ...none,
    active: true,
    ...more,
  });
  const ofColors = (own: readonly Stored<ColorNode>[], parent: Partial<CatalogueLine>) =>
    own.map((color) =>
      line({ ...parent, color: color.description, swatch: color.swatch ?? '', active: color.isActive }),
    );
  return [
    // Inactive parents, and those without parts, have a line of their own.
    ...(isActive && articles.length + colors.length > 0 ? [] : [line({ active: isActive })]),
    ...articles.flatMap((article) => {
      const parent = { articleNumber: article.articleNumber, article: article.description };
      const alone =
        article.isActive && article.colors.length > 0 ? [] : [line({ ...parent, active: article.isActive })];
      return [...alone, ...ofColors(article.colors, parent)];
    }),
    ...ofColors(colors, {}),
  ];
}
