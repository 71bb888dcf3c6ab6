import { describe, expect, test } from 'vitest';
import type { PdfText } from '#server/platform/pdf/pdf.ts';
import type { KnownParties } from './fields/creditor.ts';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';
import { linesFrom, wordsFrom } from './text/words.ts';

// What invoices drawn by people who had not seen these rules taught.

const nobody: KnownParties = { excluded: [], known: [] };
const read = (drawing: string) => extractFields(pageOf(drawing), nobody);
const first = (drawing: string) => {
  const { number, date, total, creditor } = read(drawing).fields;
  return {
    number: number[0]?.value,
    date: date[0]?.value,
    total: total[0]?.value,
    creditor: creditor[0]?.value,
  };
};

describe('letters set apart', () => {
  const letter = 0.012;
  /** A line of letters with the same gap between them, and a space of no size where the engine sees one. */
  const spaced = (text: string, gap: number): PdfText => {
    const characters: string[] = [];
    const boxes: number[] = [];
    let left = 0.1;
    for (const character of text) {
      if (character === ' ') {
        left += letter * 1.2;
        continue;
      }
      characters.push(character, ' ');
      boxes.push(left, 0.1, left + letter, 0.117, left + letter, 0.11, left + letter, 0.11);
      left += letter + gap;
    }
    return { characters, boxes: Float32Array.from(boxes), unmapped: 0, pictureCover: 0 };
  };
  const wordsOf = (text: PdfText) =>
    linesFrom(wordsFrom(text, 0.7), 1, 0.7, false).map((line) => line.text.replaceAll('\t', ' '));

  test.each([0.002, 0.004, 0.008])('%f of the width are words, and a wider gap ends one', (gap) => {
    expect(wordsOf(spaced('TE VOLDOEN EURO', gap))).toEqual(['TE VOLDOEN EURO']);
  });

  test('and printed with spaces between are a word too', () => {
    expect(pageOf('F A C T U U R').map(({ text }) => text)).toEqual(['FACTUUR']);
  });
});

describe('the total', () => {
  test('is what is due below a premium, its tax and its costs', () => {
    expect(
      first(`
Assurantiekantoor Postma
Notanr.                9882.851.24
d.d.                   14 december 2024
Verzekering                 Premie
Bedrijfsgebouwen            669,81
Inventaris                  956,39
Premie totaal             1.626,20
Assurantiebelasting 21%     341,50
Poliskosten                  12,50
Door u verschuldigd     € 1.980,20`).total,
    ).toBe(198_020);
  });

  test('is no row of one rate beside rows of others, nor what a deposit leaves', () => {
    expect(
      first(`
Hotel De Zeewind
Rekening 56556             Datum 11-06-2023
Logies kamer 182                     355,28
Ontbijtbuffet                         39,00
Wijn en sterke drank                  17,50
Toeristenbelasting                    10,28
Totaal EUR                           422,06
Inclusief btw:
0%       netto       10,28     btw    0,00     bruto     10,28
9%       netto      361,72     btw   32,56     bruto    394,28
21%      netto       14,46     btw    3,04     bruto     17,50`).total,
    ).toBe(42_206);
    expect(
      first(`
Northgate Cloud Systems Ltd
Invoice #  INV-04906
Item                                Amount
Licences                           £371.07
Domain registration                 £12.00
Subtotal                           £383.07
VAT (reverse charge)                 £0.00
Total                              £383.07
Deposit received 29 Dec           -£191.54
Amount due (GBP)                   £191.53`).total,
    ).toBe(38_307);
  });

  test('that was paid by a credit card is no credit', () => {
    expect(
      first(`
Factuurnummer              Factuurdatum
F2024-57689                15 jan 2024
Subtotaal (excl. btw)                  € 158,67
Btw 21%                                 € 33,32
Totaal (incl. btw)                     € 191,99
Betaald met creditcard                € -191,99
Nog te voldoen                           € 0,00`).total,
    ).toBe(19_199);
  });

  test('is not the first of what was done, whatever its column is called', () => {
    expect(
      first(`
Dierenartsenpraktijk De Terp
Nota 240703-23
Verrichting / middel      Aantal   Btw      Bedrag incl.
Consult                        1     H             49,80
Castratie kat                  1     H             78,80
Dieetvoer 7,5 kg               2     L            262,36
                                   Totaal       € 390,96`).total,
    ).toBe(39_096);
  });

  test('has its currency behind the label or before the amount', () => {
    expect(
      first(`
Uitzendbureau Werkstroom
Factuurnr          UZ24-45339
Subtotaal                  21.271,96
Btw verlegd                     0,00
Factuurbedrag EUR 21.271,96
Waarvan op G-rekening (25%)     5.317,99`).total,
    ).toBe(2_127_196);
  });

  test('is no amount of a column with one for each rate', () => {
    expect(
      first(`
Invoice no. INV/2026/6558      Invoice date 04 Jun 2026
Total                          493.87
Balance due EUR                493.87
VAT      Net       VAT amount    Gross
21%      30.06     6.31          36.37
9%       408.58    36.77         445.35
0%       12.15     0.00          12.15`).total,
    ).toBe(49387);
  });

  test('is the sum that a sentence asks for', () => {
    expect(
      first(`
Almere, 12 mei 2026
Factuurnummer 2026-0042
Wij verzoeken u het bedrag van € 1.234,56 voor 12 juni 2026 over te maken.`),
    ).toMatchObject({ number: '2026-0042', date: '2026-05-12', total: 123456 });
  });

  test('is what is left of a year where advances were billed before', () => {
    expect(
      first(`
Jaarnota 60012345678                 1 mei 2026
Verbruik elektriciteit               1.200,00
Btw                                    252,00
Totaal kosten                        1.452,00
In rekening gebrachte voorschotten  -1.300,00
Te betalen                             152,00`).total,
    ).toBe(15200);
  });

  test('is not the tax that it includes', () => {
    expect(
      first(`
Bloemsierkunst Rozenrood
rekening 26240                        23 mrt 2026
4   Kerststukken       à € 30,-       € 120,-
2   Kerststukken       à € 65,-       € 130,-
    samen                             € 250,-
    inclusief 9% btw                  € 20,64`).total,
    ).toBe(25000);
  });

  test('of an insurer is the premium, without what is owed from before', () => {
    expect(
      first(`
Beitragsrechnung Nr. 00.123.456.7                          11. März 2014
Kfz-Haftpflicht                                            80,00 €
Vollkasko                                                 140,00 €
vierteljährlicher Beitrag inklusive 19 % Versicherungsteuer  220,00 €
Ausstehende Forderung am Ausstellungstag                  220,00 €
zu zahlender Beitrag                                      440,00 €`).total,
    ).toBe(22000);
  });

  test('stays one where a credit note is settled with it', () => {
    const { fields, creditNote } = read(`
Factuurnummer    2026-0042
Subtotaal        200,00
Btw 21%           42,00
Totaal           242,00
Verrekend met creditnota 2026-0031   -42,00
Te voldoen       200,00`);
    expect(creditNote).toBe(false);
    expect(fields.total[0]?.value).toBe(24200);
  });
});

describe('the number', () => {
  test('begins with a T, as a telephone number does', () => {
    expect(
      first(`
TERMIJNFACTUUR
ons kenmerk              W4685/JM
factuurnr                T26-24.4
datum                    07.08.26
Te betalen               € 53.860,39
tel 0543-51 70 00`).number,
    ).toBe('T26-24.4');
  });

  test('is of two groups of digits, with another label behind a stroke', () => {
    expect(
      first(`
Pakdienst Koeriers B.V.
Factuurnummer 8773 6958 | Factuurdatum 2026-02-12 | Klantnummer 9882 2252
Totaal incl. btw                € 154,12`).number,
    ).toBe('87736958');
  });

  test('stands in a sentence behind `onder nummer`', () => {
    expect(
      first(`
Rotterdam, 12 mei 2026
Voor de verrichte werkzaamheden brengen wij u onder nummer 2026-0417 in rekening:
Totaal incl. btw   1.210,00`).number,
    ).toBe('2026-0417');
  });

  test('is that of the title, not the order that it is for', () => {
    expect(
      first(`
Gutschrift GS-2603-8001                        Leipzig, den 16.03.2026
Kunde 43036 | Bestellung 259729 | Lieferdatum 12.03.2026
Gutschriftsbetrag  -151,13 EUR`).number,
    ).toBe('GS-2603-8001');
  });
});

describe('a row of labels', () => {
  test('with a customer in it counts nothing, and is no head of a table', () => {
    expect(
      first(`
Huerta Alta Exportaciones, S.L.
INVOICE                 DATE            CUSTOMER CODE        DELIVERY NOTE       INCOTERM
EX-2025-9172            30/01/2025      430006187            ALB60890            DAP
TOTAL INVOICE (EUR)                                                              2.639,01`),
    ).toMatchObject({ number: 'EX-2025-9172', date: '2025-01-30', total: 263_901 });
  });

  test('heads the values below it, however close they stand', () => {
    expect(
      first(`
Factuur
Klantnummer Factuur no. Besteld op      Fact.datum                 Vervaldag
23286       881-6829    zaterdag 8 november 2025 dinsdag 11 november 2025 dinsdag 25 november 2025`).number,
    ).toBe('881-6829');
  });

  test('of which some are nothing that an invoice has one of is the head of a table', () => {
    expect(
      first(`
Rekening nr  2969
             25-okt-26
datum        rit                       km     bedrag
23-okt-26    Kantoor - Eelde Airport   69     50,74`).date,
    ).toBe('2026-10-25');
  });
});

test('the day of an order is not that of the letter', () => {
  expect(
    first(`
Feinmechanik Brehm e.K.
                                              Wetzlar, den 20. August 2024
Rechnung Nr. RE202408-386
Kundennr. 49945 Auftrag AB-82575 vom 18.07.2024 Lieferschein 16391 Leistungsdatum 17.08.2024
Rechnungsbetrag                               2.238,12`).date,
  ).toBe('2024-08-20');
});

describe('the supplier', () => {
  test('may stand in a column beside the table, with its codes below', () => {
    expect(
      first(`
                                   FACTUUR
FACTUUR                            Bakkerij Terpstra B.V.
VF25.6655                          Havenstraat 12
                                   8601 WK Sneek
DATUM
20 sep 2025
                                   24 Druivensap rood 1 l             2,99      71,76
                                   4 Koffiebonen Sidamo 1 kg         20,00      80,00
C.V. Wijnimport Het Anker          21% btw van 151,76                           31,87
Kade 71
4531 CA Terneuzen
0115 61 88 20                      Totaal                                  € 183,63
IBAN
NL30 RABO 0187 6609 53
KVK
21009834`).creditor,
    ).toBe('C.V. Wijnimport Het Anker');
  });

  test('is whose account it is', () => {
    expect(
      first(`
Cluster Belastingen
Telefoon 14 0529

U kunt betalen op rekening NL91 BNGH 4249 8876 52 ten name van Gemeente Oostermeer onder vermelding van 12.`)
        .creditor,
    ).toBe('Gemeente Oostermeer');
  });

  test('has its whole name in the small print', () => {
    expect(
      first(`
GEBR. KUIPERS
info@gebr-kuipers.example

Bouwbedrijf Gebr. Kuipers B.V.  KvK 12345678`).creditor,
    ).toBe('Bouwbedrijf Gebr. Kuipers B.V.');
  });

  test('is never who is addressed elsewhere on the page', () => {
    expect(
      first(`
Gereedschapshuis
Factuuradres                       Afgegeven aan
Installatiebureau Hofstra B.V.     Installatiebureau Hofstra B.V.
Nijverheidsweg 14                  Nijverheidsweg 14
3812 PA Amersfoort                 3812 PA Amersfoort

Gereedschapshuis, Distributieweg 2, 5047 RA Tilburg. KvK 88642833`).creditor,
    ).toBe('Gereedschapshuis');
  });

  test('of two address blocks has the first', () => {
    expect(
      first(`
Factuur nr    Factuurdatum
82473093      08-08-2025


                                  Slotenmaker De Sleutel
                                  Grote Markt 3
                                  9712 HN Groningen

Vermeulen Advies B.V.
Kanaalweg 14
3526 KL Utrecht`).creditor,
    ).toBe('Slotenmaker De Sleutel');
  });
});
