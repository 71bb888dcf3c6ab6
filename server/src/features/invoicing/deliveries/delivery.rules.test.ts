import { expect, test } from 'vitest';
import { deliveryStates } from '#contract/invoicing/deliveries.ts';
import { collectedUntil, nextTry, possibleSteps, stateAfter } from './delivery.rules.ts';

const now = new Date('2026-11-25T13:25:30.000Z');

test('a failed delivery is tried again with growing pauses, until its last try', () => {
  const minutes = [1, 2, 3, 4, 5, 6].map((tries) => {
    const next = nextTry(tries, 6, now);
    return next && (next.getTime() - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([1, 5, 15, 60, 240, undefined]);
});

test('an attempt of which nothing is known may have arrived, whatever tries are left', () => {
  expect(stateAfter('unknown', true)).toBe('perhaps');
  expect(stateAfter('delivered', false)).toBe('delivered');
  expect(stateAfter('refused', true)).toBe('failed');
  expect(stateAfter('not-reached', false)).toBe('stopped');
});

test('hours and days end on the clock of Amsterdam', () => {
  expect(collectedUntil('alone', now)).toEqual(now);
  expect(collectedUntil('hour', now).toISOString()).toBe('2026-11-25T13:00:00.000Z');
  expect(collectedUntil('day', now).toISOString()).toBe('2026-11-24T23:00:00.000Z');
  expect(collectedUntil('day', new Date('2026-07-01T22:30:00.000Z')).toISOString()).toBe(
    '2026-07-01T22:00:00.000Z',
  );
});

test('what may have arrived is never released, and what is replaced is left alone', () => {
  const released = deliveryStates.filter((state) => possibleSteps(state).release);
  expect(released).toEqual(['waiting', 'failed', 'stopped']);
  expect(Object.values(possibleSteps('replaced'))).toEqual([false, false, false, false]);
  expect(possibleSteps('perhaps')).toEqual({ retry: false, arrived: true, again: true, release: false });
});
