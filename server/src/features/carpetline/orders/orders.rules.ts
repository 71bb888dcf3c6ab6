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

/** The errors of lines, by field id: `order_lines_0_color_id` (§F5, §F7). */
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

/** The names of a choice in the catalogue of today; the order stores them (§F6). */
export function snapshotOf(catalogue: Catalogue, line: LineWrite) {
  const { semiFinish, article, colors } = optionsOf(catalogue, choiceOf(line));
  return {
    semiFinishDescription: semiFinish?.description ?? '',
    articleDescription: article?.description ?? '',
    articleNumber: article?.articleNumber ?? '',
    colorDescription: colors.find(({ id }) => id === line.colorId)?.description ?? '',
  };
}

type Chosen = Pick<CarpetLine, 'semiFinishId' | 'articleId' | 'colorId'>;

/** The parts of an old choice that cannot be ordered any more: the first missing one and all that depend on it. */
export function discontinued(
  catalogue: Catalogue,
  { semiFinishId, articleId, colorId }: Chosen,
): CarpetLine['discontinued'] {
  const { semiFinish, articles, article, colors } = optionsOf(catalogue, { semiFinishId, articleId });
  const missing: CarpetLine['discontinued'] = [];
  if (semiFinish === undefined) missing.push('semiFinishId');
  const isArticleMissing = articleId === null ? articles.length > 0 : article === undefined;
  if (semiFinish === undefined ? articleId !== null : isArticleMissing) missing.push('articleId');
  if (colorId === null ? missing.length === 0 && colors.length > 0 : !colors.some(({ id }) => id === colorId))
    missing.push('colorId');
  return missing;
}

/** Whether a caller may edit an order: portal users only while the carpet is awaited, staff until it is completed (§F3). */
export function mayEdit(status: CarpetOrderStatus, isPortalUser: boolean): boolean {
  return isPortalUser ? status === CarpetOrderStatus.AwaitingCarpet : status !== CarpetOrderStatus.Completed;
}
