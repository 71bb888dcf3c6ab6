import { z } from 'zod';
import { Transport } from '#contract/carpetline/orders.ts';
import { shape } from '#contract/carpetline/line.ts';
import type { LineChoice } from '#contract/carpetline/cascade.ts';
import type { CreateInput } from '#contract/resource.ts';
import type { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Order } from './order.ts';

const size = z.number().nullable();

/** A drawing that is not stored yet, or that a line of an order has. */
const drawing = z.union([
  z.object({ name: z.string(), content: z.string() }),
  z.object({ name: z.string(), id: z.string(), path: z.string(), mimeType: z.string() }),
]);
/** A drawing that is not stored yet, or that a line of an order has. */
export type DrawingValue = z.output<typeof drawing>;

/** A line as the form keeps it. */
const lineValues = z.object({
  qualityName: z.string(),
  shape,
  length: size,
  width: size,
  diameter: size,
  quantity: z.number(),
  semiFinishId: z.string().nullable(),
  articleId: z.string().nullable(),
  colorId: z.string().nullable(),
  /** As they were called when the line was ordered, or are called now. */
  semiFinishDescription: z.string(),
  articleDescription: z.string(),
  articleNumber: z.string(),
  colorDescription: z.string(),
  attachment: drawing.nullable(),
  /** Something of it cannot be ordered any more. */
  isDiscontinued: z.boolean(),
});
/** A line as the form keeps it. */
export type LineValues = z.output<typeof lineValues>;

/** What the order form holds, and keeps as a draft. */
export const orderValues = z.object({
  reference: z.string(),
  deliveredBy: z.string(),
  transportFinishedProduct: z.literal(Object.values(Transport)).nullable(),
  note: z.string(),
  customerRelationId: z.string().nullable(),
  orderLines: z.array(lineValues),
  /** The line that is being chosen, with its place (null: a new one), as long as it is not among the lines. */
  open: z.object({ at: z.number().nullable(), line: lineValues }).nullable().default(null),
  rowVersion: z.number().optional(),
});
/** What the order form holds. */
export type OrderValues = z.output<typeof orderValues>;

/** An order of which nothing is filled in. */
export const newOrder: OrderValues = {
  reference: '',
  deliveredBy: '',
  transportFinishedProduct: null,
  note: '',
  customerRelationId: null,
  orderLines: [],
  open: null,
};

/** An order as the form changes it. */
export function valuesOf(order: Order): OrderValues {
  const { reference, deliveredBy, transportFinishedProduct, note, customerRelation, rowVersion } = order;
  return {
    reference,
    deliveredBy,
    transportFinishedProduct,
    note,
    customerRelationId: customerRelation?.id ?? null,
    orderLines: order.orderLines.map(
      ({ attachment, discontinued, id: _id, lineNumber: _number, ...line }) => ({
        ...line,
        attachment: attachment && {
          id: attachment.id,
          name: attachment.name,
          path: attachment.path,
          mimeType: attachment.mimeType,
        },
        isDiscontinued: discontinued.length > 0,
      }),
    ),
    open: null,
    rowVersion,
  };
}

/** The same again: everything of an old order but what makes it that one. What is discontinued must be chosen anew. */
export function reorderOf(order: Order): OrderValues {
  const { rowVersion: _version, ...values } = valuesOf(order);
  return values;
}

/** What is sent of a form; lines are numbered from 1 (product 2.2). */
export function bodyOf({
  orderLines,
  open: _open,
  ...values
}: OrderValues): CreateInput<typeof carpetOrders> & { rowVersion?: number | undefined } {
  return {
    ...values,
    orderLines: orderLines.map(
      (
        {
          attachment,
          isDiscontinued: _gone,
          semiFinishDescription: _s,
          articleDescription: _a,
          articleNumber: _n,
          colorDescription: _c,
          ...line
        },
        at,
      ) => ({
        ...line,
        lineNumber: at + 1,
        attachment: attachment && ('id' in attachment ? { id: attachment.id } : attachment),
      }),
    ),
  };
}

/** What of a line the cascade looks at. */
export function choiceOf({ attachment, ...line }: LineValues): LineChoice {
  const {
    qualityName,
    shape: form,
    length,
    width,
    diameter,
    quantity,
    semiFinishId,
    articleId,
    colorId,
  } = line;
  return {
    qualityName,
    shape: form,
    length,
    width,
    diameter,
    quantity,
    semiFinishId,
    articleId,
    colorId,
    hasDrawing: attachment !== null,
  };
}
