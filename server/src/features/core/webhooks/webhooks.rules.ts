import { createHmac, randomBytes } from 'node:crypto';
import { entityOfEvent, type EventType } from '#contract/core/events.ts';
import { webhookPatienceDays } from '#contract/core/webhooks.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { CallAnswer, CallFailure } from '#server/platform/http/call-out.ts';
import { type Granter, mayGive } from '../rights/grants.rules.ts';

/** Why a target is stopped, as a number in the database. */
export const StoppedNumber = { none: 0, paused: 1, gone: 2 } as const;

const start = 'whsec_';
const shownOfSecret = 4;

/** A new secret of 192 random bits, as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return `${start}${randomBytes(24).toString('base64')}`;
}

/** How a secret starts, to tell secrets apart. */
export function hintOfSecret(secret: string): string {
  return secret.slice(0, start.length + shownOfSecret);
}

/** What an attempt is sent with: the id stays, the moment and the signatures are new. */
export function signedHeaders(
  secrets: readonly string[],
  {
    id,
    at,
    body,
    type = 'application/json',
  }: {
    readonly id: string;
    readonly at: Date;
    readonly body: string | Uint8Array;
    readonly type?: string;
  },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(start.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'content-type': type,
    'user-agent': 'Balie-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

// Within the days of patience in all.
const minute = 60;
const hour = 3600;
const pausesInSeconds = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
];
const patienceMs = webhookPatienceDays * 24 * 3_600_000;

/** When to try again after so many failures; null: no more, three days are over. */
export function nextTryAfter(failures: number, failingSince: Date, now: Date): Date | null {
  const seconds = pausesInSeconds[failures - 1];
  if (seconds === undefined) return null;
  const next = new Date(now.getTime() + seconds * 1000);
  return next.getTime() - failingSince.getTime() > patienceMs ? null : next;
}

/** What an answer means for the delivery and its target. */
export function verdictOf({ status }: CallAnswer): 'delivered' | 'gone' | 'failed' {
  if (status === 410) return 'gone';
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed';
}

/** What is wrong with a target, by field id: nobody has events sent that they may not read themselves (§A4). */
export function targetProblems(
  granter: Granter,
  target: {
    readonly companyId: string;
    readonly address: CallFailure | null;
    readonly added: readonly EventType[];
    /** Who asks sees only some of the company's records. */
    readonly isNarrowed: boolean;
  },
): Record<string, FieldCode[]> {
  const mayRead = (type: EventType) =>
    mayGive(granter, `${entityOfEvent(type)}.read.company`, target.companyId) ||
    mayGive(granter, `${entityOfEvent(type)}.read.system`, target.companyId);
  return {
    ...(target.address === null ? {} : { url: [codeOfAddress(target.address)] }),
    ...(target.added.every((type) => !target.isNarrowed && mayRead(type))
      ? {}
      : { event_types: ['not-yours-to-give'] }),
  };
}

/** What is said at the field of an address that is not called. */
export function codeOfAddress(failure: CallFailure): FieldCode {
  return failure === 'address-refused' ? 'not-a-webhook-url' : 'host-not-called';
}
