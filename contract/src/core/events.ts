import { z } from 'zod';
import { id, instant } from '../resource.ts';

/** What can happen, by the record that it happens to. New ones may be added; none changes its meaning. */
export const eventTypes = [
  'document.created',
  'document.recognised',
  'document.unrecognised',
  'document.updated',
  'document.removed',
  'document.restored',
  'invoice.created',
  'invoice.updated',
  'invoice.approved',
  'invoice.rejected',
  'invoice.held',
  'invoice.resumed',
  'invoice.withdrawn',
  'invoice.booked',
  'invoice.exported',
  'invoice.removed',
  'invoice.restored',
  'approval.requested',
  'approval.given',
  'approval.changed',
  'approval.undone',
  'approval.escalated',
  'export.created',
  'export.delivered',
  'export.failed',
  'export.uncertain',
  'export.stopped',
  'export.replaced',
  'work_order.created',
  'work_order.updated',
  'work_order.removed',
  'work_order.restored',
  'offer.sent',
  'offer.accepted',
  'offer.declined',
  'offer.withdrawn',
  'carpet_order.created',
  'carpet_order.updated',
  'carpet_order.ordered',
  'carpet_order.received',
  'carpet_order.completed',
  'carpet_order.stepped_back',
  'carpet_order.removed',
  'carpet_order.restored',
  'release.created',
  'release.updated',
  'release.switched_off',
  'release.removed',
  'release.restored',
  'billing_run.created',
  'billing_run.updated',
  'billing_run.finalised',
  'billing_run.credited',
  'billing_run.removed',
] as const;
/** One of them. */
export type EventType = (typeof eventTypes)[number];

type Fields = Readonly<Record<string, unknown>>;
type Named = EventType | ((after: Fields) => EventType);

interface EventKind {
  /** The path of the records below `/api/`. */
  readonly path: string;
  /** Every other change. */
  readonly otherwise: EventType;
  /** By the verb in the history; null: others tell of it. */
  readonly verbs: Readonly<Record<string, Named | null>>;
}

const approved: Named = ({ statusValue }) =>
  statusValue === 'ReadyForProcessing' ? 'invoice.approved' : 'approval.given';

// By the permission name of the resource, which its history has too.
const kinds: Readonly<Record<string, EventKind>> = {
  'fmmodule.documents': {
    path: 'fmmodule/documents',
    otherwise: 'document.updated',
    verbs: { create: 'document.created', remove: 'document.removed', restore: 'document.restored' },
  },
  'fmmodule.invoices': {
    path: 'fmmodule/invoices',
    otherwise: 'invoice.updated',
    verbs: {
      create: 'invoice.created',
      approve: approved,
      'pass-by-rule': approved,
      reject: 'invoice.rejected',
      hold: 'invoice.held',
      resume: 'invoice.resumed',
      withdraw: 'invoice.withdrawn',
      book: 'invoice.booked',
      export: 'invoice.exported',
      remove: 'invoice.removed',
      restore: 'invoice.restored',
      'add-approval': 'approval.requested',
      'apply-flow': 'approval.requested',
      resubmit: 'approval.requested',
      'move-approval': 'approval.changed',
      'pass-on-approval': 'approval.changed',
      'remove-approval': 'approval.changed',
      'undo-decision': 'approval.undone',
      'undo-rule': 'approval.undone',
      'withdraw-decisions': 'approval.undone',
      'escalate-approval': 'approval.escalated',
    },
  },
  'fmmodule.deliveries': {
    path: 'fmmodule/deliveries',
    otherwise: 'export.created',
    // What happens to one is told where its state changes, by a person or not.
    verbs: { create: null, retry: null, arrived: null, again: null, release: null, fetched: null },
  },
  'comceptum.workorders': {
    path: 'comceptum/workorders',
    otherwise: 'work_order.updated',
    verbs: {
      create: 'work_order.created',
      remove: 'work_order.removed',
      restore: 'work_order.restored',
      'send-offer': 'offer.sent',
      'accept-offer': 'offer.accepted',
      'decline-offer': 'offer.declined',
      'withdraw-offer': 'offer.withdrawn',
    },
  },
  'carpetline.orders': {
    path: 'carpetline/orders',
    otherwise: 'carpet_order.updated',
    verbs: {
      create: 'carpet_order.created',
      remove: 'carpet_order.removed',
      restore: 'carpet_order.restored',
      ordered: 'carpet_order.ordered',
      received: 'carpet_order.received',
      completed: 'carpet_order.completed',
      'stepped-back': 'carpet_order.stepped_back',
    },
  },
  'fm.releases': {
    path: 'fm/releases',
    otherwise: 'release.updated',
    verbs: {
      create: 'release.created',
      remove: 'release.removed',
      restore: 'release.restored',
      'switch-off': 'release.switched_off',
    },
  },
  'fm.billing': {
    path: 'fm/billing-runs',
    otherwise: 'billing_run.updated',
    verbs: {
      create: 'billing_run.created',
      remove: 'billing_run.removed',
      finalise: 'billing_run.finalised',
      credit: 'billing_run.credited',
    },
  },
};

const entityByPrefix: Readonly<Record<string, string>> = {
  document: 'fmmodule.documents',
  invoice: 'fmmodule.invoices',
  approval: 'fmmodule.invoices',
  export: 'fmmodule.deliveries',
  work_order: 'comceptum.workorders',
  offer: 'comceptum.workorders',
  carpet_order: 'carpetline.orders',
  release: 'fm.releases',
  billing_run: 'fm.billing',
};

/** The kinds of records that have events, by permission name, with the path of the records. */
export const eventEntities: readonly { readonly entity: string; readonly path: string }[] = Object.entries(
  kinds,
).map(([entity, { path }]) => ({ entity, path }));

/** The permission name of the records that a type of event is about: who has its `read` may know of it. */
export function entityOfEvent(type: EventType): string {
  return entityByPrefix[type.slice(0, type.indexOf('.'))] ?? '';
}

/** Which event a change of a record is, by its line in the history; null for what is none. */
export function eventTypeOf(change: {
  readonly entity: string;
  readonly verb: string;
  readonly after?: Fields;
}): EventType | null {
  const kind = Object.hasOwn(kinds, change.entity) ? kinds[change.entity] : undefined;
  if (!kind) return null;
  const named = Object.hasOwn(kind.verbs, change.verb) ? kind.verbs[change.verb] : kind.otherwise;
  return typeof named === 'function' ? named(change.after ?? {}) : (named ?? null);
}

/** Where the record of an event is read, as a path from the host. */
export function urlOfEventRecord(entity: string, recordId: string): string {
  return `/api/${kinds[entity]?.path ?? ''}/${recordId}`;
}

/** Something that happened, as a webhook sends it and the feed lists it. It names the record, never its content. */
export const event = z.object({
  type: z.enum(eventTypes),
  /** When it happened. */
  timestamp: instant,
  data: z.object({
    /** Of the event: the same in `webhook-id`, in the feed and at each attempt. */
    eventId: id,
    companyId: id,
    /** Of the record. */
    id,
    /** Where the record is read, from the host; 404 once it is gone. */
    url: z.string(),
  }),
});
/** An event as it travels. */
export type Event = z.output<typeof event>;

/** Path of the feed below `/api/`. */
export const eventsPath = 'events';

/** How many events an answer of the feed has at most, unless the request asks for fewer or more. */
export const usualEvents = 100;
/** For how many days events are kept. */
export const eventDays = 30;

const cursor = z.string().regex(/^\d{1,18}$/);

/** What the feed takes. */
export const eventsQuery = z.object({
  /** The `next` of an earlier answer; absent: from the oldest that is kept. */
  after: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(usualEvents),
  /** Another company than the caller's, for staff with rights over all companies. */
  companyId: id.optional(),
});

/** What the feed answers: events in their order, each with its own place. */
export const eventsPage = z.object({
  result: z.array(event.extend({ cursor })),
  metadata: z.object({
    /** What to pass as `after` next; the same as before when nothing happened. */
    next: cursor,
    /** Whether there are more already. */
    hasMore: z.boolean(),
  }),
});
