import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#contract/dates.ts';
import { freeDays, touches } from './final-days.rules.ts';

const month = { from: '2026-10-01', to: '2026-10-31' };

test.each([
  ['nothing is taken', [], [month]],
  ['all is taken', [{ from: '2026-01-01', to: '2026-12-31' }], []],
  [
    'the start is taken',
    [{ from: '2026-09-01', to: '2026-10-10' }],
    [{ from: '2026-10-11', to: '2026-10-31' }],
  ],
  [
    'the end is taken',
    [{ from: '2026-10-31', to: '2026-11-30' }],
    [{ from: '2026-10-01', to: '2026-10-30' }],
  ],
  [
    'a part within is taken',
    [{ from: '2026-10-05', to: '2026-10-06' }],
    [
      { from: '2026-10-01', to: '2026-10-04' },
      { from: '2026-10-07', to: '2026-10-31' },
    ],
  ],
])('free days when %s', (_when, taken, free) => expect(freeDays(month, taken)).toEqual(free));

test('property: each day of a span is either taken or free, and never both', () => {
  const day = (at: number) => addDays('2026-01-01', at);
  const span = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
    .map(([at, more]) => ({ from: day(at), to: day(at + more) }));
  fc.assert(
    fc.property(span, fc.array(span, { maxLength: 6 }), (over, taken) => {
      const free = freeDays(over, taken);
      for (let at = 0; at <= daysBetween(over.from, over.to); at += 1) {
        const one = addDays(over.from, at);
        const isIn = ({ from, to }: { from: string; to: string }) => from <= one && one <= to;
        expect(free.filter(isIn)).toHaveLength(taken.some(isIn) ? 0 : 1);
      }
    }),
  );
});

test('open days reach as far as there are any', () => {
  expect(touches({ startsOn: null, endsOn: null }, [month])).toBe(true);
  expect(touches({ startsOn: '2026-11-01', endsOn: null }, [month])).toBe(false);
  expect(touches({ startsOn: null, endsOn: '2026-09-30' }, [month])).toBe(false);
});
