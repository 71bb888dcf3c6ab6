import { expect, test } from 'vitest';
import { addsSecond, differences, emptyRule, gapsOf, moved, ruleWithGap } from './flow.rules.ts';

test('an item moves to another place, and never beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});

test('the second approver joins where a rule may give one person above the limit', () => {
  const fourEyes = { above: 500_000, secondApproverId: 'henk' };
  const one = { mode: 'one' as const, userIds: ['petra', 'joris'] };
  const upTo = (limit: number) => [{ kind: 'amount' as const, above: null, upTo: limit }];
  expect(addsSecond({ fourEyes }, { conditions: [], steps: [one] })).toBe(true);
  expect(addsSecond({ fourEyes }, { conditions: upTo(500_000), steps: [one] })).toBe(false);
  expect(addsSecond({ fourEyes }, { conditions: upTo(500_001), steps: [one] })).toBe(true);
  expect(addsSecond({ fourEyes }, { conditions: [], steps: [{ ...one, mode: 'all' }] })).toBe(false);
  expect(addsSecond({ fourEyes: null }, { conditions: [], steps: [one] })).toBe(false);
});

test('what is unfinished is known by its place', () => {
  const gaps = gapsOf({ rules: [emptyRule], otherwise: [], fourEyes: null });
  expect([...gaps].toSorted()).toEqual([
    'rules.0.conditions.0.above',
    'rules.0.name',
    'rules.0.steps.0.userIds',
  ]);
  expect(ruleWithGap(gaps)).toBe(0);
  expect(ruleWithGap(new Set())).toBeUndefined();
});

test('two versions differ by their lines', () => {
  expect(differences(['a', 'b'], ['b', 'c'])).toEqual({ removed: ['a'], added: ['c'] });
});
