import { amsterdamClock } from '#contract/dates.ts';
import {
  type attemptOutcomes,
  type deliveryPaces,
  type DeliveryState,
  takesPictures,
} from '#contract/invoicing/deliveries.ts';

type Pace = (typeof deliveryPaces)[number];
type Outcome = (typeof attemptOutcomes)[number];

const minute = 60_000;
/** Minutes before the second try, the third, and so on; the last one repeats. */
const pauses = [1, 5, 15, 60, 240] as const;

/** When a delivery that failed `tries` times is tried again; undefined after the last try. */
export function nextTry(tries: number, maxTries: number, now: Date): Date | undefined {
  if (tries >= maxTries) return undefined;
  const pause = pauses[Math.min(tries, pauses.length) - 1] ?? 1;
  return new Date(now.getTime() + pause * minute);
}

/** What the state of a delivery becomes by the outcome of an attempt; a receiver that knows its key may have it twice. */
export function stateAfter(outcome: Outcome, hasNextTry: boolean, knowsKey = false): DeliveryState {
  if (outcome === 'delivered') return 'delivered';
  if (outcome === 'unknown') return knowsKey && hasNextTry ? 'failed' : 'perhaps';
  return hasNextTry ? 'failed' : 'stopped';
}

/**
 * The end of the last complete hour or day in Amsterdam: invoices approved before it are taken together. Those taken
 * alone need no such moment.
 */
export function collectedUntil(pace: Exclude<Pace, 'hand'>, now: Date): Date {
  if (pace === 'alone') return now;
  const { time } = amsterdamClock(now);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const inHour = now.getTime() % minute;
  const sinceHour = minutes * minute + inHour;
  return new Date(now.getTime() - sinceHour - (pace === 'day' ? hours * 60 * minute : 0));
}

/** How many invoices one delivery takes by itself: a file with pictures is held in memory while it is made. */
export function maxInDelivery(coupling: string): number {
  return takesPictures(coupling) ? 200 : 500;
}

/** What a person may do with a delivery in this state. */
export function possibleSteps(state: DeliveryState): {
  readonly retry: boolean;
  readonly arrived: boolean;
  readonly again: boolean;
  readonly release: boolean;
} {
  const failed = state === 'failed' || state === 'stopped';
  return {
    retry: failed,
    arrived: state === 'perhaps' || failed,
    again: failed || state === 'perhaps' || state === 'delivered',
    // What may have arrived would be delivered twice.
    release: failed || state === 'waiting',
  };
}
