import { expect, test } from 'vitest';
import { passwordProblems } from './password.ts';

test.each([
  ['Welkom-2026', []],
  ['Abcdefg1', []],
  ['Abcdef1', ['too-short']],
  ['abcdefg1', ['no-uppercase']],
  ['ABCDEFG1', ['no-lowercase']],
  ['Abcdefgh', ['no-digit']],
  ['', ['too-short', 'no-digit', 'no-lowercase', 'no-uppercase']],
  ['Élégant1', []],
  // Seven characters to people, though eight units to the machine.
  ['Abcde1😀', ['too-short']],
  [`Ab1${'x'.repeat(197)}`, []],
  [`Ab1${'x'.repeat(198)}`, ['too-long']],
])('%j lacks %j', (password, problems) => {
  expect(passwordProblems(password)).toEqual(problems);
});
