import { expect, test } from 'vitest';
import { timeOfJoris } from '../testing/samples.ts';
import { clockText, hoursText, valuesOf, minutesOf, momentsOf, newOrderTime } from './order-times.rules.ts';

test('hours are minutes divided by sixty, with two decimals', () => {
  expect(hoursText(580, 'nl')).toBe('9,67');
  expect(hoursText(0, 'nl')).toBe('0,00');
  expect(hoursText(75, 'en')).toBe('1.25');
  expect(clockText(42.9)).toBe('0:42');
  expect(clockText(605)).toBe('10:05');
});

test('new hours start at the current full hour in Amsterdam and last one hour', () => {
  expect(newOrderTime('sanne', new Date('2026-11-21T13:42:00Z'))).toEqual({
    userId: 'sanne',
    day: '2026-11-21',
    startTime: '14:00',
    endTime: '15:00',
    description: '',
  });
  expect(newOrderTime('sanne', new Date('2026-11-21T22:30:00Z')).endTime).toBe('00:00');
});

test('times are those of Amsterdam, and an end before its start is on the next day', () => {
  const night = { userId: 'sanne', day: '2026-07-01', startTime: '23:00', endTime: '01:30' };
  expect(momentsOf(night)).toEqual({
    startTime: '2026-07-01T21:00:00.000Z',
    endTime: '2026-07-01T23:30:00.000Z',
  });
  expect(minutesOf(night)).toBe(150);
  expect(momentsOf({ ...night, endTime: '' }).endTime).toBe('');
  expect(minutesOf({ ...night, day: null })).toBeNull();
});

test('stored hours come back into the form as they were', () => {
  expect(valuesOf(timeOfJoris)).toEqual({
    userId: 'joris',
    day: '2026-11-17',
    startTime: '09:00',
    endTime: '12:30',
    description: '',
    rowVersion: 1,
  });
});
