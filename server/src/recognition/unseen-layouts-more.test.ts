import { describe, expect, test } from 'vitest';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

// Cases found on two lots of unseen invoices; names and figures are changed.

const fieldsOf = (drawing: string) => extractFields(pageOf(drawing), { excluded: [], known: [] }).fields;
/** The same as a scan: its lines may stand a little apart. */
const scanned = (drawing: string) =>
  pageOf(drawing).map((line) => ({
    ...line,
    cells: line.cells.map((cell) => ({
      ...cell,
      words: cell.words.map((word) => ({ ...word, confidence: 0.9 })),
    })),
  }));
const supplierOf = (drawing: string): string | undefined => fieldsOf(drawing).creditor[0]?.value;

const bill = `
Factuurnummer 2026-0199       Datum 12 mei 2026
Totaal incl. btw  1.210,00
`;

describe('a supplier', () => {
  test('is not mistaken for the addressee by the label of a customer number', () => {
    expect(
      supplierOf(`
Invoice
Invoice number      INV-30418
Date of issue       4 February 2026
Customer ID         CUS-1158
PO reference        4547616
Hollow Pine Hosting Ltd                  Bill to
12 Mill Lane                             Gemeente Oostdal
York YO1 9TT                             Postbus 118
United Kingdom                           7730 AC Ommen
Total   GBP 3,060.00`),
    ).toBe('Hollow Pine Hosting Ltd');
  });

  test('may have a name over three lines', () => {
    const page = scanned(`
Glazenwassersbedrijf
Gebroeders
Oldenhof V.O.F.
De Es 5
7683 PM Den Ham
info@oldenhof.example
${bill}`);
    const [first] = extractFields(page, { excluded: [], known: [] }).fields.creditor;
    expect(first?.value).toBe('Glazenwassersbedrijf Gebroeders Oldenhof V.O.F.');
  });

  test('is read without the speck that a scan adds behind a name', () => {
    const page = scanned(`
Lampenkeizer k
${bill}
www.lampenkeizer.example`);
    const [first] = extractFields(page, { excluded: [], known: [] }).fields.creditor;
    expect(first?.value).toBe('Lampenkeizer');
  });

  test('is read without the trade behind the name', () => {
    expect(
      supplierOf(`
GEBR. WIJNIA nationaal en internationaal transport     Factuur 257412
Transportbedrijf Gebr. Wijnia B.V., Energieweg 30, 7741 KC Coevorden | KvK 04221956
${bill}`),
    ).toBe('Transportbedrijf Gebr. Wijnia B.V.');
  });

  test('has a logo in pieces', () => {
    expect(
      supplierOf(`
Studie-
huis
Vrije
Sector

${bill}

Stichting Studiehuis Vrije Sector
Lange Weg 88, 3512 PJ Utrecht
KvK 06621632`),
    ).toBe('Stichting Studiehuis Vrije Sector');
  });

  test('may sign with a part of the name', () => {
    expect(
      supplierOf(`
MR. A.B. VAN DELDEN ADVOCATUUR
Prinsesseweg 9   7731 GK Ommen   tel. 0529-454977
${bill}
Met vriendelijke groet,
A.B. van Delden
KvK 50296037`),
    ).toBe('MR. A.B. VAN DELDEN ADVOCATUUR');
  });

  test('is read without half an account number before the name', () => {
    expect(
      supplierOf(`
${bill}
Wij verzoeken u het bedrag over te maken op NL71 TRIO 0800
7818 72 t.n.v. Studio Zuidlicht V.O.F. onder vermelding van het nummer.

Studio Zuidlicht V.O.F.
KvK 25400476`),
    ).toBe('Studio Zuidlicht V.O.F.');
  });

  test('is not the one to whom the tax is shifted', () => {
    expect(
      supplierOf(`
                                              Werkpunt Bouw & Infra B.V.
                                              Kanaaldijk 92
Van Dongen Bouw B.V.                          7683 PS Den Ham
De Spil 17
7921 HN ZUIDWOLDE                             facturen@werkpunt.example
Btw-nr. NL818844032B01
${bill}
Btw verlegd naar NL818844032B01 op grond van art. 24b Uitvoeringsbesluit OB.`),
    ).toBe('Werkpunt Bouw & Infra B.V.');
  });

  test('has a name that ends where a street or a registration begins, also when a scan lost the separator', () => {
    expect(
      supplierOf(`
${bill}
Hofman & Zonen Transport BV Havenkade 9 - 3087 AA Rotterdam`),
    ).toBe('Hofman & Zonen Transport BV');
    expect(
      supplierOf(`
${bill}
Northgate Print Ltd. Registered in England no. 04567812. VAT GB 812 3345 67`),
    ).toBe('Northgate Print Ltd.');
  });

  test('is registered somewhere, and may be called Mobilo', () => {
    expect(
      supplierOf(`
Maatschap Kwakkel Notarissen
${bill}
Maatschap Kwakkel Notarissen is ingeschreven in het handelsregister onder nummer 23690456`),
    ).toBe('Maatschap Kwakkel Notarissen');
    expect(
      supplierOf(`
Zorggroep De Es
Kerkbrink 41
7671 GA Vriezenveen
${bill}

Mobilo Nederland N.V. - Hoogoorddreef 60 - 1101 BE Amsterdam - KvK 87780610`),
    ).toBe('Mobilo Nederland N.V.');
  });
});

test('the day of what a credit note takes back is not its own', () => {
  const { date } = fieldsOf(`
CREDITNOTA
Creditnotanr.    Datum       Klantnr.   Op factuur    Fact.datum
C2501187         08-05-26    47547      F2502077      25-04-26
Totaal te uwen gunste  EUR 158,33-`);
  expect(date[0]?.value).toBe('2026-05-08');
});

test('the copy of an invoice in a reminder calls its total what is open', () => {
  const { total } = fieldsOf(`
Betalingsherinnering
KOPIE FACTUUR
Factuurnummer  2026-F-895     Factuurdatum  6 aug 2026
Bedrag excl. btw       462,45
Btw 21 %                97,11
Openstaand bedrag      559,56`);
  expect(total[0]?.value).toBe(55956);
});

test('a letter before a number in its column is a part of it', () => {
  const { number } = fieldsOf(`
DEB.NR    FACT.NR      FACT.DAT      PAKBON
12622     F 23-4471    05-06-2026    887214
Totaal  121,00`);
  expect(number[0]?.value).toBe('F23-4471');
});

test('a box number beside a column of values is no label of theirs', () => {
  const { number } = fieldsOf(`
Waterschap Zuidzoom
Gemeente Oostdal               Aanslagnummer
Postbus 118                    1204.4471.90.2025
7730 AC Ommen
                               Subjectnummer
                               2105116
Totaal van deze aanslag   1.847,81`);
  expect(number[0]?.value).toBe('1204.4471.90.2025');
});

describe('columns too narrow for what stands in them', () => {
  test('a number that breaks behind its dash is read whole', () => {
    const { number } = fieldsOf(`
Dekker Advies B.V.
Uw factuur      Factuurdatum      Debiteurnummer
VF-2025-        24-09-2025        44276
785`);
    expect(number[0]?.value).toBe('VF-2025-785');
  });

  test('what stands below another column is no part of it', () => {
    const { number } = fieldsOf(`
Dekker Advies B.V.
Factuurnummer   Factuurdatum      Debiteurnummer
VF-2025-        24-09-2025        44276
                785`);
    expect(number[0]?.value).toBe('VF-2025');
  });
});

describe('a total that is called Saldo', () => {
  test('is one where net and VAT make it', () => {
    const { total } = fieldsOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Belastbaar bedrag                   750,82
+ 21% btw                           157,67
Saldo                               908,49`);
    expect(total[0]).toMatchObject({ value: 90_849, reasons: expect.arrayContaining(['sum']) });
  });

  test('with two rates too', () => {
    const { total, vat } = fieldsOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Netto                             6.767,28
Btw 21% over 6.589,93             1.383,89
Btw 9% over 177,35                   15,96
Saldo                             8.167,13`);
    expect(total[0]?.value).toBe(816_713);
    expect(vat[0]?.value).toBe(139_985);
  });

  test('is none beside a total', () => {
    const { total } = fieldsOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Netto                               750,82
Btw 21%                             157,67
Totaal                              908,49
Saldo                             1.908,49`);
    expect(total[0]?.value).toBe(90_849);
  });
});

test('the third month may be short for its first three letters', () => {
  expect(fieldsOf('Factuurnummer 2026-0199   Factuurdatum 20 maa 2026').date[0]?.value).toBe('2026-03-20');
});

describe('an invoice that prints no currency', () => {
  test.each([
    ['of a Dutch sender is in euros', 'KvK 12345678', 0.93],
    ['of an unknown one is a guess', '', 0.6],
  ])('%s', (_, code, confidence) => {
    const { currency } = fieldsOf(`Dekker Advies B.V.  ${code}\n${bill}`);
    expect(currency[0]).toMatchObject({ value: 'EUR', confidence });
  });
});

test('dots between a name and its amount belong to neither', () => {
  const { total, excl, vat } = fieldsOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Totaal exclusief......................1.200,00
Btw 21%................................252,00
Totaal...............................1.452,00`);
  expect([total[0]?.value, excl[0]?.value, vat[0]?.value]).toEqual([145_200, 120_000, 25_200]);
});

test('a day that breaks behind its month is read whole', () => {
  const { date } = fieldsOf(`
Nummer       Factuurdatum     Klant
2026-0199    2026-05-         21796
             22`);
  expect(date[0]?.value).toBe('2026-05-22');
});
