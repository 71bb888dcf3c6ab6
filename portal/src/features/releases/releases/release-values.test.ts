import { expect, test } from 'vitest';
import { availableFromOf, bodyOf, valuesOf } from './release-values.ts';
import { sampleRelease } from '../testing/samples.ts';

test('a moment is entered and sent as Amsterdam time, in winter and in summer', () => {
  const winter = valuesOf(sampleRelease({ availableFrom: '2026-11-24T06:00:00.000Z' }));
  expect([winter.availableFrom, winter.availableTime]).toEqual(['2026-11-24', '07:00']);
  expect(bodyOf(winter).availableFrom).toBe('2026-11-24T06:00:00.000Z');
  expect(availableFromOf({ availableFrom: '2026-07-01', availableTime: '07:00' })).toBe(
    '2026-07-01T05:00:00.000Z',
  );
});

test('an hour that summer time skips moves forward', () => {
  expect(availableFromOf({ availableFrom: '2027-03-28', availableTime: '02:30' })).toBe(
    '2027-03-28T01:30:00.000Z',
  );
});

test('no day is at once, a day without a time its first minute', () => {
  expect(availableFromOf({ availableFrom: null, availableTime: '09:00' })).toBeNull();
  expect(availableFromOf({ availableFrom: '2026-11-24', availableTime: '' })).toBe(
    '2026-11-23T23:00:00.000Z',
  );
});

test('a percentage that was emptied is sent as it is, for the server to name', () => {
  const body = bodyOf({ ...valuesOf(sampleRelease()), rolloutPercentage: null });
  expect(body).toMatchObject({ rolloutPercentage: null, rowVersion: 3 });
  expect(body).not.toHaveProperty('availableTime');
});
