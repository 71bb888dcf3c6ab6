import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BookedAmounts, proposeBooking, type ProposedLine } from './booking.rules.ts';

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
    reference: 'Bakker 42',
    lines: [line('Onderhoud ketel', 10_000)],
    ...seed,
  };
}

const shown = (lines: readonly ProposedLine[]) =>
  lines.map(({ ledger, debitInCents, creditInCents, description }) => [
    ledger.number,
    debitInCents,
    creditInCents,
    description,
  ]);

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
          expect(
            proposal.reduce((sum, { debitInCents, creditInCents }) => sum + debitInCents - creditInCents, 0),
          ).toBe(0);
          for (const { debitInCents, creditInCents } of proposal)
            expect(Math.min(debitInCents, creditInCents)).toBe(0);
        },
      ),
    );
  });
});
