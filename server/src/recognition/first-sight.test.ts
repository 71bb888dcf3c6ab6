import { describe, expect, test } from 'vitest';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';
import type { Line } from './text/words.ts';

// Causes found on a fresh lot of layouts; names and figures are changed.

const nobody = { excluded: [], known: [] };
const fieldsOf = (drawing: string) => extractFields(pageOf(drawing), nobody).fields;
const supplierOf = (drawing: string): string | undefined => fieldsOf(drawing).creditor[0]?.value;

/** The words whose text is one of `large`, half as high again. */
function withLarge(drawing: string, large: readonly string[]): Line[] {
  return pageOf(drawing).map((line) => ({
    ...line,
    cells: line.cells.map((cell) => {
      if (!large.includes(cell.text)) return cell;
      const [left, top, right, bottom] = cell.box;
      const box = [left, top - 0.004, right, bottom + 0.004] as const;
      return {
        ...cell,
        box,
        words: cell.words.map((word) => ({
          ...word,
          box: [word.box[0], box[1], word.box[2], box[3]] as const,
        })),
      };
    }),
  }));
}
const supplierWithLogo = (drawing: string, large: readonly string[]): string | undefined =>
  extractFields(withLarge(drawing, large), nobody).fields.creditor[0]?.value;

/** As a scan has it: words that are surely no text layer. */
function scanned(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({
    ...line,
    cells: line.cells.map((cell) => ({
      ...cell,
      words: cell.words.map((word) => ({ ...word, confidence: 0.9 })),
    })),
  }));
}

const bill = `
Factuurnummer 2026-0199       Datum 12 mei 2026
Totaal incl. btw  1.210,00
`;

describe('a supplier', () => {
  test('is called as its registration in the small print says, not as its logo alone', () => {
    const page = `
Van Damme
Kantoorvakhandel sinds 1951
${bill}
Van Damme Kantoorvakhandel – KvK 12345678 – btw-id NL812345678B01`;
    expect(supplierWithLogo(page, ['Van Damme'])).toBe('Van Damme Kantoorvakhandel');
  });

  test('may have a logo without capitals, over two lines', () => {
    const page = `
drukkerij
zwanenzang
Ambachtstraat 18, 1505 RJ Zaandam
${bill}`;
    expect(supplierWithLogo(page, ['drukkerij', 'zwanenzang'])).toBe('drukkerij zwanenzang');
  });

  test('may write its own name small at the head, over its address', () => {
    expect(
      supplierOf(`
marijke tuinman teksten
Lange Nieuwstraat 19 bis, 3512 PB Utrecht

Aan: Bakkerij De Zon B.V., Markt 1, 3511 AA Utrecht
${bill}
Graag betalen op NL91ABNA0417164300 t.n.v. M. Tuinman.`),
    ).toBe('marijke tuinman teksten');
  });

  test('is the holder of the account, where the sentence breaks within the name', () => {
    expect(
      supplierOf(`
${bill}
Wij vragen u te betalen op NL91ABNA0417164300 t.n.v. Stichting
Opleidingshuis Veilig Werken, onder vermelding van het nummer.`),
    ).toBe('Stichting Opleidingshuis Veilig Werken');
  });

  test('is not the one to whom the VAT is shifted', () => {
    const { creditor, vatId } = fieldsOf(`
BOUWBEDRIJF KUIPERSMA        KvK 12345678
                             Btw NL862837406B01

Installatiebedrijf De Zon B.V.
Markt 1
3511 AA Utrecht
${bill}
Btw verlegd naar Installatiebedrijf De Zon B.V., btw-nr NL812345678B01.`);
    expect(creditor[0]?.value).toBe('BOUWBEDRIJF KUIPERSMA');
    expect(vatId[0]?.value).toBe('NL862837406B01');
  });

  test('of a scan has the legal form of the small print that was misread', () => {
    const page = scanned(
      withLarge(
        `
Tischlerei Brandner
Tigchlerei Brandner GmbH
Rechnung Nr. RE-2026-7435     Datum 20.06.2026
Rechnungsbetrag  1.240,41 €`,
        ['Tischlerei Brandner'],
      ),
    );
    expect(extractFields(page, nobody).fields.creditor[0]?.value).toBe('Tischlerei Brandner GmbH');
  });
});

test('Dutch abbreviations with a k are labels of an invoice', () => {
  const { number, date, dueDate } = fieldsOf(`
Fakt.nr.:      2635433
Fakt.dat.:     22-08-2026
Verv.dat.:     21-09-2026
Te betalen     121,00`);
  expect([number[0]?.value, date[0]?.value, dueDate[0]?.value]).toEqual([
    '2635433',
    '2026-08-22',
    '2026-09-21',
  ]);
});

test('the day on which an amount is collected is the day to pay', () => {
  const { dueDate } = fieldsOf(`
Leasefactuur   LF474162
Datum factuur  23-04-2026
Totaal         693,94
Wij incasseren € 693,94 op 28-04-2026 van uw rekening.`);
  expect(dueDate[0]?.value).toBe('2026-04-28');
});

describe('the total', () => {
  test('of rent that is paid in advance is no payment in advance', () => {
    const { total, excl, vat } = fieldsOf(`
Nummer  H2026.1188      Datum  3 mei 2026
Component                            Bedrag      Btw 21%     Bruto
Kale huur                            1.850,00    388,50      2.238,50
Voorschot servicekosten                300,00     63,00        363,00
Te voldoen bij vooruitbetaling       2.150,00    451,50      2.601,50`);
    expect([total[0]?.value, excl[0]?.value, vat[0]?.value]).toEqual([260_150, 215_000, 45_150]);
  });

  test('says behind it that it is free of VAT', () => {
    const { total } = fieldsOf(`
Factuurnummer OV12345     Factuurdatum 03-05-2026
Training      2   752,61    1.505,22
Examenkosten  1   316,44      316,44
Totaal (vrijgesteld van btw)   € 1.821,66`);
    expect(total[0]?.value).toBe(182_166);
  });

  test('of a column with VAT and one without is not taxed by the latter', () => {
    const { total, excl, vat } = fieldsOf(`
Nota 12345     Zwolle, 3 mei 2026
                               belast     onbelast
Honorarium                     1.000,00
Handelsregister                            60,17
B.T.W. 21%                       210,00
                               1.210,00    60,17
Totaal verschuldigd                      € 1.270,17`);
    expect([total[0]?.value, excl[0]?.value, vat[0]?.value]).toEqual([127_017, 100_000, 21_000]);
  });

  test('of a scan stands though a comma was lost in the VAT beside it', () => {
    const page = scanned(
      pageOf(`
Factuurnummer 2026-0199     Datum 12 mei 2026
Huur                            100,00
Netto                           573,50
21% btw                          12044
Totaal                          693,94`),
    );
    const { fields } = extractFields(page, nobody);
    expect([fields.total[0]?.value, fields.excl[0]?.value, fields.vat[0]?.value]).toEqual([
      69_394, 57_350, 12_044,
    ]);
  });
});

test('an account that breaks in a narrow column is read whole', () => {
  const { iban } = fieldsOf(`
Factuurnummer 2026-0199                                   KvK 12345678
Datum 12 mei 2026                                         NL91 ABNA 0417 1643
Totaal 121,00                                             00`);
  expect(iban[0]?.value).toBe('NL91ABNA0417164300');
});
