import { expect, test } from 'vitest';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

interface Values {
  readonly number: string | undefined;
  readonly date: string | undefined;
  readonly dueDate: string | undefined;
  readonly total: number | undefined;
  readonly excl: number | undefined;
  readonly vat: number | undefined;
  readonly creditNote: boolean;
}

function read(drawing: string): Values {
  const { fields, creditNote } = extractFields(pageOf(drawing), { excluded: [], known: [] });
  const { number, date, dueDate, total, excl, vat } = fields;
  return {
    number: number[0]?.value,
    date: date[0]?.value,
    dueDate: dueDate[0]?.value,
    total: total[0]?.value,
    excl: excl[0]?.value,
    vat: vat[0]?.value,
    creditNote,
  };
}

// Ways in which invoices are laid out, as drawn by hand: none is a real one.
const cases: readonly (readonly [name: string, drawing: string, expected: Partial<Values>])[] = [
  [
    'a subscription in English',
    `
Invoice                                     Acme Software Ltd
Invoice number  A1B2C3D4-0007
Date of issue   March 3, 2025
Date due        April 2, 2025

€12.10 due April 2, 2025

Description                 Qty    Unit price    Amount
Pro plan                      1        €10.00    €10.00
Mar 3 - Apr 3, 2025

                            Subtotal              €10.00
                            VAT - Netherlands (21% on €10.00)   €2.10
                            Total                 €12.10
                            Amount due            €12.10`,
    { number: 'A1B2C3D4-0007', date: '2025-03-03', dueDate: '2025-04-02', total: 1210, excl: 1000, vat: 210 },
  ],
  [
    'columns of a bookkeeping program',
    `
Van Dam Techniek B.V.
                                   Factuur
Debiteur      Factuur       Datum         Betalingsconditie
10012         25700123      12-03-2025    30 dagen

Artikel      Omschrijving                 Aantal       Prijs       Bedrag
1001         Montage                        2,00      100,00       200,00

Totaal excl.          BTW 21%          Totaal EUR
      200,00            42,00              242,00`,
    { number: '25700123', date: '2025-03-12', total: 24200, excl: 20000, vat: 4200 },
  ],
  [
    'currency signs in a column of their own',
    `
Factuurnummer    :   2025-0012
Factuurdatum     :   12.03.25
Vervaldatum      :   26.03.25

Totaal excl. BTW        €         1.000,00
BTW 21% over € 1.000,00     €       210,00
Totaal incl. BTW        €         1.210,00`,
    {
      number: '2025-0012',
      date: '2025-03-12',
      dueDate: '2025-03-26',
      total: 121000,
      excl: 100000,
      vat: 21000,
    },
  ],
  [
    'whole euros',
    `
Nota nr: 88
Datum: 3 mei 2025

Te betalen: € 121,-
Waarvan 21% BTW: € 21,-`,
    { number: '88', date: '2025-05-03', total: 12100 },
  ],
  [
    'excl, VAT and incl in columns',
    `
Draadloos N.V.                        Factuurnummer    901234567890
                                      Factuurdatum     5 maart 2025
                                      Klantnummer      1.23456789
Specificatie                          Excl. btw        Btw          Incl. btw
Abonnementen                            41,32          8,68           50,00
Gesprekskosten                           8,26          1,74           10,00
Totaal                                  49,58         10,42           60,00
Wij schrijven dit bedrag rond 25 maart 2025 van uw rekening af.`,
    { number: '901234567890', date: '2025-03-05', total: 6000, excl: 4958, vat: 1042 },
  ],
  [
    'the total first, then what it is made of',
    `
FACTUUR
Nummer: F-20250312        Datum: 12-03-2025

Totaal incl. 21% BTW       € 1.210,00
BTW 21%                      € 210,00
Exclusief BTW              € 1.000,00`,
    { number: 'F-20250312', date: '2025-03-12', total: 121000, excl: 100000, vat: 21000 },
  ],
  [
    'each label on a line above its value',
    `
Factuur nummer
25.0031
Factuur datum
12-03-2025
Uw nummer
77310
Vervaldatum
11-04-2025

Totaalbedrag
€ 605,00`,
    { number: '25.0031', date: '2025-03-12', dueDate: '2025-04-11', total: 60500 },
  ],
  [
    'references before a number with a one-word label',
    `
Onze referentie: 12345/JV
Uw referentie: PO 4455
Factuur: 2025.118
Utrecht, 4 april 2025

Totaal   302,50`,
    { number: '2025.118', date: '2025-04-04', total: 30250 },
  ],
  [
    'a discount and postage',
    `
Factuurnummer: 55120
Factuurdatum: 01/02/2025
Subtotaal            € 100,00
Korting 10%          € -10,00
Verzendkosten          € 5,00
Totaal excl. BTW      € 95,00
BTW 21%               € 19,95
Totaal incl. BTW     € 114,95`,
    { number: '55120', date: '2025-02-01', total: 11495, excl: 9500, vat: 1995 },
  ],
  [
    'three rates',
    `
Factuurnummer: 55121
Factuurdatum: 01/02/2025
Subtotaal            € 300,00
BTW 0% over € 100,00   € 0,00
BTW 9% over € 100,00   € 9,00
BTW 21% over € 100,00 € 21,00
Totaal               € 330,00`,
    { number: '55121', date: '2025-02-01', total: 33000, excl: 30000, vat: 3000 },
  ],
  [
    'a blocked account and shifted VAT',
    `
Factuurnummer: 2025041
Factuurdatum: 01-02-2025
Totaal excl. BTW     € 1.000,00
BTW verlegd              € 0,00
Totaal te voldoen    € 1.000,00
Waarvan op G-rekening   € 400,00`,
    { number: '2025041', total: 100000 },
  ],
  [
    'a credit note with a reference to the invoice',
    `
CREDITFACTUUR
Creditfactuurnummer:  C2025-007
Creditfactuurdatum:   10-02-2025
Referentie factuur:   F2025-031
Totaal excl.         -€ 50,00
BTW 21%              -€ 10,50
Totaal               -€ 60,50`,
    { number: 'C2025-007', date: '2025-02-10', total: -6050, creditNote: true },
  ],
  [
    'the date as the first column',
    `
Datum           Factuurnummer       Debiteurnummer
31-01-2025      20250131            4001
Betreft: huur januari 2025
Te betalen uiterlijk 14-02-2025     EUR 1.500,00`,
    { number: '20250131', date: '2025-01-31', dueDate: '2025-02-14', total: 150000 },
  ],
  [
    'three numbers on one line',
    `
Ordernr. 4500012345  Factuurnr. 9001234  Datum 12-03-2025
Totaal 121,00`,
    { number: '9001234', date: '2025-03-12', total: 12100 },
  ],
  [
    'a membership fee',
    `
Contributienota 2025
Lidnummer 4411
Notanummer 2025/4411
Notadatum 2 januari 2025
Te betalen € 75,00 voor 1 februari 2025`,
    { number: '2025/4411', date: '2025-01-02', dueDate: '2025-02-01', total: 7500 },
  ],
  [
    'British words',
    `
TAX INVOICE
Invoice No: INV/2025/031       Invoice Date: 03/02/2025
PO No: 4455                    Due Date: 05/03/2025
Net Amount     1,000.00
VAT @ 20%        200.00
Gross Amount   1,200.00`,
    {
      number: 'INV/2025/031',
      date: '2025-02-03',
      dueDate: '2025-03-05',
      total: 120000,
      excl: 100000,
      vat: 20000,
    },
  ],
  [
    'French',
    `
FACTURE N° 2025-12
Date de facture : 03/02/2025
Échéance : 05/03/2025
Total HT      1.000,00 €
TVA 20%         200,00 €
Total TTC     1.200,00 €`,
    { number: '2025-12', date: '2025-02-03', dueDate: '2025-03-05', total: 120000 },
  ],
  [
    'an earlier balance',
    `
Factuurnummer 77001
Factuurdatum 01-03-2025
Vorig saldo                 € 250,00
Ontvangen                  € -250,00
Totaal deze factuur         € 121,00
Waarvan btw                  € 21,00`,
    { number: '77001', total: 12100 },
  ],
  [
    'everything in sentences',
    `
Geachte relatie,
Hierbij ontvangt u onze factuur met nummer 2025-771 d.d. 7 maart 2025 voor de geleverde diensten.
Het factuurbedrag is € 363,00 inclusief € 63,00 btw.`,
    { number: '2025-771', date: '2025-03-07', total: 36300 },
  ],
];
test.each(cases)('%s', (_, drawing, expected) => {
  expect(read(drawing)).toMatchObject(expected);
});
