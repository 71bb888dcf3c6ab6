import { expect, test } from 'vitest';
import { keyOfToken, tokenOf } from './link-token.ts';
import { changesOf, expiryOf, isUnchanged, type LinkFacts } from './links.rules.ts';

test.each([
  ['a Monday', '2026-11-23T08:12:00Z', '2026-11-26T08:12:00.000Z'],
  ['a Thursday: over the weekend', '2026-11-19T08:12:00Z', '2026-11-24T08:12:00.000Z'],
  ['a Saturday: from Monday on', '2026-11-21T08:12:00Z', '2026-11-25T23:00:00.000Z'],
  ['before Christmas', '2026-12-23T09:00:00Z', '2026-12-29T09:00:00.000Z'],
])('a link of %s ends after 72 hours of working days', (_, made, until) => {
  expect(new Date(expiryOf(new Date(made))).toISOString()).toBe(until);
});

const facts: LinkFacts = {
  values: { totalAmount: 411_400, iban: 'NL20INGB0001234567' },
  booking: ['4310  411400 0'],
  pages: ['a'],
  lines: ['petra 1 pending'],
};

test('anything but a comment closes it, and values say what changed', () => {
  expect(isUnchanged(facts, structuredClone(facts))).toBe(true);
  for (const change of [{ booking: [] }, { pages: ['b'] }, { lines: [] }])
    expect(isUnchanged(facts, { ...facts, ...change })).toBe(false);
  const now = { ...facts, values: { ...facts.values, totalAmount: 423_500 } };
  expect(changesOf(facts, now)).toEqual([{ name: 'totalAmount', was: 411_400, is: 423_500 }]);
});

test('a token is of one link and of one key', () => {
  const key = {
    companyId: '0190c1e0-0000-7000-8000-000000000001',
    id: '0190c1e0-0000-7000-8000-000000000002',
  };
  const secret = new Uint8Array(32).fill(7);
  const token = tokenOf(secret, key);
  expect(keyOfToken(secret, token)).toEqual(key);
  expect(keyOfToken(new Uint8Array(32).fill(8), token)).toBeUndefined();
  expect(keyOfToken(secret, `${token.slice(0, -2)}AA`)).toBeUndefined();
  expect(keyOfToken(secret, 'nothing')).toBeUndefined();
});
