import { expect, test } from 'vitest';
import type { RegexAnswer } from '#contract/documents/triggers.ts';
import { marksOf, segmentsOf, trimmed, type TextMark } from './marks.rules.ts';

const mark = (start: number, end: number, more: Partial<TextMark> = {}): TextMark => ({
  start,
  end,
  field: 'factuurnummer',
  isChosen: false,
  ...more,
});
const shape = (segments: ReturnType<typeof segmentsOf>) =>
  segments.map(
    ({ start, end, mark: one, isSelected }) =>
      `${start}-${end}${one ? ` ${one.field}` : ''}${isSelected ? ' sel' : ''}`,
  );

test('a text without marks is one piece, and an empty one none', () => {
  expect(shape(segmentsOf(10, [], undefined))).toEqual(['0-10']);
  expect(shape(segmentsOf(0, [], undefined))).toEqual([]);
});

test('marks and the selection cut the text, whatever lies beyond its end', () => {
  expect(shape(segmentsOf(10, [mark(2, 4), mark(8, 99)], { start: 3, end: 6 }))).toEqual([
    '0-2',
    '2-3 factuurnummer',
    '3-4 factuurnummer sel',
    '4-6 sel',
    '6-8',
    '8-10 factuurnummer',
  ]);
});

test('where marks overlap the chosen value shows, else the shorter one', () => {
  const around = mark(0, 10, { field: 'keywords' });
  expect(shape(segmentsOf(10, [around, mark(4, 6)], undefined))).toEqual([
    '0-4 keywords',
    '4-6 factuurnummer',
    '6-10 keywords',
  ]);
  const chosen = mark(0, 10, { field: 'totaalbedrag', isChosen: true });
  expect(shape(segmentsOf(10, [chosen, mark(4, 6)], undefined))).toEqual([
    '0-4 totaalbedrag',
    '4-6 totaalbedrag',
    '6-10 totaalbedrag',
  ]);
});

test('the values of all fields are marked in the order of the text, empty ones left out', () => {
  const answer = (pairs: readonly [number, number][]): RegexAnswer => ({
    matches: pairs.map(([start, end]) => ({
      start: 0,
      end,
      valueStart: start,
      valueEnd: end,
      raw: '',
      parsed: null,
      line: 0,
      isChosen: true,
      boxes: [],
    })),
    count: pairs.length,
    value: null,
    keywords: [],
    errors: [],
    warnings: [],
  });
  const marks = marksOf({
    totaalbedrag: answer([[20, 24]]),
    factuurnummer: answer([
      [5, 9],
      [12, 12],
    ]),
  });
  expect(marks.map(({ field, start }) => [field, start])).toEqual([
    ['factuurnummer', 5],
    ['totaalbedrag', 20],
  ]);
});

test('blanks at the ends are no part of a selection', () => {
  expect(trimmed('a  12-1 \n', 1, 9)).toEqual({ start: 3, end: 7 });
  expect(trimmed('a   b', 1, 4)).toBeUndefined();
});
