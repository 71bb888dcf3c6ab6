import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { type LineChoice, lineErrors, optionsOf } from '#contract/carpetline/cascade.ts';
import type { CarpetLine, carpetLineWrite } from '#contract/carpetline/line.ts';
import { CarpetOrderStatus } from '#contract/carpetline/orders.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import type { z } from 'zod';

type LineWrite = z.output<typeof carpetLineWrite>;

/** What a line chooses, as the cascade reads it. */
export function choiceOf(line: LineWrite): LineChoice {
  const { qualityName, shape, quantity } = line;
  return {
    qualityName,
    shape,
    quantity,
    length: line.length ?? null,
    width: line.width ?? null,
    diameter: line.diameter ?? null,
    semiFinishId: line.semiFinishId ?? null,
    articleId: line.articleId ?? null,
    colorId: line.colorId ?? null,
    hasDrawing: line.attachment !== null && line.attachment !== undefined,
  };
}

/** What keeps these lines from being ordered, by field id: `order_lines_0_color_id` (§F5, §F7). */
export function linesErrors(catalogue: Catalogue, lines: readonly LineWrite[]): Record<string, FieldCode[]> {
  if (lines.length === 0) return { [fieldId('orderLines')]: ['required'] };
  return Object.fromEntries(
    lines.flatMap((line, index) =>
      Object.entries(lineErrors(catalogue, choiceOf(line))).map(([field, code]) => [
        fieldId(`orderLines.${index}.${field}`),
        [code],
      ]),
    ),
  );
}

/** The names of what a line chose, as the catalogue has them today; the order keeps them (§F6). */
export function snapshotOf(catalogue: Catalogue, line: LineWrite) {
  const { semiFinish, article, colors } = optionsOf(catalogue, choiceOf(line));
  return {
    semi_finish_description: semiFinish?.description ?? '',
    article_description: article?.description ?? '',
    article_number: article?.articleNumber ?? '',
    color_description: colors.find(({ id }) => id === line.colorId)?.description ?? '',
  };
}

type Chosen = Pick<CarpetLine, 'semiFinishId' | 'articleId' | 'colorId'>;

/** Which parts of an old choice cannot be ordered any more, the first that is gone and all that hung on it. */
export function discontinued(
  catalogue: Catalogue,
  { semiFinishId, articleId, colorId }: Chosen,
): CarpetLine['discontinued'] {
  const { semiFinish, articles, article, colors } = optionsOf(catalogue, { semiFinishId, articleId });
  const gone: CarpetLine['discontinued'] = [];
  if (semiFinish === undefined) gone.push('semiFinishId');
  const isArticleGone = articleId === null ? articles.length > 0 : article === undefined;
  if (semiFinish === undefined ? articleId !== null : isArticleGone) gone.push('articleId');
  if (colorId === null ? gone.length === 0 && colors.length > 0 : !colors.some(({ id }) => id === colorId))
    gone.push('colorId');
  return gone;
}

/** What a caller may do with an order in this status: a portal user only while the carpet is awaited, staff until it is ready (§F3). */
export function mayEdit(status: CarpetOrderStatus, isPortalUser: boolean): boolean {
  return isPortalUser ? status === CarpetOrderStatus.AwaitingCarpet : status !== CarpetOrderStatus.Completed;
}
