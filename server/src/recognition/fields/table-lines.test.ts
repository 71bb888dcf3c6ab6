import { expect, test } from 'vitest';
import { pageOf } from '#tests/support/page-of.ts';
import { extractFields } from '../extract.ts';

const linesOf = (drawing: string) =>
  extractFields(pageOf(drawing), { excluded: [], known: [] }).lines.map(
    ({ description, quantity, unitPriceInCents, amountInCents, vatPercent }) => [
      description,
      quantity,
      unitPriceInCents,
      amountInCents,
      vatPercent,
    ],
  );

test('the number of an article is no quantity', () => {
  expect(
    linesOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Artikelnr.   Omschrijving            Aantal    Prijs    Bedrag
36639        Kopieerpapier A4        3         10,00    30,00
94705        Whiteboardstiften       2          7,50    15,00
Totaal excl. btw                                        45,00
Btw 21%                                                  9,45
Totaal                                                  54,45`),
  ).toEqual([
    ['Kopieerpapier A4', 3, 1000, 3000, null],
    ['Whiteboardstiften', 2, 750, 1500, null],
  ]);
});

test('what is described stands below its own head, and what is measured is no price', () => {
  expect(
    linesOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Datum      Kenteken    Plaats    Product     Liters    Bedrag
01-05-26   K-482-BX    Zwolle    Diesel B7   122,42    186,08
04-05-26   V-91-HRT    Breda     Euro 95     158,32    240,65
Netto                                                  426,73
21% btw                                                 89,61
Totaal                                                 516,34`),
  ).toEqual([
    ['Diesel B7', 122.42, null, 18_608, null],
    ['Euro 95', 158.32, null, 24_065, null],
  ]);
});

test('a bare head of columns is enough, with the rate in a column of its own', () => {
  expect(
    linesOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Aantal   Wat                    Prijs     Btw    Totaal
4        Lunchbuffet            20,00     9%     80,00
2        Bediening              30,00    21%     60,00
Excl. btw                                       140,00
Btw 9%                                            7,20
Btw 21%                                          12,60
Te betalen                                      159,80`),
  ).toEqual([
    ['Lunchbuffet', 4, 2000, 8000, 9],
    ['Bediening', 2, 3000, 6000, 21],
  ]);
});

test('without a head the rows that add up are the lines, and a share of costs is no rate', () => {
  expect(
    linesOf(`
Declaratienummer 2612345      Datum 12 mei 2026
Voor verrichte werkzaamheden:
Opstellen overeenkomst          800,00
Kantoorkosten 5%                 40,00
Subtotaal                       840,00
BTW 21%                         176,40
TOTAAL                        1.016,40`),
  ).toEqual([
    ['Opstellen overeenkomst', null, null, 80_000, null],
    ['Kantoorkosten 5%', null, null, 4000, null],
  ]);
});

test('a count may stand before the description, or with the price', () => {
  expect(
    linesOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Wij leverden u:
10 x Flyers A5            5,00       50,00
Schilderwerk              2 x 25,00  50,00
Subtotaal                           100,00
BTW 21%                              21,00
Te betalen                          121,00`),
  ).toEqual([
    ['Flyers A5', 10, 500, 5000, null],
    ['Schilderwerk', 2, 2500, 5000, null],
  ]);
});

test('of columns without and with VAT the one that is the net amount counts', () => {
  expect(
    linesOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Specificatie        Excl. btw      Btw     Incl. btw
Leasetermijn        500,00         105,00     605,00
Winterbanden        100,00          21,00     121,00
Totaal              600,00         126,00     726,00`),
  ).toEqual([
    ['Leasetermijn', null, null, 50_000, null],
    ['Winterbanden', null, null, 10_000, null],
  ]);
});

test('what stands between the lines and the sums is no line', () => {
  expect(
    linesOf(`
Factuurnummer 2026-0199       Datum 12 mei 2026
Dienst            Stuks    Tarief    Waarde
Pakket            4        5,00      20,00
Toeslag           1        1,00       1,00
Waarde van de zendingen              21,00
BTW 21%                               4,41
Eindbedrag                           25,41`),
  ).toEqual([
    ['Pakket', 4, 500, 2000, null],
    ['Toeslag', 1, 100, 100, null],
  ]);
});
