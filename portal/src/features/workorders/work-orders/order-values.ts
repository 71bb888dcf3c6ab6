import { z } from 'zod';
import type { CreateInput, UpdateInput } from '#contract/resource.ts';
import {
  type workOrderCopy,
  type workOrders,
  workOrderStatus,
  WorkOrderStatus,
} from '#contract/workorders/work-orders.ts';
import {
  emptyLine,
  lineShape,
  valuesOf as lineValuesOf,
  writeOf,
  type LineValues,
} from '../order-lines/lines.rules.ts';
import type { Order } from './order.ts';

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
  lines: z.array(lineShape),
  /** A line that stands in the editor and not yet among the others. */
  typing: lineShape.nullable(),
  /** The place of the line that is typed over; null while a new one is typed. */
  typingAt: z.int().nullable().default(null),
  rowVersion: z.int().optional(),
});
export type OrderValues = z.output<typeof orderValues>;

export const newOrder: OrderValues = {
  administrationId: null,
  customerRelationId: null,
  contactPersonIds: [],
  reference: '',
  invoiceNumber: '',
  assignedUserIds: [],
  printingCompany: '',
  diffuser: '',
  publisher: '',
  status: String(WorkOrderStatus.New),
  firstTestDate: null,
  printingCompanyDate: null,
  diffuserDate: null,
  deliveryDate: null,
  estimatedHours: null,
  lines: [],
  typing: null,
  typingAt: null,
};

const hundredthsOf = (minutes: number | null) => (minutes === null ? null : Math.round((minutes * 100) / 60));
const minutesOf = (hundredths: number | null) =>
  hundredths === null ? null : Math.round((hundredths * 60) / 100);

/** A stored order in the form. */
export function valuesOf(order: Order): OrderValues {
  const { administrationId, invoiceNumber, reference, printingCompany, diffuser, publisher } = order;
  const { firstTestDate, printingCompanyDate, diffuserDate, deliveryDate, rowVersion } = order;
  return {
    ...newOrder,
    administrationId,
    customerRelationId: order.contactPersons[0]?.customerRelation.id ?? order.customerRelation?.id ?? null,
    contactPersonIds: order.contactPersons.map(({ id }) => id),
    reference,
    invoiceNumber,
    assignedUserIds: order.assignedUsers.map(({ id }) => id),
    printingCompany,
    diffuser,
    publisher,
    status: String(order.status),
    firstTestDate,
    printingCompanyDate,
    diffuserDate,
    deliveryDate,
    estimatedHours: hundredthsOf(order.estimatedMinutes),
    rowVersion,
  };
}

/** What a copy starts from; its reference is that of its lines (§E2, §E7). */
export function valuesOfCopy(copy: z.output<typeof workOrderCopy>): OrderValues {
  const { administrationId, contactPersonIds, assignedUserIds, printingCompany, diffuser, publisher } = copy;
  return {
    ...newOrder,
    administrationId,
    customerRelationId: copy.customerRelation?.id ?? null,
    contactPersonIds,
    assignedUserIds,
    printingCompany,
    diffuser,
    publisher,
    estimatedHours: hundredthsOf(copy.estimatedMinutes),
    lines: copy.lines.map(lineValuesOf),
  };
}

function sharedOf(values: OrderValues) {
  const { contactPersonIds, assignedUserIds, printingCompany, diffuser, publisher } = values;
  const { firstTestDate, printingCompanyDate, diffuserDate, deliveryDate } = values;
  return {
    // The server says what is missing, at the field.
    administrationId: values.administrationId ?? '',
    contactPersonIds,
    assignedUserIds,
    printingCompany,
    diffuser,
    publisher,
    status: workOrderStatus.parse(Number(values.status)),
    firstTestDate,
    printingCompanyDate,
    diffuserDate,
    deliveryDate,
    estimatedMinutes: minutesOf(values.estimatedHours),
  };
}

/** The lines of the form, with what still stands in the editor. */
export function linesOf({ lines, typing, typingAt }: OrderValues): readonly LineValues[] {
  if (typing === null || typing.description.trim() === '') return lines;
  return typingAt === null || typingAt >= lines.length ? [...lines, typing] : lines.with(typingAt, typing);
}

/** What creates the order with its lines in one go; the reference is theirs (§E7). */
export function createBody(values: OrderValues, showsPurchase: boolean): CreateInput<typeof workOrders> {
  return { ...sharedOf(values), lines: linesOf(values).map((one) => writeOf(one, showsPurchase)) };
}

/** The whole write payload of a change (§B5). */
export function updateBody(values: OrderValues): UpdateInput<typeof workOrders> {
  const { reference, invoiceNumber, rowVersion } = values;
  return { ...sharedOf(values), reference, invoiceNumber, rowVersion };
}

/** Whether something of a line is typed that has no description yet: it would be lost. */
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
