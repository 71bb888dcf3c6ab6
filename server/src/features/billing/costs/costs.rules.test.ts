import fc from 'fast-check';
import { vatOf } from '#contract/money.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/dates.ts';
import { daysOfPeriod, monthsBetween } from '#contract/billing/periods.ts';
import {
  type Agreement,
  type Billable,
  billOf,
  common,
  cyclesEnding,
  dayCount,
  fixedLines,
  prorate,
  sum,
  type UsageDay,
} from './costs.rules.ts';
import { cycleTotals, reportLines, runLines } from './views.rules.ts';

const today = '2026-11-21';
let made = 0;

function agreement(change: Partial<Agreement> = {}): Agreement {
  made += 1;
  return {
    id: `a${made}`,
    priceAgreementId: `p${made}`,
    name: `Afspraak ${made}`,
    type: 1,
    priceInCents: 10_000,
    quantity: 1,
    isVariable: false,
    invoiceType: 0,
    cycleInMonths: 1,
    startsOn: null,
    endsOn: null,
    ...change,
  };
}
const scans = (priceInCents: number, change: Partial<Agreement> = {}) =>
  agreement({ isVariable: true, invoiceType: 2, priceInCents, ...change });
const used = (day: string, total: number, change: Partial<UsageDay> = {}): UsageDay => ({
  day,
  kind: 'scan',
  total,
  marked: 0,
  trial: 0,
  ...change,
});
const customer = (change: Partial<Billable>): Billable => ({
  agreements: [],
  usage: [],
  subscription: 2,
  startOn: '2025-01-01',
  ...change,
});
const amounts = (lines: readonly { amountInCents: number }[]) =>
  lines.map(({ amountInCents }) => amountInCents);

describe('fixed fees (§I3)', () => {
  const worked = agreement({ priceInCents: 10_000, quantity: 2, cycleInMonths: 3 });

  test('the worked example: 10.000 a quarter × 2 from 15-02-2026 is 10.000 in the first quarter and 20.000 in the second', () => {
    expect(amounts(fixedLines([worked], '2026-02-15', daysOfPeriod('2026-Q1')))).toEqual([10_000]);
    expect(amounts(fixedLines([worked], '2026-02-15', daysOfPeriod('2026-Q2')))).toEqual([20_000]);
  });

  test('an own first and last day prorate like the start date does', () => {
    expect(
      amounts(fixedLines([{ ...worked, startsOn: '2026-02-15' }], '2020-01-01', daysOfPeriod('2026-Q1'))),
    ).toEqual([10_000]);
    expect(
      amounts(fixedLines([{ ...worked, endsOn: '2026-02-14' }], '2020-01-01', daysOfPeriod('2026-Q1'))),
    ).toEqual([10_000]);
  });

  test.each([
    ['2026-02', 28, '2026-02-15', 100, 50],
    ['2024-02', 29, '2024-02-29', 100, 3],
    ['2026', 365, '2026-12-31', 36_500, 100],
    ['2024', 366, '2024-07-02', 366, 183],
    ['2026-11', 30, '2026-11-16', 1, 1],
    ['2026-11', 30, '2026-11-17', 1, 0],
  ])('%s (%i days) from %s: %i cents become %i', (period, days, from, price, expected) => {
    const whole = daysOfPeriod(period);
    expect(dayCount(whole)).toBe(days);
    expect(prorate(price, whole, { from, to: whole.to })).toBe(expected);
  });

  test('is due in the period in which its month, quarter or year ends', () => {
    const all = ([1, 3, 12] as const).map((cycleInMonths) =>
      agreement({ cycleInMonths, priceInCents: cycleInMonths }),
    );
    const due = (period: string) => amounts(fixedLines(all, '2020-01-01', daysOfPeriod(period)));
    expect(due('2026-10')).toEqual([1]);
    expect(due('2026-09')).toEqual([1, 3]);
    expect(due('2026-12')).toEqual([1, 3, 12]);
    expect(due('2026-Q4')).toEqual([1, 1, 1, 3, 12]);
    expect(due('2026')).toEqual([...Array.from({ length: 12 }, () => 1), 3, 3, 3, 3, 12]);
  });

  test('nothing is due before the start or after the end', () => {
    expect(fixedLines([agreement({ endsOn: '2026-08-31' })], '2020-01-01', daysOfPeriod('2026-09'))).toEqual(
      [],
    );
    expect(fixedLines([agreement()], '2026-10-01', daysOfPeriod('2026-09'))).toEqual([]);
  });

  test('an amount that changes half way is two lines, each by its days', () => {
    const old = agreement({ priceInCents: 31_000, endsOn: '2026-10-10' });
    const next = agreement({ priceInCents: 62_000, startsOn: '2026-10-11' });
    expect(amounts(fixedLines([old, next], '2020-01-01', daysOfPeriod('2026-10')))).toEqual([10_000, 42_000]);
  });

  test('property: the parts of any split add up to the whole within a cent a part, and none is negative', () => {
    const period = fc.constantFrom('2026-02', '2024-02', '2026-07', '2026-Q1', '2026-Q3', '2024', '2026');
    fc.assert(
      fc.property(
        period,
        fc.nat(10_000_000_000),
        fc.array(fc.nat(365), { maxLength: 12 }),
        (name, amount, cuts) => {
          const whole = daysOfPeriod(name);
          const starts = [...new Set([0, ...cuts.map((cut) => cut % dayCount(whole))])].toSorted(
            (a, b) => a - b,
          );
          const parts = starts.map((from, at) => {
            const next = starts[at + 1];
            return prorate(amount, whole, {
              from: addDays(whole.from, from),
              to: next === undefined ? whole.to : addDays(whole.from, next - 1),
            });
          });
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(sum(parts, (part) => part) - amount)).toBeLessThanOrEqual(parts.length);
          expect(prorate(amount, whole, whole)).toBe(amount);
        },
      ),
    );
  });

  test('property: an agreement cut in two at any day costs the same within a cent a line', () => {
    const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-01-15', days));
    fc.assert(
      fc.property(
        fc.constantFrom(1 as const, 3 as const, 12 as const),
        fc.nat(1_000_000),
        day,
        (cycleInMonths, priceInCents, cut) => {
          const one = agreement({ cycleInMonths, priceInCents });
          const over = { from: '2025-01-01', to: '2026-12-31' };
          const whole = fixedLines([one], '2025-01-15', over);
          const split = fixedLines(
            [
              { ...one, endsOn: addDays(cut, -1) },
              { ...one, startsOn: cut },
            ],
            '2025-01-15',
            over,
          );
          const cents = (lines: typeof whole) => sum(lines, ({ amountInCents }) => amountInCents);
          expect(Math.abs(cents(whole) - cents(split))).toBeLessThanOrEqual(split.length - whole.length);
          expect(amounts(split).every((amount) => amount >= 0)).toBe(true);
        },
      ),
    );
  });
});

describe('use', () => {
  const october = daysOfPeriod('2026-10');
  const scanLines = (from: Billable, over = october) =>
    billOf(from, over, today).usage.filter(({ kind }) => kind === 'scan');

  test('counts events times price times quantity, and leaves out what is marked or of a trial (§I5)', () => {
    const from = customer({
      agreements: [scans(15, { quantity: 2 })],
      usage: [
        used('2026-10-01', 7, { marked: 2, trial: 1 }),
        used('2026-10-31', 3),
        used('2026-11-01', 100),
        used('2026-10-02', 5, { kind: 'processed' }),
      ],
    });
    expect(scanLines(from)).toEqual([
      {
        kind: 'scan',
        month: '2026-10',
        from: '2026-10-01',
        to: '2026-10-31',
        totalUse: 10,
        count: 7,
        unitInCents: 30,
        amountInCents: 210,
      },
    ]);
  });

  test('a price that changes within a month gives a line for each price', () => {
    const from = customer({
      agreements: [scans(10, { endsOn: '2026-10-15' }), scans(20, { startsOn: '2026-10-16' })],
      usage: [used('2026-10-15', 1), used('2026-10-16', 1)],
    });
    expect(scanLines(from).map(({ from: first, to, amountInCents }) => [first, to, amountInCents])).toEqual([
      ['2026-10-01', '2026-10-15', 10],
      ['2026-10-16', '2026-10-31', 20],
    ]);
  });

  test('the same price once more is no other line, and two agreements at once add up', () => {
    const same = [scans(10, { endsOn: '2026-10-15' }), scans(10, { startsOn: '2026-10-16' })];
    expect(scanLines(customer({ agreements: same }))).toHaveLength(1);
    expect(
      scanLines(customer({ agreements: [scans(10), scans(5)], usage: [used('2026-10-05', 2)] })),
    ).toMatchObject([{ unitInCents: 15, amountInCents: 30 }]);
  });

  test('is never prorated, and counts from the start date on (§I3)', () => {
    const from = customer({
      agreements: [scans(10)],
      startOn: '2026-10-10',
      usage: [used('2026-10-09', 5), used('2026-10-10', 3)],
    });
    expect(scanLines(from)).toMatchObject([{ totalUse: 3, count: 3, amountInCents: 30 }]);
  });

  test.each([
    ['no-start', null],
    ['not-started', '2026-11-22'],
  ])('%s: nothing counts and nothing costs (§I10)', (state, startOn) => {
    const from = customer({ startOn, agreements: [scans(10), agreement()], usage: [used('2026-10-10', 3)] });
    const bill = billOf(from, october, today);
    expect(bill).toMatchObject({ state, fixed: [] });
    expect(bill.usage).toHaveLength(3);
    expect(sum(bill.usage, ({ totalUse, amountInCents }) => totalUse + amountInCents)).toBe(0);
    expect(runLines(from, october, today)).toEqual([]);
    expect(cycleTotals(from, false, today)).toEqual({ perMonth: 0, perQuarter: 0, perYear: 0, yearly: 0 });
  });

  test.each([3, 4] as const)(
    'subscription %i shows what it would cost, and costs nothing (§I7)',
    (subscription) => {
      const from = customer({
        subscription,
        agreements: [scans(10), agreement()],
        usage: [used('2026-10-10', 3, { trial: 3 })],
      });
      const bill = billOf(from, october, today);
      expect(bill).toMatchObject({ isFree: true });
      expect(sum(bill.usage, ({ amountInCents }) => amountInCents)).toBe(30);
      expect(amounts(bill.fixed)).toEqual([10_000]);
      expect(reportLines(from, bill, october)).toMatchObject([
        { fixedCosts: 0, expendableCosts: 0, uses: { scan: 3 } },
      ]);
      expect(runLines(from, october, today)).toEqual([]);
    },
  );

  test('the use of a trial stays free when the customer pays later', () => {
    const usage = [used('2026-10-10', 3, { trial: 3 }), used('2026-10-20', 2)];
    expect(scanLines(customer({ agreements: [scans(10)], usage }))).toMatchObject([
      { totalUse: 5, count: 2, amountInCents: 20 },
    ]);
  });
});

test('totals add up the running fixed agreements of each cycle, and all over a year (§I4)', () => {
  const agreements = [
    agreement({ priceInCents: 100, quantity: 3 }),
    agreement({ priceInCents: 1000, cycleInMonths: 3 }),
    agreement({ priceInCents: 5000, cycleInMonths: 12 }),
    agreement({ priceInCents: 9, endsOn: '2026-11-20' }),
    agreement({ priceInCents: 9, startsOn: '2026-11-22' }),
    scans(7),
  ];
  expect(cycleTotals(customer({ agreements }), false, today)).toEqual({
    perMonth: 300,
    perQuarter: 1000,
    perYear: 5000,
    yearly: 3600 + 4000 + 5000,
  });
  expect(cycleTotals(customer({ agreements }), true, today).yearly).toBe(0);
});

describe('the report (§I8)', () => {
  const october = daysOfPeriod('2026-10');
  const rows = (from: Billable) => reportLines(from, billOf(from, october, today), october);

  test('one row for each kind with a price, fixed costs and unpriced use on the first', () => {
    const from = customer({
      agreements: [agreement(), scans(10), agreement({ isVariable: true, invoiceType: 3, priceInCents: 20 })],
      usage: [
        used('2026-10-01', 4),
        used('2026-10-01', 3, { kind: 'processed' }),
        used('2026-10-01', 2, { kind: 'attachment' }),
      ],
    });
    expect(rows(from)).toEqual([
      {
        invoiceType: 2,
        fixedCosts: 10_000,
        uses: { scan: 4, processed: 0, attachment: 2 },
        count: 4,
        hasPrices: false,
        price: 10,
        expendableCosts: 40,
      },
      {
        invoiceType: 3,
        fixedCosts: 0,
        uses: { scan: 0, processed: 3, attachment: 0 },
        count: 3,
        hasPrices: false,
        price: 20,
        expendableCosts: 60,
      },
    ]);
  });

  test('without any variable agreement one row of type 0', () => {
    expect(rows(customer({ agreements: [agreement()], usage: [used('2026-10-01', 4)] }))).toEqual([
      {
        invoiceType: 0,
        fixedCosts: 10_000,
        uses: { scan: 4, processed: 0, attachment: 0 },
        count: 0,
        hasPrices: false,
        price: 0,
        expendableCosts: 0,
      },
    ]);
  });
});

describe('a run', () => {
  test('bills use by the cycle of its agreement', () => {
    const from = customer({
      agreements: [scans(10, { cycleInMonths: 3 })],
      usage: [used('2026-07-03', 1), used('2026-08-03', 2), used('2026-09-03', 4)],
    });
    expect(runLines(from, daysOfPeriod('2026-08'), today)).toEqual([]);
    expect(runLines(from, daysOfPeriod('2026-09'), today)).toMatchObject([
      { kind: 'scan', period: '2026-Q3', quantity: 7, amountInCents: 70 },
    ]);
  });

  const anyAgreement = fc
    .record({
      invoiceType: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      cycleInMonths: fc.constantFrom(1 as const, 3 as const, 12 as const),
      priceInCents: fc.nat(100_000),
      quantity: fc.integer({ min: 1, max: 20 }),
      first: fc.option(fc.nat(700)),
      length: fc.option(fc.nat(400)),
    })
    .map(({ first, length, ...rest }) => {
      const startsOn = first === null ? null : addDays('2025-01-01', first);
      const endsOn = length === null ? null : addDays(startsOn ?? '2025-01-01', length);
      return agreement({ ...rest, isVariable: rest.invoiceType !== 0, startsOn, endsOn });
    });
  const anyUse = fc
    .record({
      day: fc.nat(729).map((days) => addDays('2025-01-01', days)),
      kind: fc.constantFrom('scan' as const, 'processed' as const, 'attachment' as const),
      total: fc.nat(50),
      marked: fc.nat(20),
      trial: fc.nat(20),
    })
    .map(({ total, ...use }) => ({ ...use, total: total + use.marked + use.trial }));

  test('property: two years of monthly runs, of one of each year, and the invoices tab come to the same cents', () => {
    fc.assert(
      fc.property(
        fc.array(anyAgreement, { maxLength: 6 }),
        fc.array(anyUse, { maxLength: 40 }),
        (agreements, usage) => {
          const from = customer({ agreements, usage, startOn: '2025-03-10' });
          const then = '2027-01-05';
          const over = (period: string) =>
            sum(runLines(from, daysOfPeriod(period), then), ({ amountInCents }) => amountInCents);
          const monthly = sum(monthsBetween('2025-01', '2026-12'), over);
          expect(over('2025') + over('2026')).toBe(monthly);
          const bill = billOf(from, { from: '2025-01-01', to: '2026-12-31' }, then);
          expect(
            sum(bill.fixed, ({ amountInCents }) => amountInCents) +
              sum(bill.usage, ({ amountInCents }) => amountInCents),
          ).toBe(monthly);
          expect([...bill.fixed, ...bill.usage].every(({ amountInCents }) => amountInCents >= 0)).toBe(true);
        },
      ),
    );
  });

  test('property: no cycle is due twice, and none is forgotten, in the months of a year', () => {
    for (const cycle of [1, 3, 12] as const) {
      const due = monthsBetween('2026-01', '2026-12').flatMap((month) =>
        cyclesEnding(cycle, daysOfPeriod(month)),
      );
      expect(due).toEqual([...new Set(due)]);
      expect(due).toHaveLength(12 / cycle);
    }
    expect(
      common({ from: '2026-01-01', to: '2026-01-31' }, { from: '2026-02-01', to: '2026-02-28' }),
    ).toBeNull();
  });

  test.each([
    [10_000, 2100, 2100],
    [1, 2100, 0],
    [3, 2100, 1],
    [50, 100, 1],
    [0, 2100, 0],
  ])('VAT over %i cents at %i is %i', (amount, rate, vat) => expect(vatOf(amount, rate)).toBe(vat));
});
