import { expect, test } from 'vitest';
import { instantOfAmsterdam } from '#contract/dates.ts';
import {
  daysOf,
  gapsIn,
  overlapsIn,
  parseDuration,
  planTotal,
  spanOf,
  weekNumber,
  type Entry,
} from './timesheet.rules.ts';

const day = '2026-11-19';
const at = (time: string) => instantOfAmsterdam(day, time);
function entry(id: string, workOrderId: string, start: string, end: string): Entry {
  const { startTime, endTime } = spanOf(day, start, end);
  const durationInMinutes = (Date.parse(endTime) - Date.parse(startTime)) / 60_000;
  return { id, workOrderId, startTime, endTime, durationInMinutes, description: '', rowVersion: 1 };
}

test.each([
  ['1,5', 90],
  ['1.25', 75],
  ['1:30', 90],
  ['8', 480],
  ['0,33', 20],
  [',5', 30],
  ['45m', 45],
  ['2u', 120],
  ['0', 0],
  ['24', 1440],
])('%s is %i minutes', (typed, minutes) => expect(parseDuration(typed)).toBe(minutes));

test.each(['', 'x', '24,5', '1:60', '1,5,5', '-1', '22:00:00', ','])('%j is no duration', (typed) =>
  expect(parseDuration(typed)).toBeUndefined(),
);

test('weeks are those of the calendar', () => {
  expect(weekNumber('2026-11-16')).toBe(47);
  expect(weekNumber('2026-12-28')).toBe(53);
  expect(weekNumber('2027-01-04')).toBe(1);
  expect(daysOf('2026-10-19').at(-1)).toBe('2026-10-25');
});

test('gaps of an hour and overlaps are found, whatever lies inside another', () => {
  const entries = [
    entry('a', 'o1', '09:00', '12:30'),
    entry('b', 'o2', '10:00', '10:30'),
    entry('c', 'o1', '13:15', '14:00'),
    entry('d', 'o2', '13:45', '15:15'),
    entry('e', 'o3', '16:15', '17:00'),
    entry('f', 'o3', '17:00', '17:30'),
  ];
  expect(gapsIn(entries)).toEqual([{ startTime: at('15:15'), endTime: at('16:15'), minutes: 60 }]);
  expect(overlapsIn(entries).map(({ entry: one, other, minutes }) => [one.id, other.id, minutes])).toEqual([
    ['a', 'b', 30],
    ['c', 'd', 15],
  ]);
});

test('a total goes after the last hours of the day, and longer hours stay one entry', () => {
  const others = [entry('x', 'o2', '09:00', '10:00')];
  expect(planTotal([], 'o1', day, 90)).toEqual({
    create: { startTime: at('09:00'), endTime: at('10:30') },
    update: [],
    remove: [],
  });
  expect(planTotal(others, 'o1', day, 90).create).toEqual({ startTime: at('10:00'), endTime: at('11:30') });
  const own = entry('a', 'o1', '10:00', '11:00');
  expect(planTotal([...others, own], 'o1', day, 90)).toMatchObject({
    create: null,
    update: [{ entry: own, endTime: at('11:30') }],
  });
  const after = entry('y', 'o2', '11:00', '12:00');
  expect(planTotal([...others, own, after], 'o1', day, 90).create).toEqual({
    startTime: at('12:00'),
    endTime: at('12:30'),
  });
});

test('a smaller total takes from the last hours, and nothing removes them', () => {
  const [first, second] = [entry('a', 'o1', '09:00', '10:00'), entry('b', 'o1', '11:00', '12:00')];
  expect(planTotal([first, second], 'o1', day, 30)).toEqual({
    create: null,
    update: [{ entry: first, endTime: at('09:30') }],
    remove: [second],
  });
  expect(planTotal([first, second], 'o1', day, 0).remove).toEqual([second, first]);
  expect(planTotal([first, second], 'o1', day, 120)).toEqual({ create: null, update: [], remove: [] });
});
