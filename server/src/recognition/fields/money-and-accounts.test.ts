import { describe, expect, test } from 'vitest';
import { extractFields } from '../extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

const read = (drawing: string) => extractFields(pageOf(drawing), { excluded: [], known: [] }).fields;
const sums = (drawing: string) => {
  const { total, excl, vat } = read(drawing);
  return { total: total[0]?.value, excl: excl[0]?.value, vat: vat[0]?.value };
};

describe('a part without VAT', () => {
  test.each(['Btw-vrij', 'Vrij van btw', 'Statiegeld', 'Doorbelaste leges', 'Griffierecht'])(
    '%s is no VAT',
    (label) => {
      const drawing = `
Factuurnummer 2026-118
Netto                     1.439,78
Btw 21%                     302,35
${label.padEnd(20)}          7,00
Totaal te betalen         1.749,13`;
      expect(sums(drawing)).toEqual({ total: 174_913, excl: 143_978, vat: 30_235 });
      expect(read(drawing).total[0]?.confidence).toBeGreaterThan(0.9);
      expect(read(drawing).vat[0]?.confidence).toBeGreaterThan(0.8);
    },
  );

  test('two rates still make the VAT together', () => {
    expect(
      sums(`
Subtotaal                 1.200,00
Btw 21%                     210,00
Btw 9%                       18,00
Totaal                    1.428,00`),
    ).toEqual({ total: 142_800, excl: 120_000, vat: 22_800 });
  });
});

describe('what a rate is over', () => {
  test.each(['21% over € 1.136,48', 'Btw 21% over 1.136,48', '21% btw van € 1.136,48'])(
    '%s is no VAT',
    (label) => {
      expect(
        sums(`
Honorarium                             1.136,48
Omzetbelasting
${label.padEnd(34)}       238,66
Kadaster, onbelast                        70,00
Totaal                                 1.445,14`),
      ).toMatchObject({ total: 144_514, vat: 23_866 });
    },
  );
});

describe('a G-account', () => {
  const [own, blocked] = ['NL72KNAB5336942780', 'NL97INGB2571632883'];
  test.each([
    ['before the own one', `G-rekening ${blocked}\nIBAN ${own}`],
    ['on one line', `IBAN: ${own}  |  G-rekening: ${blocked}`],
    ['first on one line', `G-rek. ${blocked} Bank ${own}`],
    ['in the next column', `G-rekeningnummer       ${blocked}\nRekening               ${own}`],
    ['above it', `G-rekening\n${blocked}\nIBAN ${own}`],
    ['named behind it', `Rekening ${blocked} (G-rekening)\nRekening ${own}`],
    ['in a sentence', `Wij verzoeken u 30% op G-rekening ${blocked} te storten en de rest op ${own}.`],
  ])('%s is a value of its own', (_, drawing) => {
    const { iban, gAccount } = read(drawing);
    expect(iban.map(({ value }) => value)).toEqual([own]);
    expect(gAccount.map(({ value }) => value)).toEqual([blocked]);
  });

  test('alone is no IBAN to pay to', () => {
    const { iban, gAccount } = read(`G-rekening ${blocked}`);
    expect([iban, gAccount.map(({ value }) => value)]).toEqual([[], [blocked]]);
  });
});
