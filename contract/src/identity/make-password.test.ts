import { expect, test } from 'vitest';
import { passwordProblems } from './password.ts';
import { makePassword } from './make-password.ts';

test('a generated password has 15 letters and digits and meets the rules, each time another', () => {
  const made = Array.from({ length: 200 }, () => makePassword());
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z0-9]{15}$/);
    expect(passwordProblems(password)).toEqual([]);
    expect(password).not.toMatch(/[l1O0]/);
  }
  expect(new Set(made).size).toBe(made.length);
});
