import { z } from 'zod';
import { emptyChoice, type LineChoice } from '#contract/carpetline/cascade.ts';
import { shape } from '#contract/carpetline/line.ts';
import { Transport } from '#contract/carpetline/orders.ts';
import { emptyOf } from '#portal/kit/form/empty-of.ts';
import type { Order } from './order.ts';

const size = z.number().nullable();

const drawing = z.union([
  z.object({ name: z.string(), content: z.string() }),
  z.object({ name: z.string(), id: z.string(), path: z.string(), mimeType: z.string() }),
]);
/** A drawing that is not stored yet, or that a line of an order has. */
export type DrawingValue = z.output<typeof drawing>;

/** What is chosen of a line. */
const lineChoice = z.object({
  qualityName: z.string(),
  shape,
  length: size,
  width: size,
  diameter: size,
  quantity: z.number(),
  semiFinishId: z.string().nullable(),
  articleId: z.string().nullable(),
  colorId: z.string().nullable(),
});
const lineValues = lineChoice.extend({
  /** As they were called when the line was ordered, or are called now. */
  semiFinishDescription: z.string(),
  articleDescription: z.string(),
  articleNumber: z.string(),
  colorDescription: z.string(),
  attachment: drawing.nullable(),
  /** A part of it cannot be ordered any more. */
  isDiscontinued: z.boolean(),
});
/** A line as the form keeps it. */
export type LineValues = z.output<typeof lineValues>;

/** A line of which nothing is chosen. */
export const emptyLine = lineValues.parse({
  ...emptyChoice,
  semiFinishDescription: '',
  articleDescription: '',
  articleNumber: '',
  colorDescription: '',
  attachment: null,
  isDiscontinued: false,
});

/** What the cascade checks of a line. */
export const choiceOf = (line: LineValues): LineChoice => ({
  ...lineChoice.parse(line),
  hasDrawing: line.attachment !== null,
});

/** What the order form holds, and keeps as a draft. */
export const orderValues = z.object({
  reference: z.string(),
  deliveredBy: z.string(),
  transportFinishedProduct: z.literal(Object.values(Transport)).nullable(),
  note: z.string(),
  customerRelationId: z.string().nullable(),
  orderLines: z.array(lineValues),
  /** The line in the editor, which is not among the lines yet; `at` is its index, or null for a new one. */
  open: z.object({ at: z.number().nullable(), line: lineValues }).nullable().default(null),
  rowVersion: z.number().optional(),
});
/** What the order form holds. */
export type OrderValues = z.output<typeof orderValues>;

/** An order of which nothing is filled in. */
export const newOrder: OrderValues = emptyOf(orderValues);

/** What the form holds of an order in another way than the order. */
export const valuesOf = ({ customerRelation, orderLines }: Order) => ({
  customerRelationId: customerRelation?.id ?? null,
  orderLines: orderLines.map((line) =>
    lineValues.parse({ ...line, isDiscontinued: line.discontinued.length > 0 }),
  ),
});

/** The same again: everything of an old order but its version. What is discontinued must be chosen again. */
export const reorderOf = (order: Order): OrderValues =>
  orderValues.parse({ ...order, ...valuesOf(order), rowVersion: undefined });

/** What is sent of a form; lines are numbered from 1 (product 2.2). */
export const bodyOf = (values: OrderValues) => ({
  ...values,
  orderLines: values.orderLines.map((line, index) => ({
    ...lineChoice.parse(line),
    lineNumber: index + 1,
    attachment: line.attachment && ('id' in line.attachment ? { id: line.attachment.id } : line.attachment),
  })),
});
