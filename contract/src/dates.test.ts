import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayOfInstant,
  daysBetween,
  formatDay,
  formatInstant,
  formatStamp,
  instantOfAmsterdam,
  parseDay,
  parseTime,
  stepTime,
} from './dates.ts';

describe('reading a day', () => {
  test.each([
    ['1-5-26', '2026-05-01'],
    ['01052026', '2026-05-01'],
    ['010526', '2026-05-01'],
    ['1-5-2026', '2026-05-01'],
    ['01-05-2026', '2026-05-01'],
    ['1/5/2026', '2026-05-01'],
    ['1.5.26', '2026-05-01'],
    [' 2026-05-01 ', '2026-05-01'],
    ['29-2-2028', '2028-02-29'],
    ['31-12-99', '1999-12-31'],
  ])('%s is %s', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  test.each([
    '',
    '29-2-2026',
    '31-4-2026',
    '0-5-2026',
    '1-13-2026',
    '1-5',
    '1052026',
    '1-5-026',
    'morgen',
    '1-5-26-',
  ])('%j is no day', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});

test('a day is written day first, with two digits', () => {
  expect(formatDay('2026-11-02')).toBe('02-11-2026');
  expect(formatDay('onbekend')).toBe('onbekend');
});

test('a moment is written in Amsterdam time, winter and summer', () => {
  expect(formatInstant('2026-11-21T13:05:59Z')).toBe('21-11-2026 14:05');
  expect(formatInstant('2026-07-01T22:30:00Z')).toBe('02-07-2026 00:30');
});

test('the day of a moment is the Amsterdam one', () => {
  expect(dayOfInstant('2026-12-31T23:30:00Z')).toBe('2027-01-01');
});

test('a stamp names the zone that was in force', () => {
  expect(formatStamp('2026-10-25T00:59:59Z')).toBe('25-10-2026 02:59 CEST');
  expect(formatStamp('2026-10-25T01:00:00Z')).toBe('25-10-2026 02:00 CET');
});

describe('an Amsterdam clock time as a moment', () => {
  test.each([
    ['2026-11-24', '07:00', '2026-11-24T06:00:00.000Z'],
    ['2026-07-01', '00:00', '2026-06-30T22:00:00.000Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
  ])('%s %s is %s', (day, time, moment) => {
    expect(instantOfAmsterdam(day, time)).toBe(moment);
  });

  test('a time in the spring gap moves forward', () => {
    expect(formatInstant(instantOfAmsterdam('2026-03-29', '02:30'))).toBe('29-03-2026 03:30');
  });

  test('what is no day or time is an error, not a wrong moment', () => {
    expect(() => instantOfAmsterdam('2026-11-24', '25:00')).toThrow(RangeError);
  });
});

test('days are counted across months and the change of the clock', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  // Its text would sort before every other day: whoever walks on from there would never end.
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-11-21', '2026-11-19')).toBe(-2);
});

test.each([
  ['2200', '22:00'],
  ['22.00', '22:00'],
  ['22:00', '22:00'],
  ['22u05', '22:05'],
  ['930', '09:30'],
  ['0005', '00:05'],
  [' 9 ', '09:00'],
  ['9:', '09:00'],
  ['23 59', '23:59'],
])('the time %j is %s', (typed, time) => expect(parseTime(typed)).toBe(time));

test.each(['', '24', '2400', '2360', '12:5', '1:234', '12345', 'acht', '-1', '1,5'])(
  '%j is no time',
  (typed) => expect(parseTime(typed)).toBeUndefined(),
);

test('a time moves to the next step, within its day', () => {
  expect(stepTime('09:02', 5)).toBe('09:05');
  expect(stepTime('09:02', -5)).toBe('09:00');
  expect(stepTime('23:55', 5)).toBe('00:00');
  expect(stepTime('00:00', -5)).toBe('23:55');
});
