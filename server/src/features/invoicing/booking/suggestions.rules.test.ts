import { describe, expect, test } from 'vitest';
import type { BookingChart } from '#contract/invoicing/booking.ts';
import { type Evidence, suggestPlace, suggestSplit, wordsOf } from './suggestions.rules.ts';

const chart: BookingChart = {
  hasChart: true,
  accounts: ['4310', '4520', '4600'].map((number) => ({ number, name: '' })),
  costcenters: [],
  costUnits: [],
  journals: [],
  vatCodes: [],
  periods: [],
};
const booking = (
  lines: readonly (readonly [account: string, cents: number, description?: string])[],
): Evidence => ({
  bookedOn: '2026-10-01',
  invoice: { id: 'i', documentId: 'D' },
  lines: lines.map(([account, cents, description = '']) => ({
    account,
    cents,
    description,
    costcenter: '',
    vatCode: '',
  })),
});
const times = (count: number, one: Evidence) => Array.from({ length: count }, () => one);

describe('a line of a creditor', () => {
  test('is booked as most of the last ones were, with their number', () => {
    const evidence = [...times(8, booking([['4310', 100]])), booking([['4520', 100]])];
    expect(suggestPlace(evidence, 'Schoonmaak', chart)).toMatchObject({
      what: { account: '4310' },
      count: 8,
      of: 9,
    });
  });

  test('is not suggested below seven in ten, weighted to the recent', () => {
    const half = [booking([['4310', 100]]), booking([['4520', 100]])];
    expect(suggestPlace(half, '', chart)).toBeUndefined();
    const changed = [...times(5, booking([['4520', 100]])), ...times(4, booking([['4310', 100]]))];
    expect(suggestPlace(changed, '', chart)?.what.account).toBe('4520');
    expect(suggestPlace(changed.toReversed(), '', chart)).toBeUndefined();
  });

  test('is booked as lines with the same words were, whatever their numbers and months', () => {
    const evidence = times(
      3,
      booking([
        ['4310', 100, 'Schoonmaak oktober 2026'],
        ['4520', 50, 'Plantenbakken 8 st.'],
      ]),
    );
    expect(suggestPlace(evidence, 'Plantenbakken 3 st.', chart)?.what.account).toBe('4520');
    expect(suggestPlace(evidence, 'Schoonmaak november 2026', chart)?.what.account).toBe('4310');
    expect(suggestPlace(evidence, 'Iets anders', chart)).toBeUndefined();
    expect(wordsOf('Schoonmaak okt. 2026, 4e kwartaal')).toBe('schoonmaak kwartaal');
  });

  test('never gets an account outside the chart, or a closed one', () => {
    expect(suggestPlace(times(9, booking([['4999', 100]])), '', chart)).toBeUndefined();
  });

  test('of a creditor without bookings gets nothing', () => {
    expect(suggestPlace([], 'Schoonmaak', chart)).toBeUndefined();
  });
});

describe('the split of an invoice', () => {
  test('is that of before, to five percent', () => {
    const evidence = [
      booking([
        ['4310', 6000],
        ['4520', 4000],
      ]),
      booking([
        ['4310', 6090],
        ['4520', 3910],
      ]),
    ];
    expect(suggestSplit(evidence, chart)).toMatchObject({
      what: [
        { account: '4310', share: 6000 },
        { account: '4520', share: 4000 },
      ],
      count: 2,
      of: 2,
      share: 1,
    });
  });

  test('of bookings that differ is none', () => {
    const evidence = [
      booking([
        ['4310', 6000],
        ['4520', 4000],
      ]),
      booking([
        ['4310', 2000],
        ['4520', 8000],
      ]),
    ];
    expect(suggestSplit(evidence, chart)).toBeUndefined();
  });
});
