import { offerSettings, offerSettingsWrite } from '../workorders/offers.ts';
import { z } from 'zod';
import { day, defineResource, id, instant, keptText, rowVersion, shortText } from '../resource.ts';
import { carpetLine, carpetLineWrite } from './line.ts';

/** Carpet order status by name (product 2.4; §F1). */
export const CarpetOrderStatus = {
  AwaitingCarpet: 0,
  InProgress: 1,
  /** Final for edits. */
  Completed: 2,
} as const;
/** One of the three statuses, as it travels. */
export const carpetOrderStatus = z.literal(Object.values(CarpetOrderStatus));
/** One of the three statuses. */
export type CarpetOrderStatus = z.output<typeof carpetOrderStatus>;

/** How the finished product goes: fetched by the customer, or sent. */
export const Transport = { PickUp: 0, Ship: 1 } as const;
const transport = z.literal(Object.values(Transport));

/** Working days from the carpet's arrival to delivery (product 2.9; §F2). */
export const productionDays = 7;

// Without an id it was purged; the order keeps its name (§F10).
const relation = z.object({ id: id.nullable(), tag: z.string(), name: z.string() });
const person = z.object({ id: id.nullable(), fullName: z.string() });

const row = z.object({
  id,
  companyId: id,
  /** NEW: whose it is, for who sees those of several. */
  company: z.object({ name: z.string() }),
  /** Counts up within the company; the address of an order on screen. */
  number: z.int(),
  reference: z.string(),
  /** The relation that the order is for; staff may order for none. */
  customerRelation: relation.nullable(),
  /** Who brings the carpet; the form calls the same value `supplierCarpet` (§F8). */
  deliveredBy: z.string(),
  supplierCarpet: z.string(),
  transportFinishedProduct: transport,
  orderDate: day,
  /** When the carpet came in; null while awaited. */
  receivedDate: day.nullable(),
  /** Null while awaited: not yet known (§F2). */
  deliveryDate: day.nullable(),
  status: carpetOrderStatus,
  lineCount: z.int(),
  createdAt: instant,
  rowVersion,
});

/** One step on the timeline of an order. */
const step = z.object({
  at: instant,
  kind: z.enum(['ordered', 'received', 'completed', 'stepped-back', 'delivery-date']),
  user: person,
  /** The day that the step set: of arrival, or of delivery. */
  day: day.nullable(),
  /** Why a step went back, or a delivery date is another than counted. */
  reason: z.string(),
});

const write = z.object({
  reference: keptText(1000),
  /** One of the two is enough; together they must agree. If both are missing the error is on `delivered_by` (§F8). */
  deliveredBy: z.string().trim().max(255).nullish(),
  supplierCarpet: z.string().trim().max(255).nullish(),
  /** If missing the error is on `delivery_id`. */
  transportFinishedProduct: transport.nullish(),
  note: keptText(8000),
  /** Staff only; portal users order for their own relation, whatever is sent. */
  customerRelationId: id.nullish(),
  /** At least one, else 400 on `orderLines` (§F7). */
  orderLines: z.array(carpetLineWrite).max(200),
});

/**
 * Orders to finish carpets. Portal users see those of their own relation only, whatever their permission (§F4). The
 * number of an order may stand for its id, within the caller's company.
 */
export const carpetOrders = defineResource({
  name: 'carpet order',
  path: 'carpetline/orders',
  permission: 'carpetline.orders',
  fields: {
    id: 'id',
    companyId: 'id',
    number: 'number',
    reference: 'text',
    deliveredBy: 'text',
    orderDate: 'day',
    receivedDate: 'day',
    deliveryDate: 'day',
    status: 'number',
    createdAt: 'instant',
    'customerRelation/id': 'id',
    'customerRelation/tag': 'text',
    'customerRelation/name': 'text',
  },
  defaultSort: 'number desc',
  pageSizes: [50, 100, 200],
  row,
  record: row.extend({
    note: z.string(),
    orderLines: z.array(carpetLine),
    orderedBy: person,
    timeline: z.array(step),
    /** What the caller may do now. */
    canUpdate: z.boolean(),
    canDelete: z.boolean(),
    canProcess: z.boolean(),
  }),
  create: write,
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/** `POST carpetline/orders/{id}/receive` (permission `…process`): the carpet came in on this day, not after today (§F1). */
export const receiveCarpet = z.object({ receivedDate: day, rowVersion: rowVersion.optional() });
/** `POST …/complete`: it is ready. */
export const completeOrder = z.object({ rowVersion: rowVersion.optional() });
/** `POST …/step-back`: one status back, and why. */
export const stepBack = z.object({ reason: shortText(1000), rowVersion: rowVersion.optional() });
/** `POST …/delivery-date`: another day than counted, and why (§F2). */
export const setDeliveryDate = z.object({
  deliveryDate: day,
  reason: shortText(1000),
  rowVersion: rowVersion.optional(),
});

/** `GET carpetline/board` (permission `carpetline.orders.process`): orders in progress by delivery date, late first. */
export const boardOrder = row.extend({
  orderLines: z.array(carpetLine),
  /** Working days until delivery; negative when late. */
  workingDaysLeft: z.int(),
});

/** `GET` and `PUT carpetline/settings`: closing days of the company, beside the holidays (§F2). PUT needs `carpetline.orders.process`. */
export const carpetSettings = z.object({
  closingDays: z.array(z.object({ day, description: z.string().trim().max(255) })).max(1000),
});

const letterheadFields = {
  name: true,
  street: true,
  zipCode: true,
  city: true,
  phone: true,
  email: true,
  website: true,
  kvkNumber: true,
  rowVersion: true,
} as const;
/**
 * `GET` and `PUT carpetline/letterhead`, NEW: the sender on packing slips and confirmations, which offers of work orders have
 * too. Needs `carpetline.orders.process`.
 */
export const carpetLetterhead = offerSettings.pick(letterheadFields);
/** What is written of it; what is absent stays. */
export const carpetLetterheadWrite = offerSettingsWrite.pick(letterheadFields);

/** `GET` and `PUT carpetline/my-mail`: whether the caller is mailed when one of their orders changes. */
export const carpetMail = z.object({ onChange: z.boolean() });
