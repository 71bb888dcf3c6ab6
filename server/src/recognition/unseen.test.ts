import { describe, expect, test } from 'vitest';
import type { KnownParties } from './fields/creditor.ts';
import { extractFields } from './extract.ts';
import { pageOf } from '#tests/support/page-of.ts';

// What a first look at invoices of other bookkeeping packages taught (decision 0042).

const nobody: KnownParties = { excluded: [], known: [] };
const read = (drawing: string) => extractFields(pageOf(drawing), nobody).fields;
const first = (drawing: string) => {
  const { number, date, total, creditor, currency } = read(drawing);
  return {
    number: number[0]?.value,
    date: date[0]?.value,
    total: total[0]?.value,
    creditor: creditor[0]?.value,
    currency: currency[0]?.value,
  };
};

describe('two labels in one', () => {
  test('the day behind a slash is that of what stands before it', () => {
    expect(
      first(`
Bestellnummer/Datum      4500012345 / 02.03.2026
Belegnummer/Datum        9001234567 / 14.04.2026
Lieferung/Datum          80012345 / 12.04.2026`),
    ).toMatchObject({ number: '9001234567', date: '2026-04-14' });
  });
});

describe('a number without a label that is known', () => {
  test.each([
    ['a title of another trade', 'Contributienota 20263944\nLidnummer 13975', '20263944'],
    ['a title with a step in it', 'Facture de situation n°3 – 2026-01-615\nChantier : école', '2026-01-615'],
    [
      'a label that says no more than number',
      'Vertrag 12\nRechnung\nVorgangszählernummer:   AB-55120',
      'AB-55120',
    ],
    [
      'a supplier that puts a registration beside it',
      'Landhandel       Fakturanummer\nUSt-IdNr. DE390666313   DE-LW-2025-8970/A',
      'DE-LW-2025-8970/A',
    ],
    ['a number in two halves', 'Datum: 12-03-2026\nFactuurnr.: 2026 / 549', '2026/549'],
    ['an abbreviation beside that of the customer', 'RNr. INV-52289\nKd.-Nr. 34611', 'INV-52289'],
    [
      'a label in a column, not of a title at the other side',
      'FACTUUR                                        20512\nBesteldatum                                    Nummer\n12-03-2026                                     389926',
      '389926',
    ],
    [
      'a bill that is called an account',
      'Rekeningdatum 3-5-26     Rekening nr B36392     Klant 123',
      'B36392',
    ],
    ['a title that looks like a day', '31. Mai 2026\nRechnung 26-05-31\nProjekt: Jahresbericht', '26-05-31'],
    ['groups behind a letter', 'Klantnr:    5977582\nFactuurnr:  F944 570 315', 'F944570315'],
    ['a bill reference', 'Account    123456789\nBill ref   645/227892', '645/227892'],
    ['a receipt', 'Receipt number: 5512-88\nCustomer no. 4471', '5512-88'],
  ])('is that of %s', (_, drawing, number) => {
    expect(first(drawing).number).toBe(number);
  });

  test('is no more than a suggestion or a doubtful finding', () => {
    const [number] = read('Rechnung\nVorgangszählernummer:   AB-55120').number;
    expect(number?.confidence).toBeLessThan(0.8);
  });
});

describe('the day', () => {
  test.each([
    ['Landshut, den 12.05.2026', '2026-05-12'],
    ['Nort-sur-Erdre, le 22 janvier 2026', '2026-01-22'],
  ])('of a letter: %s', (line, day) => {
    expect(first(`${line}\nAuftrag vom 01.04.2026`).date).toBe(day);
  });

  test('that breaks in a column set to the right is put together', () => {
    expect(
      first(`
Invoice Date:      February 3 ,
                           2026
Billing period January 1 - January 31 , 2026`).date,
    ).toBe('2026-02-03');
  });

  test('in a list of labels over values is that of the nearest label', () => {
    expect(first('Leverdatum\n23-09-2026\nTe betalen voor\n05-11-2026\nDagtekening\n06-10-2026').date).toBe(
      '2026-10-06',
    );
  });

  test('beside a label that nobody knows is rather another', () => {
    expect(first('Verzenddatum    10 augustus 2026\nCursusdata      30 aug en 6 sep 2026').date).toBe(
      '2026-08-10',
    );
  });

  test('of the work is not that of the invoice', () => {
    expect(first('Verzonden op: 31-3-2026\nOnderwerp: werkzaamheden 28-2-2026').date).toBe('2026-03-31');
  });
});

describe('the total', () => {
  test.each([
    [
      'has been paid already',
      'Totaal         € 240,00\nReeds betaald  € 240,00\nNog te betalen € 0,00',
      24000,
    ],
    ['is paid in part', 'Totaal         € 240,00\nReeds betaald  € 100,00\nNog te betalen € 140,00', 24000],
    [
      'comes on top of an older debt',
      'Bedrag van deze rekening € 491,87\nOpenstaand van vorige rekeningen € 118,99\nIn totaal te betalen € 610,86',
      49187,
    ],
    [
      'has its thousands apart behind a colon',
      'Hors taxes : 1 010,65 €\nTaxe 20 % : 202,13 €\nSomme due : 1 212,78 €',
      121278,
    ],
    [
      'stands behind its label with a space in it',
      'Total HT 1 428,19\nT.V.A. 20,00 % 285,64\nTotal à payer 1 713,83',
      171383,
    ],
    ['was paid with a larger note', 'Totaal € 24,91\nContant 25,00\nTerug 0,09', 2491],
    [
      'is paid in English',
      'Subtotal  € 1,460.89\nVAT total  € 292.18\nAmount to be paid  € 1,753.07',
      175307,
    ],
  ])('that %s', (_, drawing, total) => {
    expect(first(drawing).total).toBe(total);
  });

  test('of a row of sums counts the deposits, and takes no taxed amount for a tax', () => {
    expect(
      first(`
Goederen    Emballage    Grondsl. L    BTW 9%    Grondsl. H    BTW 21%    Totaal EUR
7.474,95    54,60        6.409,16      576,82    1.065,79      223,82     8.330,19`).total,
    ).toBe(833019);
  });

  test('is the sum of what stands above it where there is more than a net amount and VAT', () => {
    const [total] = read(`
Honorarium                5.938,30
Kantoorkosten 6%            356,30
Omzetbelasting 21%        1.321,87
Verschotten onbelast         86,00
Door u te voldoen         7.702,47`).total;
    expect(total).toMatchObject({ value: 770247 });
    expect(total?.reasons).toContain('sum');
  });

  test('in a currency without a sign of its own', () => {
    expect(first('Amount AUD   12.00\nTOTAL AUD   12.00').currency).toBe('AUD');
    expect(first('Total $12.00 CAD').currency).toBe('CAD');
    expect(first('Total $12.00').currency).toBe('USD');
    expect(first('Total 12.00\nVAT No. GB 123456789 Sort code 20-11-43').currency).toBe('GBP');
  });
});

describe('the supplier', () => {
  test.each([
    [
      'stands before its address in the small print',
      'nordfunk\n\n\nKleinschmidt GmbH\nHafenstr. 12\n47119 Duisburg\n\n\nRechnung 12345\n\n\nNordfunk Telekommunikation GmbH, Hansaallee 4, 20144 Hamburg, HRB 12345, USt-IdNr. DE123456789',
      'Nordfunk Telekommunikation GmbH',
    ],
    [
      'stands in a sentence, however it breaks',
      'advocaten\n\n\nStichting Lezen\nPostbus 12\n6801 BE Arnhem\n\n\nbedrag over te maken ten name van Brandsma Van der\nLaan Advocaten N.V. onder vermelding van nummer\nBrandsma Van der Laan Advocaten N.V. is ingeschreven onder KvK 87537324',
      'Brandsma Van der Laan Advocaten N.V.',
    ],
    [
      'is a logo beside an address',
      'Studio Halverwege           1271 AE Huizen\n                            KVK: 69986222',
      'Studio Halverwege',
    ],
    [
      'is no place',
      'Zilverstraat 69, 2718 RP Zoetermeer\nBranchevereniging Koeltechniek\nZoetermeer, 12 juli 2026',
      'Branchevereniging Koeltechniek',
    ],
    [
      'is to be paid',
      'Unit 5\nBristol BS1 6QS\nMake checks payable to The Old Mill Hotel',
      'The Old Mill Hotel',
    ],
  ])('%s', (_, drawing, name) => {
    expect(first(drawing).creditor).toBe(name);
  });

  test('is never a legal form alone', () => {
    expect(read('Elektro Schneider\nGmbH\nKvK 12345678').creditor.map(({ value }) => value)).not.toContain(
      'GmbH',
    );
  });
});
