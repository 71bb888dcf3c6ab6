import { describe, expect, test } from 'vitest';
import { resembles } from './names.rules.ts';
import {
  dueInDays,
  type EarlierInvoice,
  type NamedAccount,
  type WarningFacts,
  warningsOf,
} from './warning.rules.ts';

const today = '2026-11-21';
const iban = 'NL91ABNA0417164300';
const other = 'NL44RABO0123456789';

const account = (differs: Partial<NamedAccount> = {}): NamedAccount => ({
  iban,
  kind: 'normal',
  accountId: 'a1',
  state: 'imported',
  isLater: true,
  ...differs,
});
const earlier = (amounts: readonly number[]): EarlierInvoice[] =>
  amounts.map((totalInCents, index) => ({
    id: `i${index}`,
    documentId: `2026-10-${index}`,
    invoiceDate: '2026-10-01',
    totalInCents,
    currency: 'EUR',
    iban,
  }));
const usual = earlier([100_000, 110_000, 95_000, 105_000, 100_000, 120_000]);

/** An invoice about which nothing is to be said. */
const facts = (differs: Partial<WarningFacts> = {}): WarningFacts => ({
  today,
  invoiceNumber: 'F-1',
  invoiceDate: '2026-11-02',
  dueDate: null,
  currency: 'EUR',
  totalInCents: 121_000,
  exclInCents: 100_000,
  vatInCents: 21_000,
  kvk: '12345678',
  vatId: 'NL004495445B01',
  addressedTo: null,
  pictureTotalInCents: null,
  lines: [{ amountInCents: 100_000, vatPercent: 21 }],
  accounts: [account()],
  creditor: { id: 'c1', nameKey: 'van dijk installaties', isBlocked: false, blockReason: '' },
  earlier: usual,
  earlierCount: usual.length,
  ofOthers: [],
  others: [],
  lookalike: null,
  ...differs,
});
const codes = (differs: Partial<WarningFacts>) => warningsOf(facts(differs)).map(({ code }) => code);
const vanDijk = { id: 'c2', name: 'Van Dijk Installatie', nameKey: 'van dijk installatie', ibans: [other] };
const isUnnamed = { earlier: [], earlierCount: 0, accounts: [], vatId: null };
const isNew = { earlier: [], earlierCount: 0, accounts: [account({ state: 'seen', isLater: false })] };

test('an ordinary invoice raises nothing', () => {
  expect(warningsOf(facts())).toEqual([]);
});

test.each<[string, Partial<WarningFacts>, readonly string[]]>([
  ['the first of a creditor', isNew, ['first-invoice']],
  ['one more than a year old', { invoiceDate: '2025-11-01' }, ['old-invoice']],
  ['dated tomorrow', { invoiceDate: '2026-11-22' }, ['future-date']],
  ['a new account of a known creditor', { accounts: [account({ state: 'seen' })] }, ['new-account']],
  ['a confirmed account', { accounts: [account({ state: 'confirmed' })] }, []],
  ['a blocked account', { accounts: [account({ state: 'blocked' })] }, ['account-blocked']],
  [
    'a blocked creditor',
    { creditor: { id: 'c1', nameKey: 'x', isBlocked: true, blockReason: 'Failliet' } },
    ['creditor-blocked'],
  ],
  [
    'the account of another creditor',
    { ...isNew, ofOthers: [{ iban, creditorId: 'c2', creditor: 'Ander' }] },
    ['account-of-other', 'first-invoice'],
  ],
  ['shared with another, and confirmed', { ofOthers: [{ iban, creditorId: 'c2', creditor: 'Ander' }] }, []],
  ['a name that resembles another', { ...isNew, others: [vanDijk] }, ['similar-name', 'first-invoice']],
  [
    'resembling, and paid to the same account',
    { ...isNew, others: [{ ...vanDijk, ibans: [iban] }] },
    ['first-invoice'],
  ],
  [
    'resembling, and seen often before',
    { others: [vanDijk], accounts: [account({ state: 'seen', isLater: false })] },
    [],
  ],
  ['a likely duplicate', { lookalike: { id: 'i9', documentId: '2026-11-9' } }, ['duplicate-suspect']],
  ['a G-account', { accounts: [account(), account({ iban: other, kind: 'g' })] }, ['g-account']],
  ['with another total in its picture', { pictureTotalInCents: 121_001 }, ['files-differ']],
  ['addressed to somebody else', { addressedTo: 'Bakkerij Pieters' }, ['addressed-to-other']],
  ['a Dutch VAT number that fails its check', { vatId: 'NL123456789B01' }, ['vat-id-impossible']],
  ['one that passes', { vatId: 'NL004495445B01' }, []],
  ['one of an unknown shape', { vatId: 'DE12' }, ['vat-id-impossible']],
  ['a KvK number of seven digits', { kvk: '1234567' }, ['kvk-impossible']],
  ['VAT without a VAT number, first of its creditor', isUnnamed, ['numbers-missing', 'first-invoice']],
  [
    'neither of the numbers, without VAT',
    { ...isUnnamed, kvk: '', exclInCents: 121_000, vatInCents: 0, lines: [] },
    ['numbers-missing', 'first-invoice'],
  ],
  [
    'no VAT number, and no VAT',
    { ...isUnnamed, exclInCents: 121_000, vatInCents: 0, lines: [] },
    ['first-invoice'],
  ],
  [
    'a receipt',
    { ...isUnnamed, totalInCents: 9_680, exclInCents: 8_000, vatInCents: 1_680, lines: [] },
    ['first-invoice'],
  ],
  [
    'no VAT number of a creditor that was imported',
    { ...isUnnamed, accounts: [account()] },
    ['first-invoice'],
  ],
  ['no VAT number, as before', { vatId: null }, []],
  ['a KvK number of one digit', { kvk: '00000000' }, ['kvk-impossible']],
  ['no KvK number', { kvk: '' }, []],
])('%s', (_, differs, expected) => {
  expect(codes(differs)).toEqual(expected);
});

describe('VAT', () => {
  test.each<[string, Partial<WarningFacts>, readonly string[]]>([
    ['does not add up to the total', { totalInCents: 131_000 }, ['vat-mismatch']],
    ['differs by a cent of rounding', { totalInCents: 121_001 }, []],
    [
      'differs from that of the lines',
      { exclInCents: 100_000, vatInCents: 21_000, lines: [{ amountInCents: 100_000, vatPercent: 9 }] },
      ['vat-mismatch'],
    ],
    [
      'of lines that do not make up the amount says nothing',
      { lines: [{ amountInCents: 5, vatPercent: 9 }] },
      [],
    ],
    [
      'of 25 % is no Dutch rate',
      { totalInCents: 125_000, vatInCents: 25_000, lines: [{ amountInCents: 100_000, vatPercent: 25 }] },
      ['vat-rate-unknown'],
    ],
    [
      'of 25 % by its amounts only',
      { totalInCents: 125_000, vatInCents: 25_000, lines: [] },
      ['vat-rate-unknown'],
    ],
    [
      'of 25 % from Sweden is a rate',
      { totalInCents: 125_000, vatInCents: 25_000, lines: [], vatId: 'SE123456789001' },
      [],
    ],
    ['between two rates is a mix', { totalInCents: 115_000, vatInCents: 15_000, lines: [] }, []],
    ['of none, by reverse charge', { totalInCents: 100_000, vatInCents: 0, lines: [] }, []],
    ['that is not known', { exclInCents: null, vatInCents: null }, []],
  ])('%s', (_, differs, expected) => {
    expect(codes(differs)).toEqual(expected);
  });
});

describe('an amount', () => {
  const amount = (totalInCents: number, amounts: readonly number[]) =>
    codes({ totalInCents, exclInCents: null, vatInCents: null, earlier: earlier(amounts) });

  test.each<[string, number, readonly number[], readonly string[]]>([
    ['four times the usual', 420_000, [100_000, 110_000, 95_000, 105_000, 100_000], ['unusual-amount']],
    ['twice the usual', 210_000, [100_000, 110_000, 95_000, 105_000, 100_000], []],
    ['far below the usual', 1_000, [100_000, 110_000, 95_000, 105_000, 100_000], []],
    ['within what varies', 900_000, [10_000, 700_000, 80_000, 300_000, 1_000_000, 20_000], []],
    ['large, of a creditor with few invoices', 900_000, [10_000, 11_000], []],
    ['small, however many times the usual', 12_000, [1_000, 1_000, 1_000, 1_000, 1_000], []],
    ['of a credit note', -900_000, [100_000, 110_000, 95_000, 105_000, 100_000], []],
  ])('%s', (_, total, amounts, expected) => {
    expect(amount(total, amounts)).toEqual(expected);
  });
});

test('a new account says which one it was before, and where', () => {
  const [raised] = warningsOf(
    facts({ accounts: [account({ iban: other, state: 'seen', accountId: 'a2' })] }),
  );
  expect(raised).toMatchObject({
    severity: 'stop',
    subject: other,
    details: {
      iban: other,
      oldIban: iban,
      oldInvoiceId: 'i0',
      oldInvoice: '2026-10-0',
      oldDate: '2026-10-01',
      count: 6,
    },
  });
});

test.each([
  ['van dijk installaties', 'van dijk installatie', true],
  ['jansen bouw', 'janssen bouw', true],
  ['jansen bouw', 'jansne bouw', true],
  ['bakker techniek', 'bakker techn1ek', true],
  ['barnsteen advies', 'bamsteen advies', true],
  ['van dijk installaties', 'van dijk installaties zwolle', true],
  ['liftservice noord', 'liftservice noord nederland', true],
  ['bouwcentrum ijssel', 'bouwcentrum ijssel groep', true],
  ['bakker techniek 12', 'bakker techniek 13', false],
  ['schoonmaak de ster', 'schoonmaak de zon', false],
  ['bakker', 'bakker techniek', false],
  ['visser', 'bakker', false],
  ['', 'bakker', false],
])('%j and %j resemble each other: %s', (one, another, expected) => {
  expect(resembles(one, another)).toBe(expected);
  expect(resembles(another, one)).toBe(expected);
});

test.each([
  ['2026-11-24', 3],
  ['2026-11-25', null],
  ['2026-11-21', 0],
  ['2026-11-19', -2],
  [null, null],
])('due on %s is in %s days', (dueDate, expected) => {
  expect(dueInDays(dueDate, today)).toBe(expected);
});
