import { describe, expect, test } from 'vitest';
import type { FlowCondition, FlowContent } from '#contract/invoicing/approval-flows.ts';
import { asksFourEyes, chooseRule, explain, type FlowFacts, holds, linesOf } from './flow.rules.ts';

const facts = (seed: Partial<FlowFacts> = {}): FlowFacts => ({
  totalInCents: 786_500,
  currency: 'EUR',
  creditorIds: ['van-dijk'],
  administrationId: 'wonen',
  costcenters: ['114', '999'],
  ledgers: ['4310'],
  ...seed,
});

describe('conditions', () => {
  test.each<[string, FlowCondition, Partial<FlowFacts>, boolean]>([
    ['the limit itself is not above it', amount(500_000, null), { totalInCents: 500_000 }, false],
    ['one cent more is', amount(500_000, null), { totalInCents: 500_001 }, true],
    ['the sign does not count', amount(500_000, null), { totalInCents: -500_001 }, true],
    ['another currency is above', amount(500_000, null), { totalInCents: 1, currency: 'USD' }, true],
    ['and never at most', amount(null, 500_000), { totalInCents: 1, currency: 'USD' }, false],
    ['at most includes the limit', amount(null, 500_000), { totalInCents: 500_000 }, true],
    ['one of the creditors', { kind: 'creditor', ids: ['x', 'van-dijk'] }, {}, true],
    [
      'a creditor that was merged into it',
      { kind: 'creditor', ids: ['old'] },
      { creditorIds: ['new', 'old'] },
      true,
    ],
    ['no creditor', { kind: 'creditor', ids: ['x'] }, { creditorIds: [] }, false],
    ['the administration', { kind: 'administration', ids: ['wonen'] }, {}, true],
    ['no administration', { kind: 'administration', ids: ['wonen'] }, { administrationId: null }, false],
    ['any line on the cost centre', { kind: 'costcenter', codes: ['110', '114'] }, {}, true],
    ['no line on the account', { kind: 'ledger', codes: ['4520'] }, {}, false],
    ['a credit note', { kind: 'document', types: ['credit-note'] }, { totalInCents: -1 }, true],
    ['an invoice is none', { kind: 'document', types: ['credit-note'] }, {}, false],
  ])('%s', (_, condition, seed, expected) => {
    expect(holds(condition, facts(seed))).toBe(expected);
  });
});

const content: FlowContent = {
  rules: [
    {
      name: 'Energie',
      conditions: [{ kind: 'creditor', ids: ['vechtdal'] }],
      steps: [{ mode: 'one', userIds: ['petra', 'rachid'] }],
    },
    {
      name: 'Boven 5.000',
      conditions: [amount(500_000, null), { kind: 'administration', ids: ['wonen'] }],
      steps: [
        { mode: 'all', userIds: ['ilse'] },
        { mode: 'one', userIds: ['sanne', 'marieke'] },
      ],
    },
  ],
  otherwise: [{ mode: 'one', userIds: ['petra', 'joris'] }],
  fourEyes: { above: 500_000, secondApproverId: 'henk' },
};

test('the first rule of which all conditions hold is chosen; otherwise the last', () => {
  expect(chooseRule(content, facts())).toMatchObject({ rule: 2, name: 'Boven 5.000' });
  expect(chooseRule(content, facts({ creditorIds: ['vechtdal'] }))).toMatchObject({ rule: 1 });
  expect(chooseRule(content, facts({ totalInCents: 100 }))).toMatchObject({
    rule: 0,
    steps: content.otherwise,
  });
});

test('a preview says why each rule holds or not', () => {
  expect(explain(content, facts())).toEqual([
    { rule: 1, name: 'Energie', holds: false, conditions: [{ kind: 'creditor', holds: false }] },
    {
      rule: 2,
      name: 'Boven 5.000',
      holds: true,
      conditions: [
        { kind: 'amount', holds: true },
        { kind: 'administration', holds: true },
      ],
    },
  ]);
});

test('€ 5.000,00 asks one person, € 5.000,01 asks two', () => {
  expect(asksFourEyes(content, facts({ totalInCents: 500_000 }))).toBe(false);
  expect(asksFourEyes(content, facts({ totalInCents: 500_001 }))).toBe(true);
});

describe('lines', () => {
  const named = (steps: FlowContent['otherwise']) =>
    linesOf(steps, 'henk').map(
      ({ userId, sequence, mode, origin }) => `${sequence} ${mode} ${userId} ${origin}`,
    );

  test('where the steps may give one person, the second approver comes behind them', () => {
    expect(named([{ mode: 'one', userIds: ['petra', 'joris'] }])).toEqual([
      '1 one petra flow',
      '1 one joris flow',
      '2 all henk four-eyes',
    ]);
  });

  test.each<[string, FlowContent['otherwise']]>([
    [
      'two steps of different people',
      [
        { mode: 'all', userIds: ['a'] },
        { mode: 'one', userIds: ['b', 'c'] },
      ],
    ],
    ['all of several', [{ mode: 'all', userIds: ['a', 'b'] }]],
    ['only the second approver themselves', [{ mode: 'all', userIds: ['henk'] }]],
    ['nobody', []],
  ])('%s get nobody beside them', (_, steps) => {
    expect(named(steps).some((line) => line.endsWith('four-eyes'))).toBe(false);
  });
});

function amount(above: number | null, upTo: number | null): FlowCondition {
  return { kind: 'amount', above, upTo };
}
