import { expect, test } from 'vitest';
import { hoursBeforeNext, hoursOfTimer, needsEnd, onStep, wrongEnd } from './timer.rules.ts';

const at = (time: string) => new Date(`2026-11-21T${time}Z`);

test.each([
  ['takes the nearest five minutes on both sides', '13:02:30', '13:43:01', '13:05', '13:45'],
  ['leaves what stands on five minutes already', '13:05:00', '13:40:00', '13:05', '13:40'],
  ['makes a moment five minutes', '13:05:00', '13:05:00', '13:05', '13:10'],
  ['makes two moments within the same five minutes five minutes', '13:06:00', '13:07:00', '13:05', '13:10'],
])('a stopped clock %s', (_, started, stopped, start, end) => {
  expect(hoursOfTimer(at(started), at(stopped))).toEqual({
    startTime: at(`${start}:00`).toISOString(),
    endTime: at(`${end}:00`).toISOString(),
  });
});

test('whenever a clock goes on to another order, the end of the one is the start of the other', () => {
  const started = at('13:01:17');
  for (let seconds = 0; seconds < 1800; seconds += 7) {
    const moved = new Date(started.getTime() + seconds * 1000);
    const before = hoursBeforeNext(started, moved);
    const after = hoursOfTimer(moved, new Date(moved.getTime() + 3_600_000));
    expect(before?.endTime ?? onStep(started).toISOString()).toBe(after.startTime);
  }
});

test('a clock that goes on within the same five minutes leaves no hours behind', () => {
  expect(hoursBeforeNext(at('13:05:00'), at('13:07:00'))).toBeNull();
  expect(hoursBeforeNext(at('13:05:00'), at('13:08:00'))).toMatchObject({
    endTime: at('13:10:00').toISOString(),
  });
});

test('a clock counts for ten hours', () => {
  expect(needsEnd(at('08:00:00'), at('18:00:00'))).toBe(false);
  expect(needsEnd(at('08:00:00'), at('18:00:01'))).toBe(true);
});

test.each([
  ['at the start', '08:00:00', 'too-small'],
  ['after now', '20:10:00', 'in-the-future'],
  ['between them', '20:05:00', null],
] as const)('an end %s is judged', (_, end, code) => {
  expect(wrongEnd(at('08:01:00'), at(end), at('20:04:00'))).toBe(code);
});

test('an end more than a day after the start is refused', () => {
  const nextDay = new Date('2026-11-22T08:05:00Z');
  expect(wrongEnd(at('08:00:00'), nextDay, new Date('2026-11-30T08:00:00Z'))).toBe('too-large');
});
