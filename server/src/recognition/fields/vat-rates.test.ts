import { describe, expect, test } from 'vitest';
import { extractFields } from '../extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

const ratesOf = (drawing: string) =>
  extractFields(pageOf(drawing), { excluded: [], known: [] }).vatRates.map(
    ({ rate, baseInCents, vatInCents }) => [rate, baseInCents, vatInCents],
  );

const head = 'Factuurnummer 2026-0199       Factuurdatum 12 mei 2026\n';

describe('VAT by rate', () => {
  test('a row for each rate with what it is over, also one without VAT', () => {
    const drawing = `${head}
Omschrijving                         Btw        Bedrag
Boeken                               9%         120,00
Advies                               21%        300,00
Porto                                0%          10,00

Btw 21% over            300,00        63,00
Btw 9% over             120,00        10,80
Btw 0% over              10,00         0,00
Totaal excl. btw        430,00
Totaal btw               73,80
Totaal                  503,80`;
    expect(ratesOf(drawing)).toEqual([
      [2100, 30_000, 6300],
      [900, 12_000, 1080],
      [0, 1000, 0],
    ]);
  });

  test('lines of an invoice with their own VAT are no summary', () => {
    const drawing = `${head}
Omschrijving          Bedrag     Btw        Btw-bedrag    Totaal
Zand                  100,00     21%        21,00         121,00
Grind                 200,00     21%        42,00         242,00

Subtotaal                                                 300,00
Btw 21%                                                    63,00
Te betalen                                                363,00`;
    expect(ratesOf(drawing)).toEqual([[2100, 30_000, 6300]]);
  });

  test('what the rates are over follows where it is not printed', () => {
    const drawing = `${head}
Subtotaal               420,00
9% btw                   10,80
21% btw                  63,00
Totaal te betalen       493,80`;
    expect(ratesOf(drawing)).toEqual([
      [900, 12_000, 1080],
      [2100, 30_000, 6300],
    ]);
  });

  test('the rate stands in a cell of its own, below the sign of its head', () => {
    const drawing = `Rechnungsnummer 2026-0199       Rechnungsdatum 12.05.2026
Art                     Basisbetrag     Steuersatz [%]     Steuerbetrag
Umsatzsteuer (S)             275,00          7                 19,25
Umsatzsteuer (S)             198,00         19                 37,62
Summe ohne USt.                                               473,00
Steuerbetrag                                                   56,87
Bruttosumme                                                   529,87`;
    expect(ratesOf(drawing)).toEqual([
      [700, 27_500, 1925],
      [1900, 19_800, 3762],
    ]);
  });

  test('the sums leave one rate where none is printed', () => {
    expect(ratesOf(`${head}Subtotaal 100,00\nBtw 21,00\nTotaal 121,00`)).toEqual([[2100, 10_000, 2100]]);
  });

  test('below zero on a credit note', () => {
    const drawing = `Creditfactuur 2026-0200       Datum 12 mei 2026
Subtotaal               100,00
Btw 21%                  21,00
Totaal                  121,00`;
    expect(ratesOf(drawing)).toEqual([[2100, -10_000, -2100]]);
  });

  test('none where the rates do not come to the VAT', () => {
    const drawing = `${head}
Subtotaal               400,00
Btw 9%                   11,00
Btw 21%                  99,00
Btw totaal               73,80
Totaal te betalen       473,80`;
    expect(ratesOf(drawing)).toEqual([]);
  });
});
