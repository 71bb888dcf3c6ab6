import { describe, expect, test } from 'vitest';
import { extractFields } from '../extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

const nobody = { excluded: [], known: [] };
const read = (drawing: string) => extractFields(pageOf(drawing), nobody).fields;

describe('the day that stands with the number', () => {
  test.each([
    'Factuur 2026-118 d.d. 3 maart 2026',
    'Nota 2026-118 van 03-03-2026',
    'Factuurnr. 2026-118, 3-3-2026',
    'Rekening 2026-118 dd. 03/03/2026',
    'Rechnung Nr. 2026-118 vom 03.03.2026',
  ])('%s comes before any other', (title) => {
    const { number, date } = read(`
Offertedatum   12-01-2026
Datum          28-02-2026
${title}
Vervaldatum    02-04-2026`);
    expect([number[0]?.value, date[0]?.value]).toEqual(['2026-118', '2026-03-03']);
    expect(date[0]?.reasons).toContain('beside-number');
  });
});

describe('another paper in the same file', () => {
  test('a packing slip in front gives neither day nor number', () => {
    const slip = pageOf('Bakker Techniek B.V.\nPakbon 46466\nPakbondatum: 14-02-2026\n4 Thermostaatkraan');
    const invoice = pageOf(`
Bakker Techniek B.V.
Factuur 2026-118
3 maart 2026
Totaal incl. btw      121,00`).map((line) => ({ ...line, page: 2 }));
    const { number, date, total } = extractFields([...slip, ...invoice], nobody).fields;
    expect([number[0]?.value, date[0]?.value, total[0]?.value]).toEqual(['2026-118', '2026-03-03', 12_100]);
    expect(total[0]?.page).toBe(2);
  });

  test('a slip without an invoice behind it is read all the same', () => {
    expect(read('Bakker Techniek B.V.\nPakbon 46466\nDatum: 14-02-2026').date[0]?.value).toBe('2026-02-14');
  });

  test('rows of open items are about other invoices', () => {
    const { number, date, total } = read(`
Bakker Techniek B.V.
Factuur 2026-118
3 maart 2026
Totaal incl. btw                   121,00

Openstaande posten
Factuurnummer    Factuurdatum      Bedrag
2026-091         03-02-2026        845,00
2026-104         17-02-2026      1.210,00`);
    expect([number[0]?.value, date[0]?.value, total[0]?.value]).toEqual(['2026-118', '2026-03-03', 12_100]);
  });
});

describe('days in a line of the invoice', () => {
  const invoice = (line: string, term: string) =>
    read(`
Factuurnummer   2026-118
Factuurdatum    03-03-2026
Omschrijving                   Bedrag
${line}                       100,00
Totaal incl. btw              121,00
${term}`).dueDate[0]?.value;

  test('are no term of payment', () => {
    expect(invoice('Huur steiger, 14 dagen', '')).toBeUndefined();
    expect(invoice('Huur steiger, 14 dagen', 'Betaling binnen 30 dagen.')).toBe('2026-04-02');
    expect(invoice('Arbeid', 'Betalingstermijn: 14 dagen')).toBe('2026-03-17');
  });
});

describe('a code that breaks at the end of a line of small print', () => {
  test('is read over both lines', () => {
    const { iban, kvk } = read(`
Aalbers Accountants B.V.  Molenweg 49  5297 XT Zwolle
Aalbers Accountants Molenweg 49 5297 XT Zwolle KvK-nummer
45007169 Btw NL354016337B02 en IBAN NL91 KNAB 5994
8766 57`);
    expect(kvk[0]?.value).toBe('45007169');
    expect(iban[0]?.value).toBe('NL91KNAB5994876657');
  });
});

describe('the name of the supplier', () => {
  test.each([
    ['without its title', 'Schilderwerken Brandsma & Zn. VERKOOPFACTUUR', 'Schilderwerken Brandsma & Zn.'],
    ['without what says that it trades', 'Handelsnaam van Brandsma Groep B.V.', 'Brandsma Groep B.V.'],
    ['without its street', 'Brandsma Groep B.V. Havenstraat 12', 'Brandsma Groep B.V.'],
  ])('stands %s', (_, head, name) => {
    expect(
      read(`${head}\n8011 AB Zwolle\nKvK 45007169\n\nFactuurnummer 2026-118\nTotaal 121,00`).creditor[0]
        ?.value,
    ).toBe(name);
  });
});
