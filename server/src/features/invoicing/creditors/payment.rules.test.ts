import { expect, test } from 'vitest';
import { paymentsOf } from './payment.rules.ts';

const iban = 'NL91ABNA0417164300';
const gAccount = 'NL86INGB0002445588';

test.each([
  ['one account gets it all', iban, null, [[iban, 'normal', 12_100]]],
  [
    'a G-account beside it has a part that nobody said yet',
    iban,
    gAccount,
    [
      [iban, 'normal', 12_100],
      [gAccount, 'g', 0],
    ],
  ],
  ['only a G-account', null, gAccount, [[gAccount, 'g', 12_100]]],
  ['the same account under both names is one', iban, iban, [[iban, 'normal', 12_100]]],
  ['no account', null, null, []],
])('%s', (_, own, blocked, expected) => {
  const parts = paymentsOf({ iban: own, gAccount: blocked, totalInCents: 12_100 });
  expect(parts.map((part) => [part.iban, part.kind, part.amountInCents])).toEqual(expected);
  expect(parts.map(({ part }) => part)).toEqual(expected.map((_part, index) => index + 1));
});
