import { z } from 'zod';
import { id, shortText } from '../resource.ts';

/** The shape of a carpet: straight, round, or by a drawing. */
export const Shape = { Straight: 0, Round: 1, Deviating: 2 } as const;
/** One of the three shapes, as it travels. */
export const shape = z.literal(Object.values(Shape));
/** One of the three shapes. */
export type Shape = z.output<typeof shape>;

/** The maximum size of a drawing, in bytes. */
export const maxDrawingBytes = 10 * 1024 * 1024;
/** The maximum total size of the drawings of one order; more is `drawings-too-large` at the line that exceeds it. */
export const maxOrderDrawingBytes = 60 * 1024 * 1024;
/**
 * The maximum total size of drawings that wait for a carpet: those of a customer relation on no order, or on one whose carpet is still
 * awaited; of staff those that they uploaded and put on no order. More is `drawings-full`. The same drawing counts once.
 */
export const maxWaitingDrawingBytes = 500 * 1024 * 1024;
/** What a drawing may be, by content. */
export const drawingTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/vnd.dxf'] as const;

/**
 * `POST carpetline/drawings` (multipart, part `file`; permission `carpetline.orders.create` or `.update`): one drawing
 * before its order, so that no order is too large to send. A line then names it by id; only the uploader can.
 */
export const drawingsPath = '/api/carpetline/drawings';
/** A drawing that was uploaded by itself. `path` shows it to the uploader, as long as it is stored. */
export const sentDrawing = z.object({
  id,
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  path: z.string(),
});

const centimetres = z.int().min(1).max(100_000).nullish();

/** A drawing as it travels up: a data URL, or by id one that was uploaded before (`drawingsPath`) or that a line of an order has already. */
const drawing = z.union([
  z.object({ name: shortText(), content: z.string().max(Math.ceil((maxDrawingBytes * 4) / 3) + 100) }),
  z.object({ id }),
]);

/** A line as an order sends it. Whole centimetres; which sizes count is the shape's (§F5). */
export const carpetLineWrite = z.object({
  /** Sent for old clients; the server counts by the order sent (§F7). */
  lineNumber: z.int().optional(),
  qualityName: z.string().trim().max(255),
  shape,
  length: centimetres,
  width: centimetres,
  diameter: centimetres,
  quantity: z.int().min(1).max(10_000).default(1),
  semiFinishId: id.nullish(),
  articleId: id.nullish(),
  colorId: id.nullish(),
  attachment: drawing.nullish(),
});

/** A line as it was ordered, with the descriptions of that day (§F6). */
export const carpetLine = z.object({
  id,
  lineNumber: z.int(),
  qualityName: z.string(),
  shape,
  length: z.int().nullable(),
  width: z.int().nullable(),
  diameter: z.int().nullable(),
  quantity: z.int(),
  semiFinishId: id,
  semiFinishDescription: z.string(),
  articleId: id.nullable(),
  articleDescription: z.string(),
  articleNumber: z.string(),
  colorId: id.nullable(),
  colorDescription: z.string(),
  attachment: z
    .object({ id, name: z.string(), mimeType: z.string(), size: z.int(), path: z.string() })
    .nullable(),
  /** The parts of the choice that cannot be ordered any more; for a reorder. */
  discontinued: z.array(z.enum(['semiFinishId', 'articleId', 'colorId'])),
});
/** A line as it was ordered. */
export type CarpetLine = z.output<typeof carpetLine>;
