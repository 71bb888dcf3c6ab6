import { describe, expect, test } from 'vitest';
import {
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  readRecoveryCode,
  totpCode,
  totpStep,
} from './totp.rules.ts';

// The secret of RFC 6238, appendix B: '12345678901234567890'.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of second %i are those of RFC 6238', (second, code) => {
    expect(totpCode(secret, totpStep(new Date(second * 1000)))).toBe(code);
  });

  test('count a step early and late, and once', () => {
    const now = new Date('2026-11-21T13:05:00Z');
    const step = totpStep(now);
    const typed = (of: number) => totpCode(secret, of);
    expect([-2, -1, 0, 1, 2].map((off) => matchingStep(secret, typed(step + off), now, 0))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
    expect(matchingStep(secret, typed(step), now, step)).toBeNull();
    expect(matchingStep(secret, typed(step - 1), now, step)).toBeNull();
    expect(matchingStep(secret, `${typed(step).slice(0, 3)} ${typed(step).slice(3)}`, now, 0)).toBe(step);
    expect(matchingStep(secret, '', now, 0)).toBeNull();
  });

  test('come of new secrets of 160 bits', () => {
    const made = newTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(made).not.toBe(newTotpSecret());
    expect(totpCode(made, 1)).toMatch(/^\d{6}$/);
  });
});

test('recovery codes are read however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
    expect(readRecoveryCode(` ${code.toUpperCase().replace('-', ' ')} `)).toBe(code.replace('-', ''));
  }
  expect(readRecoveryCode('abc')).toBeNull();
});
