import { z } from 'zod';
import { audited, defineResource, id, instant, rowVersion } from '../resource.ts';
import { eventTypes } from './events.ts';

/** The type of the event that a test sends; nothing happened. */
export const testEventType = 'webhook.test';

/** How a target stands: paused after days of failures, gone where it answered 410. */
export const webhookStates = ['on', 'off', 'paused', 'gone'] as const;
/** One of them. */
export type WebhookState = (typeof webhookStates)[number];

/** For how many days the older secret signs too after a change, if the request does not say. */
export const usualSecretDays = 7;
/** For how many days an event is tried again before its target is paused. */
export const webhookPatienceDays = 3;

const row = z.object({
  id,
  companyId: id,
  /** Where events are sent, by POST. */
  url: z.string(),
  /** Which events are sent. */
  eventTypes: z.array(z.enum(eventTypes)),
  active: z.boolean(),
  state: z.enum(webhookStates),
  /** How the secret starts. */
  secretHint: z.string(),
  /** Until when the older secret signs too; null without one. */
  oldSecretUntil: instant.nullable(),
  /** Events that wait, for their first attempt or the next. */
  waiting: z.int(),
  /** Of those that wait, when the first one failed; null while all goes well. */
  failingSince: instant.nullable(),
  /** The newest event that was tried, with its last attempt; null before the first. */
  lastTried: z
    .object({
      at: instant,
      isDelivered: z.boolean(),
      /** HTTP status of the answer; null without one. */
      status: z.int().nullable(),
      /** Why there was no answer: a code. */
      error: z.string().nullable(),
    })
    .nullable(),
});

const write = z.object({
  url: z.string().trim().min(1).max(2000),
  eventTypes: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
  /** Absent: true on a new one, unchanged on another. Nothing is sent while it is off; what happens then is sent later. */
  active: z.boolean().optional(),
});

/**
 * The addresses that a company has its events sent to, by Standard Webhooks. `POST …/{id}/secret` makes another secret and
 * answers it, this once; `…/test` sends a test event, `…/resume` goes on after a pause.
 */
export const webhooks = defineResource({
  name: 'webhook',
  path: 'core/companies/{companyId}/webhooks',
  permission: 'core.webhooks',
  fields: { id: 'id', url: 'text', active: 'boolean' },
  defaultSort: 'url asc',
  row,
  record: row.extend({ ...audited }),
  create: write,
  update: write.extend({ rowVersion: rowVersion.optional() }),
});

/** What `POST …/{id}/secret` takes. */
export const webhookSecretMake = z.object({
  /** For how many days the older secret signs too; 0 ends it at once. */
  overlapDays: z.int().min(0).max(90).default(usualSecretDays),
});

/** What it answers: the target, with the new secret this once. */
export const webhookSecretMade = webhooks.record.extend({ secret: z.string() });

const delivery = z.object({
  /** Of the delivery; `webhook-id` is `eventId`. */
  id,
  eventId: id,
  type: z.string(),
  /** Of the record; null for a test. */
  recordId: id.nullable(),
  isDelivered: z.boolean(),
  /** It waits for an earlier event of the same record, which is tried again. */
  isHeld: z.boolean(),
  createdAt: instant,
  tries: z.int(),
  nextTryAt: instant.nullable(),
  /** HTTP status of the last answer; null without one. */
  lastStatus: z.int().nullable(),
  /** Why there was no answer: a code. */
  lastError: z.string().nullable(),
  lastMs: z.int().nullable(),
});
/** A line of the log of a target. */
export type WebhookDelivery = z.output<typeof delivery>;

/** The newest of what was sent to a target: `?before=` is the `id` of the last one of an earlier answer. */
export const webhookLogQuery = z.object({ before: id.optional() });
/** What the log answers. */
export const webhookLog = z.array(delivery);
/** How many lines an answer of the log has at most. */
export const webhookLogSize = 50;

/** One delivery with what was sent and what came back. */
export const webhookDeliveryDetail = delivery.extend({
  body: z.string(),
  attempts: z.array(
    z.object({
      number: z.int(),
      at: instant,
      ms: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      /** The start of the answer. */
      answer: z.string(),
    }),
  ),
});
/** What it answers. */
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;
