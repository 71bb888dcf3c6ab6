import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLine } from '../billing-runs/testing/lines.ts';
import { creditLines, leftOf } from './credits.rules.ts';

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
