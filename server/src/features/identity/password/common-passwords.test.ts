import { expect, test } from 'vitest';
import { makePassword } from '#contract/identity/make-password.ts';
import { passwordProblems } from '#contract/identity/password.ts';
import { isCommonPassword } from './common-passwords.ts';

test.each(['Password1', 'pASSWORD1', 'Qwerty123', 'Welkom01', 'Amsterdam1', 'Ｐassword1'])(
  '%s meets the rules and is refused',
  async (password) => {
    expect(passwordProblems(password)).toEqual([]);
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test('none of a thousand that were made at random is refused, and no part of one that is common', async () => {
  const made = Array.from({ length: 1000 }, () => makePassword());
  const found = await Promise.all([...made, 'Password1x', 'xPassword1', ''].map(isCommonPassword));
  expect(found).not.toContain(true);
});
