import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const key = new Uint8Array(32).fill(1);

test('what was sealed comes back', () => {
  expect(unseal(key, 'mail', seal(key, 'mail', 'geheim é'))).toBe('geheim é');
});

test('the same secret is never sealed the same twice', () => {
  expect(seal(key, 'mail', 'geheim').equals(seal(key, 'mail', 'geheim'))).toBe(false);
});

test.each([
  ['another key', new Uint8Array(32).fill(2), 'mail'],
  ['another purpose', key, 'signing key'],
])('%s opens nothing', (_, other, purpose) => {
  expect(unseal(other, purpose, seal(key, 'mail', 'geheim'))).toBeNull();
});

test('a changed or cut secret opens nothing', () => {
  const sealed = seal(key, 'mail', 'geheim');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unseal(key, 'mail', changed)).toBeNull();
  }
  expect(unseal(key, 'mail', sealed.subarray(0, 20))).toBeNull();
});

test('a key that is too short to keep anything secret is refused', () => {
  expect(() => seal(new Uint8Array(8), 'mail', 'geheim')).toThrow(RangeError);
});
