import { expect, test } from 'vitest';
import {
  afterTyping,
  checkOnLeave,
  appendOwn,
  remaining,
  commentCount,
  stampOf,
  withStamp,
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
  ['the first letter of an empty text', '', '', 'W', `${stamp}\nW`],
  ['a letter behind an old text', 'Oud', 'Oud', 'OudW', `Oud\n${stamp}\nW`],
  ['a letter in the middle of an old text', 'Oud', 'Oud', 'OWud', `Oud\n${stamp}\nW`],
  ['a pasted sentence', 'Oud', 'Oud', 'Oud klopt niet', `Oud\n${stamp}\n klopt niet`],
  ['a text that ends with a line end', 'Oud\n', 'Oud\n', 'Oud\nW', `Oud\n${stamp}\nW`],
  ['a letter equal to its neighbour', 'aa', 'aa', 'aaa', `aa\n${stamp}\na`],
  ['a second letter', 'Oud', `Oud\n${stamp}\nW`, `Oud\n${stamp}\nWe`, `Oud\n${stamp}\nWe`],
  ['a letter taken away', 'Oud', 'Oud', 'Ou', 'Ou'],
])('%s gets one stamp on a new line, or none', (_, original, before, now, expected) => {
  expect(afterTyping(original, before, now, stamp)).toBe(expected);
});

test.each([
  ['nothing typed', 'Oud', 'Oud', undefined, 'unchanged'],
  ['everything taken away', 'Oud', '', undefined, 'unchanged'],
  ['only spaces left', 'Oud', '  \n', undefined, 'unchanged'],
  ['a stamp without words', 'Oud', withStamp('Oud', stamp), stamp, 'unchanged'],
  ['new words', 'Oud', `${withStamp('Oud', stamp)}klopt`, stamp, 'save'],
  ['an old text made shorter', 'Oud', 'Ou', undefined, 'save'],
  ['7999 characters', '', 'x'.repeat(7999), undefined, 'save'],
  ['8000 characters', '', 'x'.repeat(8000), undefined, 'too-long'],
  ['7999 units of UTF-16, though fewer signs', '', `${'😀'.repeat(3999)}x`, undefined, 'save'],
  ['8000 units of UTF-16', '', '😀'.repeat(4000), undefined, 'too-long'],
] as const)('leaving with %s', (_, original, text, given, verdict) => {
  expect(checkOnLeave(original, text, given)).toBe(verdict);
});

test('what remains is counted in UTF-16 units and goes below zero', () => {
  expect(remaining('')).toBe(7999);
  expect(remaining('😀')).toBe(7997);
  expect(remaining('x'.repeat(8001))).toBe(-2);
});

test.each([
  ['Oud', `Oud\n${stamp}\nVan mij`, 'Oud\nVan haar', `Oud\nVan haar\n${stamp}\nVan mij`],
  ['', `${stamp}\nVan mij`, 'Van haar', `Van haar\n${stamp}\nVan mij`],
  [
    'Een\nTwee',
    `Een\nTwéé\n${stamp}\nVan mij`,
    'Een\nTwee\nVan haar',
    `Een\nTwee\nVan haar\nTwéé\n${stamp}\nVan mij`,
  ],
  ['Oud', `Oud\n${stamp}\nVan mij`, '', `${stamp}\nVan mij`],
])('after %j became %j here and %j there, both stay', (original, text, stored, expected) => {
  expect(appendOwn(original, text, stored)).toBe(expected);
});

test('comments are counted by their stamps', () => {
  expect(commentCount('')).toBe(0);
  expect(commentCount('los')).toBe(1);
  expect(commentCount(`${stamp}\nEen\n${stamp}\nTwee`)).toBe(2);
});
