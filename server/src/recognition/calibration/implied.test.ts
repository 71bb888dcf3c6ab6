import { describe, expect, test } from 'vitest';
import { pageOf } from '#tests/support/page-of.ts';
import { extractFields } from '../extract.ts';
import { withImplied } from './calibration.ts';

const fieldsOf = (drawing: string) => extractFields(pageOf(drawing), { excluded: [], known: [] }).fields;

const bill = (below: string) => `
Factuurnummer   2026-0199
Factuurdatum    12 mei 2026
Totaal excl. btw     1.000,00
Btw 21%                210,00
Totaal incl. btw     1.210,00

${below}`;

describe('a day to pay by that a term gives', () => {
  test('is about as sure as the day of the invoice, where the term is one of paying', () => {
    const { date, dueDate } = fieldsOf(bill('Betaling binnen 14 dagen na factuurdatum.'));
    expect(dueDate[0]).toMatchObject({ value: '2026-05-26', reasons: ['days-after-date:14'] });
    expect(dueDate[0]?.confidence).toBe(Math.min(0.96, date[0]?.confidence ?? 0));
  });

  test('stays a suggestion where the days are those of a complaint', () => {
    const { dueDate } = fieldsOf(bill('Reclames over de betaling binnen 8 dagen.'));
    expect(dueDate[0]?.confidence ?? 0).toBeLessThan(0.7);
  });
});

describe('what is left of two other amounts', () => {
  const fields = fieldsOf(bill(''));
  const [total] = fields.total;
  const [vat] = fields.vat;
  const doubted = (off: number) => ({
    ...fields,
    vat: vat ? [{ ...vat, value: vat.value + off, confidence: 0.7 }] : [],
  });

  test('is as sure as they are', () => {
    const [excl] = fields.excl;
    const mended = withImplied(doubted(0)).vat[0]?.confidence ?? 0;
    expect(mended).toBe(Math.min(total?.confidence ?? 0, excl?.confidence ?? 0));
    expect(mended).toBeGreaterThan(0.9);
  });

  test('is not raised where they do not add up, and the total never is', () => {
    expect(withImplied(doubted(1)).vat[0]?.confidence).toBe(0.7);
    expect(withImplied(doubted(0)).total[0]?.confidence).toBe(total?.confidence);
  });
});
