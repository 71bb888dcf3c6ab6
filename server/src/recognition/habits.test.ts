import { describe, expect, test } from 'vitest';
import { datesIn, isMonthFirst } from './text/dates.ts';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';
import type { KnownParties } from './fields/creditor.ts';

const nobody: KnownParties = { excluded: [], known: [] };
const read = (drawing: string, parties = nobody) => extractFields(pageOf(drawing), parties).fields;
const first = (drawing: string) => {
  const { number, date, total } = read(drawing);
  return { number: number[0]?.value, date: date[0]?.value, total: total[0]?.value };
};

describe('words that no list foresees', () => {
  test.each([['Dispatch date: 13-07-2026'], ['Inspectiedatum: 13-07-2026'], ['Kontrolldatum: 13.07.2026']])(
    'the day of something else is not the invoice’s: %s',
    (line) => {
      expect(first(`Factuur\n${line}\nDatum: 05-08-2026`).date).toBe('2026-08-05');
    },
  );

  test.each([['Kentekennummer: 991122'], ['Booking no. 991122'], ['Werkbon-nr. 991122']])(
    'the number of something else is not the invoice’s: %s',
    (line) => {
      expect(first(`${line}\nFactuur 2026-118`).number).toBe('2026-118');
    },
  );

  test.each([['Factuurcode: K-4471'], ['Rechnungskennung: K-4471'], ['Invoice ident: K-4471']])(
    'what is said of an invoice in one more word is mostly its number: %s',
    (line) => {
      expect(first(line).number).toBe('K-4471');
    },
  );
});

test('a French invoice, with a space in its thousands', () => {
  expect(
    first(`
Électricité Lambert SA
Numéro de client: 515389   Facture N°: 79 871 61 392   Date facture: 29.07.2026   Date limite de paiement: 19.08.2026
Création logo        1        2 236,42
Impression           1           98,87
Base HT: 2 335,29 EUR
Montant TVA: 467,06 EUR
Montant à payer: 2 802,35 EUR`),
  ).toEqual({ number: '7987161392', date: '2026-07-29', total: 280235 });
});

test.each([
  [
    'a wholesaler that adds twice',
    'Eindtotaal (excl. BTW):   € 105,00\nBTW 21%:   € 22,05\nEindtotaal (incl. BTW):   € 127,05',
    { total: 12705 },
  ],
  [
    'a telephone company',
    'Rekeningnummer:   123456789\nDatum   12 maart 2026\nTotaal te betalen   € 12,10',
    { number: '123456789', date: '2026-03-12', total: 1210 },
  ],
  [
    'a cloud company',
    'Invoice Number:   42183017\nInvoice Date:   September 3 , 2026',
    { number: '42183017', date: '2026-09-03' },
  ],
])('%s', (_, drawing, expected) => {
  expect(first(drawing)).toMatchObject(expected);
});

describe('a month that stands first', () => {
  test('follows from another day of the document', () => {
    expect(isMonthFirst('date 05/03/2026 due 06/14/2026')).toBe(true);
    expect(isMonthFirst('date 05/03/2026 due 14/06/2026')).toBe(false);
    expect(datesIn('05/03/2026', true)[0]?.day).toBe('2026-05-03');
  });

  test('follows from an American address and dollars, never where euros are printed', () => {
    expect(isMonthFirst('san francisco, ca 94103 total $12.00 05/03/2026')).toBe(true);
    expect(isMonthFirst('san francisco, ca 94103 total € 12.00 05/03/2026')).toBe(false);
  });
});

test('a day that breaks in a narrow cell is whole', () => {
  expect(
    first(`
Documentdatum: 17     Leverdatum: 08
NOV 2025              OKT 2025
Factuurnummer: 2025-7`).date,
  ).toBe('2025-11-17');
});

test('of a row of labels each speaks for its own value', () => {
  expect(first('Klantnummer: 568795 Nr.: 5836.467 Datum: 17-10-2025')).toMatchObject({
    number: '5836.467',
    date: '2025-10-17',
  });
});

test('a postcode or house number under a title is no invoice number', () => {
  expect(
    first(`
Facture            Amstel BV
5000 Namur         Rue de la Loi 45
Numéro             INV-143499`).number,
  ).toBe('INV-143499');
});

test('a discount is not taken for the VAT of a sum', () => {
  expect(
    first(`
Total items          498,58
Discount 5%          -24,93
Sub-total            473,65
Please pay           473,65`).total,
  ).toBe(47365);
});

test('on a credit note the day behind the earlier invoice is not its own', () => {
  const { date, number } = first(`
Creditnota
Nummer      C-2026-07
Datum       14-03-2026
Factuur     E26/1039 (04-02-2026)
Totaal      -100,00`);
  expect({ date, number }).toEqual({ date: '2026-03-14', number: 'C-2026-07' });
});

test('a head that only speaks of a credit leaves nobody sure of the total', () => {
  const { total } = read(`
Gutschrift Nr. 12
Nettobetrag     100,00
MwSt 19%         19,00
Gesamtbetrag    119,00`);
  expect(total[0]?.confidence).toBeLessThan(0.9);
});

describe('the supplier', () => {
  test('is not the own company under a trade name, known by its number in the trade register', () => {
    const own = { id: 'own', name: 'Stichting Wonen Noord', kvk: '12345678' };
    const { creditor } = read(
      `
Woonwinkel B.V.                     Bakkerij De Zon B.V.
KvK 12345678                        KvK 87654321`,
      { excluded: [own], known: [] },
    );
    expect(creditor[0]?.value).toBe('Bakkerij De Zon B.V.');
  });

  test('is never one known by a code of the own company', () => {
    const own = { id: 'own', name: 'Stichting Wonen Noord', vatId: 'NL123456782B12' };
    const wrong = { id: 'c1', name: 'Woonwinkel', vatId: 'NL123456782B12' };
    const { creditor } = read('Bakkerij De Zon B.V.\nUw btw-nummer NL123456782B12', {
      excluded: [own],
      known: [wrong],
    });
    expect(creditor.map(({ knownId }) => knownId)).not.toContain('c1');
  });

  test('has its whole name from the small print, where the logo has a part of it', () => {
    const { creditor } = read(`
Northwind Hosting


Invoice 2026-7
Northwind Hosting Ltd | Harbour Park | www.northwindhosting.com`);
    expect(creditor[0]?.value).toBe('Northwind Hosting Ltd');
  });

  test('is sure only with its legal form, or when it is known', () => {
    const { creditor } = read('Loodgietersbedrijf Kuipers\nwww.loodgietersbedrijfkuipers.nl   KvK 87654321');
    expect(creditor[0]?.confidence).toBeLessThan(0.95);
  });
});
