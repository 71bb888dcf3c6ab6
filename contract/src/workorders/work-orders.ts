import { z } from 'zod';
import { dayOfInstant } from '../dates.ts';
import { day, defineResource, id, instant, notADate, rowVersion, shortText } from '../resource.ts';
import { lineShown, lineWrite } from './line-write.ts';

/** Work order status by name (product 2.4). Any may become any other; each change is logged (§E3). */
export const WorkOrderStatus = {
  New: 0,
  Offer: 1,
  Design: 2,
  Concept: 3,
  Production: 4,
  Done: 5,
  /** Hidden in lists unless asked for, by the client's own filter; lines and hours are read-only (§E3). */
  Invoiced: 6,
} as const;

/** One of the seven statuses, as it travels. */
export const workOrderStatus = z.literal(Object.values(WorkOrderStatus));
/** One of the seven statuses. */
export type WorkOrderStatus = z.output<typeof workOrderStatus>;

/** Warnings of an order, never errors: no lines after ten minutes (§E7), invoiced without a number (§E3). */
export const workOrderWarnings = ['incomplete', 'no-invoice-number'] as const;
/** The maximum number of contact persons, and of responsible users, of one order (product 2.9). */
export const maxPeople = 10;

const person = z.object({ id, fullName: z.string(), firstName: z.string(), lastName: z.string() });
const relation = z.object({ id, tag: z.string(), name: z.string() });

const row = z.object({
  id,
  companyId: id,
  /** NEW: whose it is, for who sees those of several. */
  company: z.object({ name: z.string() }),
  year: z.int(),
  /** Counts up within the company and the year, never used again (§E1). */
  number: z.int(),
  /** `2026-12`, as people name the order. */
  yearNumber: z.string(),
  createdAt: instant,
  administrationId: id,
  administration: z.object({ id, name: z.string() }),
  invoiceNumber: z.string(),
  reference: z.string(),
  /** NEW: the relation that the order is for; contact persons belong to it (§E4). */
  customerRelationId: id.nullable(),
  customerRelation: relation.nullable(),
  contactPersons: z.array(person.extend({ customerRelation: relation })),
  assignedUsers: z.array(person),
  status: workOrderStatus,
  firstTestDate: day.nullable(),
  printingCompanyDate: day.nullable(),
  diffuserDate: day.nullable(),
  deliveryDate: day.nullable(),
  warnings: z.array(z.enum(workOrderWarnings)),
  rowVersion,
});

/** A text that keeps what is stored when absent (§B5); null empties it. */
const keptText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === null ? '' : text));

// Date fields of product 2.5 emit a whole ISO moment: its Amsterdam day is meant. Empty and null clear the date.
const keptDay = z
  .string(notADate)
  .trim()
  .nullish()
  .transform((text) =>
    text === undefined ? undefined : text === null || text === '' ? null : dayOfText(text),
  )
  .refine((text) => text === undefined || text === null || day.safeParse(text).success, 'not-a-date');

function dayOfText(text: string): string {
  return instant.safeParse(text).success ? dayOfInstant(text) : text;
}

// `max` of an array would stop other checks of the order from running.
const people = z
  .array(id)
  .optional()
  .refine((ids) => (ids?.length ?? 0) <= maxPeople, 'too-many');

const write = z.object({
  administrationId: id,
  invoiceNumber: keptText(50),
  /**
   * NEW; null for no relation. 400 `customer_relation_id` for an unknown one. Absent: that of `contactPersonIds`, and of an
   * order whose contact persons are not named either, what it is (§E4).
   */
  customerRelationId: id.nullish(),
  /** All of one relation, that of the order, else 400 on `contactPersonIds` (§E4). */
  contactPersonIds: people,
  reference: shortText(1000),
  assignedUserIds: people,
  printingCompany: keptText(),
  diffuser: keptText(),
  publisher: keptText(),
  status: workOrderStatus.optional(),
  firstTestDate: keptDay,
  printingCompanyDate: keptDay,
  diffuserDate: keptDay,
  deliveryDate: keptDay,
  numberOfOffersSent: z.int().min(0).max(100_000).optional(),
  /** NEW: the expected hours in minutes, to compare with those that were made. */
  estimatedMinutes: z.int().min(0).max(10_000_000).nullish(),
});

/** Print and publishing jobs of a company. `.user` reaches orders that are assigned to the caller, or made by them (§A2). */
export const workOrders = defineResource({
  name: 'work order',
  path: 'comceptum/workorders',
  permission: 'comceptum.workorders',
  fields: {
    id: 'id',
    companyId: 'id',
    year: 'number',
    number: 'number',
    yearNumber: 'text',
    createdAt: 'instant',
    administrationId: 'id',
    'administration/id': 'id',
    'administration/name': 'text',
    invoiceNumber: 'text',
    reference: 'text',
    customerRelationId: 'id',
    'customerRelation/id': 'id',
    'customerRelation/tag': 'text',
    'customerRelation/name': 'text',
    contactPersons: {
      any: {
        id: 'id',
        firstName: 'text',
        lastName: 'text',
        fullName: 'text',
        'customerRelation/id': 'id',
        'customerRelation/tag': 'text',
        'customerRelation/name': 'text',
      },
    },
    assignedUsers: { any: { id: 'id', firstName: 'text', lastName: 'text', fullName: 'text' } },
    status: 'number',
    firstTestDate: 'day',
    printingCompanyDate: 'day',
    diffuserDate: 'day',
    deliveryDate: 'day',
  },
  defaultSort: 'createdAt desc,number desc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    printingCompany: z.string(),
    diffuser: z.string(),
    publisher: z.string(),
    numberOfOffersSent: z.int(),
    estimatedMinutes: z.int().nullable(),
    /** NEW: percent off the lines, by the last offer that the customer accepted; null without. */
    discountPercentage: z.number().nullable(),
    /** The last change: when, and by whom. */
    lastAudit: z.object({ createdAt: instant, userName: z.string().nullable() }),
  }),
  /**
   * `lines` NEW: order and lines in one call, so that no order stays without lines: at least one; they give the default
   * reference (§E7). Absent they follow one by one, as clients of product 2.4 send them.
   */
  create: write
    .extend({ reference: keptText(1000), lines: z.array(lineWrite).min(1).max(200).optional() })
    .refine(({ reference, lines }) => Boolean(reference) || Boolean(lines?.length), {
      path: ['reference'],
      message: 'required',
      // Runs beside other checks, so that all bad fields are reported at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/** `GET comceptum/workorders/{id}/copy`: what a create of a copy starts from; nothing is stored until it is saved (§E2). */
export const workOrderCopy = z.object({
  administrationId: id,
  contactPersonIds: z.array(id),
  assignedUserIds: z.array(id),
  customerRelationId: id.nullable(),
  customerRelation: relation.nullable(),
  reference: z.string(),
  printingCompany: z.string(),
  diffuser: z.string(),
  publisher: z.string(),
  status: workOrderStatus,
  numberOfOffersSent: z.literal(0),
  estimatedMinutes: z.int().nullable(),
  lines: z.array(z.object(lineShown)),
});
