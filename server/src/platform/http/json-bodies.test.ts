import { expect, test } from 'vitest';
import { isDeeperThan } from './json-bodies.ts';

test.each<[string, boolean]>([
  ['[[]]', false],
  ['[[[]]]', true],
  ['{"a":{"b":{}}}', true],
  ['[[],[],{},[]]', false],
  ['["[[[["]', false],
  ['["\\"[[[["]', false],
  ['["\\\\",[[]]]', true],
  ['', false],
  [']]]][', false],
])('whether %s is deeper than two: %s', (json, isDeep) => {
  expect(isDeeperThan(json, 2)).toBe(isDeep);
});
