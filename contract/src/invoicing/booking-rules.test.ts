import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPeriods,
  type BookingFacts,
  type BookingPeriod,
  computeLines,
  type CostLine,
  differenceOf,
  type KeptLine,
  nearestOpenPeriod,
  periodOfDay,
  reviseBooking,
  shareOf,
  sidesOf,
  signedOf,
  splitByAmounts,
  splitByPercentages,
  splitEvenly,
  spreadOverMonths,
  type VatCode,
} from './booking-rules.ts';

const account = (number: string) => ({ number, name: '' });
const code = (seed: Partial<VatCode> & { code: string }): VatCode => ({
  kind: 'normal',
  rate: 2100,
  deductible: 10_000,
  account: null,
  dueAccount: null,
  ...seed,
});
const vatCodes = [
  code({ code: 'H21' }),
  code({ code: 'L9', rate: 900 }),
  code({ code: 'V21', kind: 'reversed', account: account('1530'), dueAccount: account('1540') }),
  code({ code: 'EU21', kind: 'eu' }),
  code({ code: 'B21', deductible: 0 }),
  code({ code: 'H50', deductible: 5000 }),
  code({ code: 'N0', kind: 'none', rate: 0 }),
];
const facts = (seed: Partial<BookingFacts> = {}): BookingFacts => ({
  totalInCents: 12_100,
  exclInCents: 10_000,
  vatInCents: 2100,
  vatByRate: [],
  reference: 'Bakker 42',
  vatCodes,
  accounts: { creditors: account('1600'), vat: account('1520'), vatDue: account('1510') },
  ...seed,
});
const cost = (cents: number, vatCode = '', seed: Partial<CostLine> = {}): CostLine => ({
  ledger: account('4300'),
  costcenter: '',
  costUnit: '',
  vatCode,
  vatRate: null,
  period: '',
  ...sidesOf(cents),
  ...seed,
});
const shown = (lines: readonly (CostLine & { kind: string })[]) =>
  lines.map((line) => [line.kind, line.ledger.number, line.vatCode, signedOf(line)]);

const cents = fc.integer({ min: -(2 ** 45), max: 2 ** 45 });

describe('an amount that is divided', () => {
  test('is shared half away from zero', () => {
    expect([shareOf(50, 100), shareOf(49, 100), shareOf(-50, 100), shareOf(0, 2100)]).toEqual([1, 0, -1, 0]);
    expect(shareOf(9_007_199_254_740_991, 10_000)).toBe(9_007_199_254_740_991);
  });

  test('loses no cent, in whichever way', () => {
    const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
    const shares = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(cents, shares, fc.integer({ min: 1, max: 60 }), (total, parts, count) => {
        expect(sum(splitByPercentages(total, parts))).toBe(total);
        expect(sum(splitByAmounts(total, parts))).toBe(total);
        const even = splitEvenly(total, count);
        expect(sum(even)).toBe(total);
        expect(even).toHaveLength(count);
        expect(Math.max(...even) - Math.min(...even)).toBeLessThan(count);
      }),
    );
  });

  test('has its rest on the last line', () => {
    expect(splitEvenly(10_000, 3)).toEqual([3333, 3333, 3334]);
    expect(splitByPercentages(61_200, [6000])).toEqual([36_720, 24_480]);
    expect(splitByPercentages(101, [3333, 3333])).toEqual([34, 34, 33]);
    expect(spreadOverMonths(-100, '2026-11', 3)).toEqual([
      { period: '2026-11', cents: -33 },
      { period: '2026-12', cents: -33 },
      { period: '2027-01', cents: -34 },
    ]);
  });
});

describe('the VAT of cost lines', () => {
  test.each<[string, CostLine[], Partial<BookingFacts>, unknown[]]>([
    ['of one code', [cost(4000, 'H21'), cost(6000, 'H21')], {}, [['vat', '1520', 'H21', 2100]]],
    [
      'of two codes',
      [cost(4000, 'H21'), cost(6000, 'L9')],
      { vatInCents: 1380 },
      [
        ['vat', '1520', 'H21', 840],
        ['vat', '1520', 'L9', 540],
      ],
    ],
    [
      'by reverse charge is due as well',
      [cost(10_000, 'V21')],
      { totalInCents: 10_000, vatInCents: 0 },
      [
        ['vat', '1530', 'V21', 2100],
        ['vat', '1540', 'V21', -2100],
      ],
    ],
    [
      'from another country has the accounts of the chart where the code names none',
      [cost(10_000, 'EU21')],
      { totalInCents: 10_000, vatInCents: null },
      [
        ['vat', '1520', 'EU21', 2100],
        ['vat', '1510', 'EU21', -2100],
      ],
    ],
    ['that cannot be reclaimed is cost', [cost(10_000, 'B21')], {}, [['vat', '4300', 'B21', 2100]]],
    [
      'that can be reclaimed in half is cost in half',
      [cost(10_000, 'H50')],
      { vatInCents: null },
      [
        ['vat', '1520', 'H50', 1050],
        ['vat', '4300', 'H50', 1050],
      ],
    ],
    ['of a code without VAT is none', [cost(10_000, 'N0')], { vatInCents: 0 }, []],
    ['is what the invoice says where lines have no code', [cost(10_000)], {}, [['vat', '1520', '', 2100]]],
    [
      'follows from the total where the invoice does not say it',
      [cost(10_000)],
      { vatInCents: null },
      [['vat', '1520', '', 2100]],
    ],
    [
      'is computed of the rate that was read where there is no code',
      [cost(10_000, '', { vatRate: 900 })],
      { vatInCents: null },
      [['vat', '1520', '', 900]],
    ],
    [
      'is that of the invoice where it only rounds otherwise',
      [cost(3333, 'H21'), cost(3333, 'H21')],
      { vatInCents: 1401 },
      [['vat', '1520', 'H21', 1401]],
    ],
    [
      'is not when it differs by more than a cent a line',
      [cost(3333, 'H21'), cost(3333, 'H21')],
      { vatInCents: 1403 },
      [['vat', '1520', 'H21', 1400]],
    ],
    [
      'rounds by rate where the invoice names its rates',
      [cost(3333, 'H21'), cost(3333, 'L9')],
      {
        vatByRate: [
          { rate: 2100, vatInCents: 701 },
          { rate: 900, vatInCents: 299 },
        ],
      },
      [
        ['vat', '1520', 'H21', 701],
        ['vat', '1520', 'L9', 299],
      ],
    ],
    [
      'of a credit note is a credit',
      [cost(-10_000, 'H21')],
      { totalInCents: -12_100, vatInCents: -2100 },
      [['vat', '1520', 'H21', -2100]],
    ],
  ])('%s', (_, costs, seed, expected) => {
    const vat = computeLines(costs, facts(seed)).filter(({ kind }) => kind === 'vat');
    expect(shown(vat)).toEqual(expected);
  });

  test('that is cost stands on the account and cost centre of each line, to the cent', () => {
    const costs = [
      cost(333, 'B21', { costcenter: '110' }),
      cost(333, 'B21', { costcenter: '118' }),
      cost(334, 'B21', { costcenter: '110' }),
    ];
    const lines = computeLines(costs, facts({ vatInCents: null }));
    expect(lines.slice(0, 2).map((line) => [line.costcenter, signedOf(line)])).toEqual([
      ['110', 140],
      ['118', 70],
    ]);
  });

  test('never changes what is to be paid: the creditor has the total of the invoice', () => {
    const lines = fc.array(
      fc.record({ cents, code: fc.constantFrom('', ...vatCodes.map((one) => one.code)) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, cents, (costs, total) => {
        const written = costs.map((line) => cost(line.cents, line.code));
        const computed = computeLines(
          written,
          facts({ totalInCents: total, exclInCents: null, vatInCents: null }),
        );
        expect(signedOf(computed.at(-1) ?? cost(0))).toBe(total === 0 ? 0 : -total);
        for (const kind of ['V21', 'EU21', 'N0'])
          expect(differenceOf(computed.filter(({ vatCode }) => vatCode === kind))).toBe(0);
        for (const { debit, credit } of computed) expect(Math.min(debit, credit)).toBe(0);
      }),
    );
  });
});

describe('a booking whose invoice changes', () => {
  const line = (cents: number, seed: Partial<KeptLine> = {}): KeptLine => ({
    ...cost(cents),
    kind: 'costs',
    description: 'Werk',
    origin: 'proposed',
    isTouched: false,
    ...seed,
  });
  const proposal = [line(20_000, { description: 'Nieuw' })];

  test('is proposed anew as long as nobody touched it', () => {
    const revised = reviseBooking(
      [line(10_000)],
      proposal,
      facts({ totalInCents: 24_200, vatInCents: 4200 }),
    );
    expect(revised.kept).toEqual([]);
    expect(revised.added).toEqual(proposal);
    expect(shown(revised.computed ?? [])).toEqual([
      ['vat', '1520', '', 4200],
      ['creditor', '1600', '', -24_200],
    ]);
  });

  test('keeps its lines once one was touched, and shows the difference', () => {
    const stored = [line(4000, { isTouched: true }), line(6000)];
    const revised = reviseBooking(stored, proposal, facts({ totalInCents: 24_200, vatInCents: 4200 }));
    expect(revised.kept).toEqual(stored);
    expect(revised.added).toMatchObject([{ origin: 'difference', debit: 10_000, ledger: { number: '' } }]);
  });

  test('has one difference, however often the total changes, and none when it is as before', () => {
    const touched = line(10_000, { isTouched: true });
    const difference = line(5000, { origin: 'difference' });
    const again = reviseBooking([touched, difference], proposal, facts({ totalInCents: 12_101 }));
    expect(again.added.map(signedOf)).toEqual([1]);
    expect(reviseBooking([touched, difference], proposal, facts()).added).toEqual([]);
  });

  test('keeps VAT and creditor as a person wrote them', () => {
    const vat = line(2099, { kind: 'vat', isTouched: true });
    const creditor = line(-12_100, { kind: 'creditor' });
    const revised = reviseBooking([line(10_001), vat, creditor], proposal, facts());
    expect(revised.computed).toBeNull();
    expect(revised.kept).toEqual([vat, creditor]);
  });

  test('never loses or changes what a person touched, and adds up', () => {
    const lines = fc.array(
      fc.record({ cents, isTouched: fc.boolean(), code: fc.constantFrom('', 'H21', 'V21') }),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(lines, cents, (costs, total) => {
        const stored = costs.map(({ cents: amount, isTouched, code: vatCode }) =>
          line(amount, { isTouched, vatCode }),
        );
        const revised = reviseBooking(
          stored,
          [],
          facts({ totalInCents: total, exclInCents: null, vatInCents: null }),
        );
        for (const touched of stored.filter(({ isTouched }) => isTouched))
          expect(revised.kept).toContain(touched);
        const all = [...revised.kept, ...revised.added, ...(revised.computed ?? [])];
        expect(stored.some(({ isTouched }) => isTouched) ? differenceOf(all) : 0).toBe(0);
      }),
    );
  });
});

describe('periods', () => {
  const period = (name: string, isClosed = false): BookingPeriod => ({
    period: name,
    fromDay: `${name}-01`,
    untilDay: `${name}-28`,
    isClosed,
  });

  test('go on into the next year', () => {
    expect(addPeriods('2026-11', 3)).toBe('2027-02');
    expect(addPeriods('2026-01', -1)).toBe('2025-12');
  });

  test('follow from the day, and from the month in which the book year begins', () => {
    expect(periodOfDay('2026-11-20', [])).toBe('2026-11');
    expect(periodOfDay('2026-08-20', [], 7)).toBe('2026-02');
    expect(periodOfDay('2026-03-20', [], 7)).toBe('2025-09');
    expect(
      periodOfDay('2026-11-20', [{ ...period('2026-05'), fromDay: '2026-11-01', untilDay: '2026-11-30' }]),
    ).toBe('2026-05');
  });

  test('that are closed have the nearest open one, a later one first', () => {
    const periods = [period('2026-08'), period('2026-09', true), period('2026-10', true), period('2026-11')];
    expect(nearestOpenPeriod('2026-09', periods)).toBe('2026-11');
    expect(nearestOpenPeriod('2026-12', periods)).toBe('2026-11');
    expect(nearestOpenPeriod('2026-09', [period('2026-09', true)])).toBeUndefined();
  });
});
