import { describe, expect, test } from 'vitest';
import { calibrationError, calibrationTable, claimsInFolds, fit, type Observation } from './fitting.ts';
import { type CalibratedField, confidenceFrom, probability } from './calibration.ts';
import { extractFields } from '../extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

const invoice = (total: string, extra = '') => `
Bakker Techniek B.V.
Factuurnummer   2026-0042
Factuurdatum    12-03-2026
Vervaldatum     26-03-2026
${extra}
Onderhoud                        1.000,00
Totaal excl. btw                 1.000,00
Btw 21%                            210,00
Totaal incl. btw                 ${total}`;
const read = (drawing: string) => extractFields(pageOf(drawing), { excluded: [], known: [] }).fields;

describe('confidence', () => {
  test('is high where labels and arithmetic agree, and never one', () => {
    const { number, date, total } = read(invoice('1.210,00'));
    for (const [found] of [number, date, total]) {
      expect(found?.confidence).toBeGreaterThanOrEqual(0.9);
      expect(found?.confidence).toBeLessThanOrEqual(0.99);
    }
  });

  test('drops where the amounts do not add up', () => {
    const right = read(invoice('1.210,00')).total[0];
    const wrong = read(invoice('1.320,00')).total[0];
    expect(wrong?.confidence).toBeLessThan((right?.confidence ?? 0) - 0.05);
  });

  test('drops where two labels name different numbers', () => {
    const alone = read(invoice('1.210,00')).number[0];
    const torn = read(invoice('1.210,00', 'Factuurnummer   2026-0099')).number[0];
    expect(torn?.confidence).toBeLessThan(alone?.confidence ?? 0);
  });

  test('of the others together is no more than what is left', () => {
    const { number } = read(invoice('1.210,00', 'Factuurnummer   2026-0099'));
    expect(number[1]?.confidence).toBeLessThanOrEqual(1 - (number[0]?.confidence ?? 0) + 0.001);
  });

  const eager = [9, 0, 0, 0, 0, 0, 0, 0, 0];
  const featuresAt = (score: number, label: 0 | 1, guess: 0 | 1) => [
    1,
    Math.log(score / (1 - score)) / 4,
    0,
    0,
    label,
    0,
    guess,
    0,
    0,
  ];

  test.each<[string, CalibratedField, 0 | 1, 0 | 1]>([
    ['an amount', 'total', 1, 0],
    ['a value without a label', 'number', 0, 0],
    ['a guess', 'date', 0, 1],
  ])('of %s that the rules had doubts about is never lifted to ninety percent', (_, field, label, guess) => {
    for (const score of [0.36, 0.5, 0.7, 0.79]) {
      expect(probability(eager, featuresAt(score, label, guess))).toBeGreaterThan(0.99);
      expect(confidenceFrom(field, eager, featuresAt(score, label, guess))).toBeLessThan(0.9);
    }
  });

  test('of a value that a label names is lifted, but to 95 % only where the label stands near', () => {
    expect(confidenceFrom('number', eager, featuresAt(0.6, 1, 0))).toBeGreaterThan(0.9);
    expect(confidenceFrom('number', eager, featuresAt(0.6, 1, 0))).toBeLessThan(0.95);
    expect(confidenceFrom('number', eager, featuresAt(0.7, 1, 0))).toBeGreaterThan(0.95);
    expect(confidenceFrom('number', eager, featuresAt(0.79, 1, 0))).toBeLessThan(0.98);
    expect(confidenceFrom('number', eager, featuresAt(0.4, 1, 0))).toBeLessThan(0.9);
  });
});

describe('fitting', () => {
  // Two layouts with the same truth: with support nine in ten are right, without it one in ten.
  const observations: Observation[] = ['a', 'b'].flatMap((layout) =>
    Array.from({ length: 40 }, (_, at) => ({
      field: 'number' as const,
      layout,
      features: [1, 0.6, 1, 0, 1, at % 2, 0, 0, 0],
      isRight: at % 2 === 1 ? at % 20 !== 1 : at % 20 === 0,
    })),
  );

  test('finds the shares again, on the layout that it has not seen', () => {
    const claims = claimsInFolds(observations);
    expect(claims).toHaveLength(80);
    const mean = (isHigh: boolean) => {
      const own = claims.filter(({ confidence }) => confidence > 0.5 === isHigh);
      return own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length;
    };
    expect(mean(true)).toBeGreaterThan(0.8);
    expect(mean(false)).toBeLessThan(0.2);
  });

  test('gives the same weights for the same observations', () => {
    expect(fit(observations)).toEqual(fit(observations));
  });

  test('prints every value in one band, with its count', () => {
    const table = calibrationTable([
      { field: 'number', confidence: 0.97, isRight: true },
      { field: 'number', confidence: 0.93, isRight: false },
      { field: 'number', confidence: 0.2, isRight: false },
    ]);
    expect(table).toMatch(/90-100 % +2 +1 +50\.0 %/);
    expect(table).toMatch(/0-35 % +1 +0 /);
  });

  test('weighs how far each tenth lies off by its values', () => {
    const claims = [true, true, true, false].map((isRight) => ({
      field: 'number',
      confidence: 0.95,
      isRight,
    }));
    expect(calibrationError(claims)).toBeCloseTo(0.2);
    const low = { field: 'number', confidence: 0.6, isRight: true };
    expect(calibrationError([...claims, low])).toBeCloseTo((4 * 0.2 + 0.4) / 5);
    expect(calibrationError([])).toBe(0);
  });
});
