import { describe, expect, test } from 'vitest';
import { isAutomatic, isListed } from './automatic.rules.ts';

test.each([
  [
    'written by hand',
    [
      ['subject', 'Factuur'],
      ['return-path', '<piet@x.example>'],
      ['auto-submitted', 'no'],
    ],
    false,
  ],
  ['an auto-reply', [['auto-submitted', 'auto-replied']], true],
  ['a bulk mail', [['precedence', 'Bulk']], true],
  ['a mailing list', [['list-id', '<nieuws.x.example>']], true],
  ['a way to leave a list', [['list-unsubscribe', '<mailto:weg@x.example>']], true],
  ['a bounce', [['return-path', '<>']], true],
] as const)('%s', (_, headers, expected) => {
  expect(
    isAutomatic(
      headers.map(([key, value]) => ({ key, value })),
      'piet@x.example',
    ),
  ).toBe(expected);
});

test.each(['', 'MAILER-DAEMON@x.example', 'no-reply@x.example', 'noreply@x.example'])(
  '%j is nobody to answer',
  (sender) => {
    expect(isAutomatic([], sender)).toBe(true);
  },
);

describe('the list of senders', () => {
  const list = ['piet@x.example', '@leverancier.nl'];
  test.each([
    ['Piet@X.example', true],
    ['jan@x.example', false],
    ['wie@leverancier.nl', true],
    ['wie@nep-leverancier.nl', false],
    ['wie@sub.leverancier.nl', false],
  ])('%s is on it: %s', (sender, expected) => {
    expect(isListed(sender, list)).toBe(expected);
  });
});
