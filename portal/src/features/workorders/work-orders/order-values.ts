import { z } from 'zod';
import { type workOrderCopy, workOrderStatus, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { emptyOf } from '#portal/kit/form/empty-of.ts';
import {
  emptyLine,
  lineValues,
  valuesOf as lineValuesOf,
  writeOf,
  type LineValues,
} from '../order-lines/order-lines.rules.ts';
import { idsOf, type Order } from './order.ts';

const text = z.string();
const day = z.string().nullable();
/** What the form holds, also as a draft in the browser. */
export const orderValues = z.object({
  administrationId: text.nullable(),
  customerRelationId: text.nullable(),
  contactPersonIds: z.array(text),
  reference: text,
  invoiceNumber: text,
  assignedUserIds: z.array(text),
  printingCompany: text,
  diffuser: text,
  publisher: text,
  /** A status by its number, as choices hold it. */
  status: text,
  firstTestDate: day,
  printingCompanyDate: day,
  diffuserDate: day,
  deliveryDate: day,
  /** In hundredths of an hour. */
  estimatedHours: z.int().nullable(),
  lines: z.array(lineValues),
  /** The line in the editor, which is not among the others yet. */
  typing: lineValues.nullable(),
  /** The index of the line that is edited; null for a new one. */
  typingAt: z.int().nullable().default(null),
  rowVersion: z.int().optional(),
});
export type OrderValues = z.output<typeof orderValues>;

export const newOrder: OrderValues = { ...emptyOf(orderValues), status: String(WorkOrderStatus.New) };

const hundredthsOf = (minutes: number | null) => (minutes === null ? null : Math.round((minutes * 100) / 60));
const minutesOf = (hundredths: number | null) =>
  hundredths === null ? null : Math.round((hundredths * 60) / 100);

/** What the form holds of a stored order in another way than the order. */
export const valuesOf = (order: Order) => ({
  ...idsOf(order),
  status: String(order.status),
  estimatedHours: hundredthsOf(order.estimatedMinutes),
});

/** What a copy starts from; its reference is that of its lines (§E2, §E7). */
export function valuesOfCopy(copy: z.output<typeof workOrderCopy>): OrderValues {
  return orderValues.parse({
    ...newOrder,
    ...copy,
    reference: newOrder.reference,
    status: newOrder.status,
    estimatedHours: hundredthsOf(copy.estimatedMinutes),
    lines: copy.lines.map(lineValuesOf),
  });
}

/** What is sent to change an order, and more that is not. */
export const bodyOf = (values: OrderValues) => ({
  ...values,
  // The server says what is missing, at the field.
  administrationId: values.administrationId ?? '',
  status: workOrderStatus.parse(Number(values.status)),
  estimatedMinutes: minutesOf(values.estimatedHours),
});

/** The lines of the form, with the open line. */
export function linesOf({ lines, typing, typingAt }: OrderValues): readonly LineValues[] {
  if (typing === null || typing.description.trim() === '') return lines;
  return typingAt === null || typingAt >= lines.length ? [...lines, typing] : lines.with(typingAt, typing);
}

/** What is sent to create an order with its lines at once; the reference is theirs (§E7). */
export const createBody = (values: OrderValues, showsPurchase: boolean) => ({
  ...bodyOf(values),
  reference: undefined,
  invoiceNumber: undefined,
  lines: linesOf(values).map((line) => writeOf(line, showsPurchase)),
});

/** Whether the open line has values but no description yet: it could not be saved. */
export function isHalfTyped({ typing, typingAt }: OrderValues): boolean {
  if (typing === null || typing.description.trim() !== '') return false;
  if (typingAt !== null) return true;
  return JSON.stringify({ ...typing, description: '' }) !== JSON.stringify(emptyLine);
}

/** A few words that tell one unfinished order from another. */
export function wordsOf({ reference, lines, typing, printingCompany, publisher }: OrderValues): string {
  const lineWords = [...lines, ...(typing ? [typing] : [])].map(({ description }) => description.trim());
  return reference || lineWords.filter((words) => words !== '').join(', ') || printingCompany || publisher;
}
