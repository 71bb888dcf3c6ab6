import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLine } from '../billing-runs/testing/lines.ts';
import { vatOf } from '#contract/money.ts';
import { creditLines, creditVat, type EarlierCredit, leftOf } from './credits.rules.ts';

const line = (amount: number) => buildLine({ quantity: 1, price: amount, amount });
const taken = (place: number, amount: number) => ({
  place,
  amount,
  description: 'X',
  from: '2026-10-01',
  to: '2026-10-31',
});
const lines = [line(20_000), line(150)];

test('all that is left is taken back unless lines are named, in the order of the invoice', () => {
  expect(creditLines(lines, [], undefined)).toMatchObject([
    { place: 0, amount: 20_000, description: 'Licentie, oktober 2026' },
    { place: 1, amount: 150 },
  ]);
  expect(creditLines(lines, [taken(0, 19_000)], undefined)).toMatchObject([
    { place: 0, amount: 1000 },
    { place: 1, amount: 150 },
  ]);
  expect(creditLines(lines, [taken(1, 150)], [{ place: 0, amount: 1 }])).toMatchObject([
    { place: 0, amount: 1 },
  ]);
  expect(
    creditLines(
      lines,
      [],
      [
        { place: 1, amount: 2 },
        { place: 0, amount: 1 },
      ],
    ),
  ).toMatchObject([{ place: 0 }, { place: 1 }]);
});

test('no line is taken back for more than it was, twice at once, or without being there', () => {
  expect(creditLines(lines, [], [{ place: 1, amount: 151 }])).toEqual({ tooMuch: [1] });
  expect(
    creditLines(
      lines,
      [taken(0, 1)],
      [
        { place: 0, amount: 20_000 },
        { place: 1, amount: 1 },
      ],
    ),
  ).toEqual({ tooMuch: [0] });
  expect(
    creditLines(
      lines,
      [],
      [
        { place: 1, amount: 1 },
        { place: 1, amount: 1 },
      ],
    ),
  ).toEqual({ tooMuch: [1] });
  expect(creditLines(lines, [], [{ place: 2, amount: 1 }])).toEqual({ tooMuch: [2] });
  expect(creditLines(lines, [taken(0, 20_000), taken(1, 150)], undefined)).toBe('nothing');
});

test('however it is taken back, line by line it never comes to more than the invoice', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 });
  const asked = fc.array(
    fc.record({ place: fc.integer({ min: 0, max: 5 }), amount: fc.integer({ min: 1, max: 100_000 }) }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(amounts, fc.array(asked, { maxLength: 6 }), (all, tries) => {
      const invoice = all.map(line);
      const before = tries.reduce<ReturnType<typeof taken>[]>((sofar, wanted) => {
        const made = creditLines(invoice, sofar, wanted);
        return Array.isArray(made) ? [...sofar, ...made] : sofar;
      }, []);
      expect(leftOf(invoice, before).every((left) => left >= 0)).toBe(true);
    }),
  );
});

test('499.94 taken back in four parts gives back all of its VAT', () => {
  const parts = [12_499, 12_498, 12_499, 12_498];
  expect(vatsOf(parts, 2100).reduce((total, vat) => total + vat, 0)).toBe(10_499);
});

test('property: in whatever parts an invoice is taken back, its VAT comes back to the cent', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 10_000 }), (amounts, vatRate) => {
      const vats = vatsOf(amounts, vatRate);
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      expect(vats.every((vat) => vat >= 0)).toBe(true);
      expect(vats.reduce((sum, vat) => sum + vat, 0)).toBe(vatOf(total, vatRate));
    }),
  );
});

test('a credit never has negative VAT, whatever earlier ones were rounded to', () => {
  const earlier = [1, 2, 3].map(() => ({ lines: [taken(0, 3)], vatInCents: 1 }));
  expect(creditVat([taken(0, 1)], earlier, 2100)).toBe(0);
});

/** The VAT of credits for these amounts, one after the other. */
function vatsOf(amounts: readonly number[], vatRate: number): number[] {
  const earlier: EarlierCredit[] = [];
  for (const amount of amounts) {
    const part = [taken(0, amount)];
    earlier.push({ lines: part, vatInCents: creditVat(part, earlier, vatRate) });
  }
  return earlier.map(({ vatInCents }) => vatInCents);
}
