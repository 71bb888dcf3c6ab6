import { expect, test } from 'vitest';
import {
  checkOnLeave,
  commentCount,
  remaining,
  stampOf,
  withComment,
  wordsOfDraft,
} from './comments.rules.ts';

const stamp = '21-11-2026 14:05 CET Sanne de Wit';

test.each([
  ['2026-11-21T13:05:00Z', '21-11-2026 14:05 CET Sanne'],
  ['2026-07-01T13:05:00Z', '01-07-2026 15:05 CEST Sanne'],
  ['2026-12-31T23:30:00Z', '01-01-2027 00:30 CET Sanne'],
])('a stamp of %s reads %s', (moment, expected) => {
  expect(stampOf(new Date(moment), 'Sanne')).toBe(expected);
});

test.each([
  ['', `${stamp}\nKlopt`],
  ['Oud', `Oud\n${stamp}\nKlopt`],
  ['Oud\n', `Oud\n${stamp}\nKlopt`],
])('a comment behind %j comes under one stamp on a new line', (stored, expected) => {
  expect(withComment(stored, stamp, 'Klopt')).toBe(expected);
});

test.each([
  ['nothing typed', '', 'unchanged'],
  ['only spaces', '  \n', 'unchanged'],
  ['words', 'klopt', 'save'],
  ['7999 characters', 'x'.repeat(7999), 'save'],
  ['8000 characters', 'x'.repeat(8000), 'too-long'],
  ['7999 units of UTF-16, though fewer signs', `${'😀'.repeat(3999)}x`, 'save'],
  ['8000 units of UTF-16', '😀'.repeat(4000), 'too-long'],
] as const)('leaving with %s', (_, whole, verdict) => {
  expect(checkOnLeave(whole, whole)).toBe(verdict);
});

test('what remains is counted in UTF-16 units and goes below zero', () => {
  expect(remaining('')).toBe(7999);
  expect(remaining('😀')).toBe(7997);
  expect(remaining('x'.repeat(8001))).toBe(-2);
});

test('comments are counted by their stamps', () => {
  expect(commentCount('')).toBe(0);
  expect(commentCount('los')).toBe(1);
  expect(commentCount(`${stamp}\nEen\n${stamp}\nTwee`)).toBe(2);
});

test.each([
  ['the words', 'Oud', 'Klopt', 'Klopt'],
  ['the whole text of before', 'Oud', `Oud\n${stamp}\nKlopt\nechter`, 'Klopt\nechter'],
  ['a whole text without a stamp', 'Oud', 'Oud klopt', 'klopt'],
])('a draft with %s gives its own words', (_, stored, draft, expected) => {
  expect(wordsOfDraft(stored, draft)).toBe(expected);
});
