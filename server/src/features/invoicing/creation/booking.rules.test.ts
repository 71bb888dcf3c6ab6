import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BookingChart } from '#contract/invoicing/booking.ts';
import type { NewLine } from '#contract/invoicing/booking-rules.ts';
import { type BookedAmounts, dutchScheme, proposeBooking as propose } from './booking.rules.ts';

const line = (description: string, amountInCents: number | null) => ({
  description,
  amountInCents,
  vatPercent: 21,
});

function amounts(seed: Partial<BookedAmounts> = {}): BookedAmounts {
  return {
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
    description: 'Ketel',
    lines: [line('Onderhoud ketel', 10_000)],
    vatRates: [],
    ...seed,
  };
}

const noChart: BookingChart = {
  hasChart: false,
  accounts: [],
  costcenters: [],
  costUnits: [],
  journals: [],
  vatCodes: [],
  periods: [],
};

const proposeBooking = (booked: BookedAmounts, chart = noChart) => {
  const { creditors, vat, vatDue } = dutchScheme;
  const facts = { ...booked, vatByRate: booked.vatRates, reference: 'Bakker 42', vatCodes: chart.vatCodes };
  return propose(booked, { ...facts, accounts: { creditors, vat, vatDue } }, chart);
};

const shown = (lines: readonly NewLine[]) =>
  lines.map(({ ledger, debit, credit, description }) => [ledger.number, debit, credit, description]);

describe('a proposal', () => {
  test('books each line on a cost account, VAT, and the creditor for the whole', () => {
    const lines = [line('Onderhoud ketel', 7000), line('Toner zwart', 2000), line('Iets onbekends', 1000)];
    expect(shown(proposeBooking(amounts({ lines })))).toEqual([
      ['4300', 7000, 0, 'Onderhoud ketel'],
      ['4600', 2000, 0, 'Toner zwart'],
      ['4990', 1000, 0, 'Iets onbekends'],
      ['1520', 2100, 0, 'Bakker 42'],
      ['1600', 0, 12_100, 'Bakker 42'],
    ]);
  });

  test('of a credit note is the other way round', () => {
    const credit = amounts({
      totalInCents: -12_100,
      exclInCents: -10_000,
      vatInCents: -2100,
      lines: [line('Retour', -10_000)],
    });
    expect(shown(proposeBooking(credit))).toEqual([
      ['4990', 0, 10_000, 'Retour'],
      ['1520', 0, 2100, 'Bakker 42'],
      ['1600', 12_100, 0, 'Bakker 42'],
    ]);
  });

  test('a deduction among the lines is a credit', () => {
    expect(
      shown(proposeBooking(amounts({ lines: [line('Werk', 12_000), line('Korting', -2000)] })))[1],
    ).toEqual(['4990', 0, 2000, 'Korting']);
  });

  const rate = (percent: number, baseInCents: number, vatInCents: number) => ({
    rate: percent * 100,
    baseInCents,
    vatInCents,
    confidence: 0.97,
    page: 1,
    box: null,
  });

  test('lines that do not add up become a line for each rate of VAT that is read', () => {
    const booked = amounts({
      totalInCents: 50_380,
      exclInCents: 43_000,
      vatInCents: 7380,
      lines: [],
      vatRates: [rate(21, 30_000, 6300), rate(9, 12_000, 1080), rate(0, 1000, 0)],
    });
    expect(proposeBooking(booked)).toMatchObject([
      { debit: 30_000, vatRate: 2100 },
      { debit: 12_000, vatRate: 900 },
      { debit: 1000, vatRate: 0 },
      { kind: 'vat', debit: 6300 },
      { kind: 'vat', debit: 1080 },
      { kind: 'creditor', credit: 50_380 },
    ]);
  });

  test('lines without a rate have the only one that is read, where it is over all of them', () => {
    const lines = [{ description: 'Ketel', amountInCents: 10_000, vatPercent: null }];
    const rateOf = (base: number) =>
      proposeBooking(amounts({ lines, vatRates: [rate(21, base, 2100)] }))[0]?.vatRate;
    expect(rateOf(10_000)).toBe(2100);
    expect(rateOf(9000)).toBeNull();
  });

  test('lines that do not add up become one line', () => {
    expect(shown(proposeBooking(amounts({ lines: [line('Half gelezen', 4000)] })))).toEqual([
      ['4990', 10_000, 0, 'Ketel'],
      ['1520', 2100, 0, 'Bakker 42'],
      ['1600', 0, 12_100, 'Bakker 42'],
    ]);
  });

  test('VAT follows from total and excl when it was not found', () => {
    expect(shown(proposeBooking(amounts({ vatInCents: null })))[1]).toEqual(['1520', 2100, 0, 'Bakker 42']);
  });

  test('without VAT has no VAT line', () => {
    const zero = amounts({ totalInCents: 10_000, vatInCents: 0 });
    expect(shown(proposeBooking(zero)).map(([ledger]) => ledger)).toEqual(['4300', '1600']);
  });

  test('words count whole, whatever their case, with endings where a star allows', () => {
    const ledgerOf = (description: string) =>
      proposeBooking(amounts({ lines: [line(description, 10_000)] }))[0]?.ledger.number;
    expect(ledgerOf('SCHOONMAAKKOSTEN maart')).toBe('4200');
    expect(ledgerOf('Verhuurbemiddeling')).toBe('4990');
    expect(ledgerOf('huur november')).toBe('4200');
    expect(ledgerOf('Tuinonderhoud volgens bestek')).toBe('4300');
  });

  test.each<[string, Partial<BookedAmounts>]>([
    ['excl and VAT that do not make the total', { vatInCents: 2000 }],
    ['nothing but a total', { exclInCents: null, vatInCents: null, lines: [] }],
    ['a total of nothing', { totalInCents: 0, exclInCents: 0, vatInCents: 0, lines: [] }],
  ])('%s gives none', (_, seed) => {
    expect(proposeBooking(amounts(seed))).toEqual([]);
  });

  test('always balances, and never has a negative side', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const optional = fc.option(cents);
    fc.assert(
      fc.property(
        cents,
        optional,
        optional,
        fc.array(fc.option(cents), { maxLength: 5 }),
        (total, excl, vat, lines) => {
          const proposal = proposeBooking(
            amounts({
              totalInCents: total,
              exclInCents: excl,
              vatInCents: vat,
              lines: lines.map((sum) => line('Werk', sum)),
            }),
          );
          expect(proposal.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
          for (const { debit, credit } of proposal) expect(Math.min(debit, credit)).toBe(0);
        },
      ),
    );
  });
});

describe('a proposal in a chart', () => {
  const code = { name: '', kind: 'normal', deductible: 10_000, account: null, dueAccount: null } as const;
  const chart: BookingChart = {
    ...noChart,
    hasChart: true,
    accounts: [
      { number: '4310', name: 'Onderhoud en reparatie' },
      { number: '4600', name: 'Autokosten' },
      { number: '4200', name: 'Kosten huisvesting en huisvestingskosten' },
    ],
    vatCodes: [
      { ...code, code: 'H21', rate: 2100 },
      { ...code, code: 'L9', rate: 900 },
    ],
  };
  const lines = [line('Onderhoud', 5000), line('Toner', 3000), line('Huur', 2000)];

  test('is on its open accounts by name, and on none where no account fits', () => {
    const proposal = proposeBooking(amounts({ lines }), chart);
    expect(proposal.slice(0, 3).map(({ ledger }) => ledger.number)).toEqual(['4310', '', '4200']);
  });

  test('has the VAT code of the rate that was read, where that gives the VAT of the invoice', () => {
    const codes = (seed: Partial<BookedAmounts>) =>
      proposeBooking(amounts({ lines, ...seed }), chart).map(({ vatCode }) => vatCode);
    expect(codes({})).toEqual(['H21', 'H21', 'H21', 'H21', '']);
    expect(codes({ totalInCents: 10_900, vatInCents: 900 })).toEqual(['', '', '', '', '']);
  });
});
