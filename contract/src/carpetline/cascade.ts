import type { FieldCode } from '../problem.ts';
import type { Catalogue } from './catalogue.ts';
import { Shape } from './line.ts';

/** What is chosen of a line so far. Centimetres; null is not chosen. */
export interface LineChoice {
  readonly qualityName: string;
  readonly shape: Shape;
  readonly length: number | null;
  readonly width: number | null;
  readonly diameter: number | null;
  readonly quantity: number;
  readonly semiFinishId: string | null;
  readonly articleId: string | null;
  readonly colorId: string | null;
  readonly hasDrawing: boolean;
}

/** A field of a line, as its errors name it. */
export type LineField =
  | 'qualityName'
  | 'length'
  | 'width'
  | 'diameter'
  | 'quantity'
  | 'semiFinishId'
  | 'articleId'
  | 'colorId'
  | 'attachment';

/** A line of which nothing is chosen. */
export const emptyChoice: LineChoice = {
  qualityName: '',
  shape: Shape.Straight,
  length: null,
  width: null,
  diameter: null,
  quantity: 1,
  semiFinishId: null,
  articleId: null,
  colorId: null,
  hasDrawing: false,
};

/** What the choices so far leave to choose from (product 2.4): no articles, or no colours, means none is asked. */
export function optionsOf(
  catalogue: Catalogue,
  { semiFinishId, articleId }: Pick<LineChoice, 'semiFinishId' | 'articleId'>,
) {
  const semiFinish = catalogue.find(({ id }) => id === semiFinishId);
  const articles = semiFinish?.articles ?? [];
  const article = articles.find(({ id }) => id === articleId);
  const colors = articles.length > 0 ? (article?.colors ?? []) : (semiFinish?.colors ?? []);
  return { semiFinishes: catalogue, semiFinish, articles, article, colors };
}

/** The choice with one part changed: parts that depend on it are cleared, earlier ones stay. */
export function choose(choice: LineChoice, change: Partial<LineChoice>): LineChoice {
  const next = { ...choice, ...change };
  if ('semiFinishId' in change && change.semiFinishId !== choice.semiFinishId)
    return { ...next, articleId: null, colorId: null };
  if ('articleId' in change && change.articleId !== choice.articleId) return { ...next, colorId: null };
  if ('shape' in change && change.shape !== choice.shape)
    return { ...next, length: null, width: null, diameter: null, hasDrawing: false };
  return next;
}

/**
 * What keeps a line from being ordered, a code a field; empty when nothing does (§F5). Browser and server call this same
 * function (decision 0026).
 */
export function lineErrors(catalogue: Catalogue, choice: LineChoice): Partial<Record<LineField, FieldCode>> {
  const errors: Partial<Record<LineField, FieldCode>> = {};
  const need = (field: LineField, isWrong: boolean, code: FieldCode = 'required') => {
    if (isWrong) errors[field] = code;
  };
  need('qualityName', choice.qualityName.trim() === '');
  need('quantity', !isCount(choice.quantity), 'too-small');
  sizeErrors(choice, need);

  const { semiFinish, articles, article, colors } = optionsOf(catalogue, choice);
  need('semiFinishId', choice.semiFinishId === null);
  need('semiFinishId', choice.semiFinishId !== null && semiFinish === undefined, 'unknown');
  if (semiFinish === undefined) return errors;
  need('articleId', articles.length > 0 && choice.articleId === null);
  need('articleId', choice.articleId !== null && article === undefined, 'unknown');
  if (articles.length > 0 && article === undefined) return errors;
  need('colorId', colors.length > 0 && choice.colorId === null);
  need('colorId', choice.colorId !== null && !colors.some(({ id }) => id === choice.colorId), 'unknown');
  return errors;
}

const sizes = ['length', 'width', 'diameter'] as const;
const sizesOf: Readonly<Record<Shape, readonly string[]>> = {
  [Shape.Straight]: ['length', 'width'],
  [Shape.Round]: ['diameter'],
  [Shape.Deviating]: [],
};

function sizeErrors(
  choice: LineChoice,
  need: (field: LineField, isWrong: boolean, code?: FieldCode) => void,
): void {
  const isDeviating = choice.shape === Shape.Deviating;
  for (const field of sizes) {
    const size = choice[field];
    const isWanted = sizesOf[choice.shape].includes(field);
    need(field, isWanted && size === null);
    need(field, size !== null && !isCount(size), 'too-small');
    // A size that the shape does not have would be ordered unseen.
    need(field, size !== null && !isWanted && !isDeviating, 'invalid');
  }
  need('attachment', isDeviating && !choice.hasDrawing);
  need('attachment', !isDeviating && choice.hasDrawing, 'invalid');
}

const isCount = (value: number) => Number.isInteger(value) && value >= 1;
