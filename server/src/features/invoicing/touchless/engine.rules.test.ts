import { describe, expect, test } from 'vitest';
import { type ApprovalFacts, decide, isDrawn, type Rule, type RuleFacts } from './engine.rules.ts';

const content = {
  confidence: 0.98,
  confirmed: 3,
  upTo: 100_000,
  bookingShare: 0.9,
  maxCount: 5,
  maxTotal: 300_000,
};
const rule = (number: number, kind: Rule['kind'], more: Partial<Rule['content']> = {}): Rule => ({
  id: `rule-${number}`,
  number,
  version: 1,
  kind,
  creditorId: kind === 'supplier' ? 'bakker' : null,
  content: { ...content, ...more },
});
const good: RuleFacts = {
  creditorId: 'bakker',
  isDuplicate: false,
  isOneOfOurs: true,
  confidence: 0.99,
  confirmed: 3,
  accountSeen: 3,
  hasWarning: false,
  totalInCents: 12_100,
  currency: 'EUR',
  decided: [],
};
const booked: ApprovalFacts = { bookingShare: 1, bookingsSeen: 3, asksPeople: false };
const both = [rule(1, 'validation'), rule(2, 'approval', { upTo: 50_000 })];
const judge = (facts: Partial<RuleFacts> = {}, approval: Partial<ApprovalFacts> = {}, rules = both) =>
  decide(rules, { ...good, ...facts }, async () => ({ ...booked, ...approval }));

describe('an invoice of which all is known', () => {
  test('is passed by the first rule and approved by the second', async () => {
    expect(await judge()).toEqual({ validation: both[0], approval: both[1], stop: null });
  });

  test('is decided by nobody without rules', async () => {
    expect(await judge({}, {}, [])).toEqual({ validation: null, approval: null, stop: 'off' });
  });
});

test.each<[string, Partial<RuleFacts>]>([
  ['duplicate', { isDuplicate: true, confidence: 0.5 }],
  ['confidence', { confidence: 0.979 }],
  ['confidence', { confidence: null }],
  ['creditor', { confirmed: 2 }],
  ['creditor', { creditorId: null }],
  ['iban', { accountSeen: 2 }],
  ['iban', { accountSeen: -1 }],
  ['warning', { hasWarning: true }],
  ['warning', { isOneOfOurs: false }],
  ['amount', { totalInCents: 100_001 }],
  ['amount', { totalInCents: -100_001 }],
  ['amount', { currency: 'USD' }],
  ['month', { decided: [{ ruleId: 'rule-1', count: 5, totalInCents: 5 }] }],
  ['month', { decided: [{ ruleId: 'rule-1', count: 1, totalInCents: 288_000 }] }],
])('%s is the reason that a person is needed', async (stop, facts) => {
  expect(await judge(facts)).toEqual({ validation: null, approval: null, stop });
});

test('an account that a person confirmed or imported is known at once', async () => {
  expect(await judge({ accountSeen: null })).toMatchObject({ stop: null });
});

test.each<[string, Partial<RuleFacts>, Partial<ApprovalFacts>]>([
  ['amount', { totalInCents: 60_000 }, {}],
  ['booking', {}, { bookingShare: 0.89 }],
  ['booking', {}, { bookingShare: null }],
  ['booking', {}, { bookingsSeen: 2 }],
  ['approver', {}, { asksPeople: true }],
])('%s leaves the approval to a person, and the validation to the rule', async (stop, facts, approval) => {
  expect(await judge(facts, approval)).toEqual({ validation: both[0], approval: null, stop });
});

test('a supplier that is automatic skips validation whatever its values are, and never the approval', async () => {
  const own = rule(7, 'supplier');
  expect(await judge({ confidence: 0.4, confirmed: 0 }, {}, [own])).toEqual({
    validation: own,
    approval: null,
    stop: 'no-approval',
  });
  expect(await judge({ creditorId: 'visser', confidence: 0.4 }, {}, [own])).toMatchObject({ stop: 'off' });
  expect(await judge({ isOneOfOurs: false }, {}, [own])).toMatchObject({ validation: null });
});

test('of several rules the first that holds decides, and the one that came furthest says why not', async () => {
  const rules = [rule(1, 'validation', { confidence: 1 }), rule(2, 'validation', { upTo: 200_000 })];
  expect(await judge({}, {}, rules)).toMatchObject({ validation: rules[1] });
  expect(await judge({ totalInCents: 250_000 }, {}, rules)).toMatchObject({ stop: 'amount' });
});

test('one in so many is drawn, evenly', () => {
  const ids = Array.from({ length: 4000 }, () => crypto.randomUUID());
  const drawn = ids.filter((id) => isDrawn(id, 20)).length;
  expect(drawn).toBeGreaterThan(140);
  expect(drawn).toBeLessThan(260);
  expect(ids.every((id) => isDrawn(id, 1))).toBe(true);
});
