import { describe, expect, test } from 'vitest';
import { extractFields } from './extract.ts';
import type { Extraction, Identity } from './recognised.ts';
import { pageOf } from '#tests/support/page-of.ts';

const us: Identity = {
  id: 'us',
  name: 'Vastgoedbeheer Eemstede B.V.',
  kvk: '99001122',
  vatId: 'NL991234561B01',
};

function read(drawing: string, parties: { excluded?: Identity[]; known?: Identity[] } = {}): Extraction {
  return extractFields(pageOf(drawing), { excluded: parties.excluded ?? [], known: parties.known ?? [] });
}

function values({ fields }: Extraction) {
  return {
    number: fields.number[0]?.value,
    date: fields.date[0]?.value,
    dueDate: fields.dueDate[0]?.value,
    total: fields.total[0]?.value,
    excl: fields.excl[0]?.value,
    vat: fields.vat[0]?.value,
  };
}

const ordinary = `
Drukkerij De Blauwe Pers N.V.
Havenstraat 12                                KvK 99123456
3011 AB Rotterdam                             IBAN NL91 ABNA 0417 1643 00

Vastgoedbeheer Eemstede B.V.                  Factuurnummer:   2024-9200
Postbus 4000                                  Factuurdatum:    21-01-2024
3800 EA Amersfoort                            Klantnummer:     80736
                                              Vervaldatum:     20-02-2024

Omschrijving                      Aantal      Prijs          Bedrag
Visitekaartjes 400 grs                 6      10,20           61,20
Folder A5 dubbelzijdig                 2     190,60          381,20

                                  Totaal excl. btw          € 442,40
                                  21% btw                    € 92,90
                                  Totaal te betalen         € 535,30
`;

test.each(['Btw verlegd naar', 'Uw btw-nummer:', 'VAT reverse charged to'])(
  "a number behind %s is the receiver's: no supplier is known by it",
  (words) => {
    const learned: Identity = { id: 'c9', name: 'Flexkracht Personeel B.V.', vatId: 'NL123456782B90' };
    const { fields } = read(`${ordinary}\n${words} NL123456782B90`, { known: [learned] });
    expect(fields.creditor[0]).toMatchObject({ value: 'Drukkerij De Blauwe Pers N.V.', knownId: null });
    expect(fields.vatId).toEqual([]);
    const theirs = read(`${ordinary}\nOns btw-nummer: NL123456782B90`, { known: [learned] });
    expect(theirs.fields.creditor[0]).toMatchObject({ knownId: 'c9' });
  },
);

test('an ordinary invoice is read whole', () => {
  const found = read(ordinary, { excluded: [us] });
  expect(values(found)).toEqual({
    number: '2024-9200',
    date: '2024-01-21',
    dueDate: '2024-02-20',
    total: 53530,
    excl: 44240,
    vat: 9290,
  });
  expect(found.fields.creditor[0]).toMatchObject({ value: 'Drukkerij De Blauwe Pers N.V.', knownId: null });
  expect(found.fields.kvk[0]?.value).toBe('99123456');
  expect(found.fields.iban[0]?.value).toBe('NL91ABNA0417164300');
  expect(found.fields.currency[0]?.value).toBe('EUR');
  expect(found.buyers).toEqual(['us']);
  expect(found.creditNote).toBe(false);
  expect(found.lines).toMatchObject([
    { description: 'Visitekaartjes 400 grs', quantity: 6, unitPriceInCents: 1020, amountInCents: 6120 },
    { description: 'Folder A5 dubbelzijdig', quantity: 2, unitPriceInCents: 19060, amountInCents: 38120 },
  ]);
});

test('each value says where it stands and why it was taken', () => {
  const { number, total } = read(ordinary).fields;
  expect(number[0]?.reasons[0]).toBe('label:Factuurnummer');
  expect(number[0]).toMatchObject({ page: 1, raw: '2024-9200' });
  expect(total[0]?.reasons).toContain('sum');
  const [left, top, right, bottom] = number[0]?.box ?? [1, 1, 0, 0];
  expect(left).toBeLessThan(right);
  expect(top).toBeLessThan(bottom);
});

test('the own company is never the creditor', () => {
  const found = read(ordinary.replace('Drukkerij De Blauwe Pers N.V.', ''), { excluded: [us] });
  expect(found.fields.creditor.map(({ value }) => value)).not.toContain('Vastgoedbeheer Eemstede B.V.');
});

test('a known creditor is recognised by a code although its name is not printed', () => {
  const known = { id: 'c7', name: 'Blauwe Pers Holding', kvk: '99123456' };
  expect(read(ordinary, { known: [known] }).fields.creditor[0]).toMatchObject({
    value: 'Blauwe Pers Holding',
    knownId: 'c7',
  });
});

describe('number', () => {
  test('a label above its value, in a head with other labels', () => {
    const found = read(
      'Klantnummer      Factuurnummer      Inkooporder     Factuurdatum\n10562            20260327           PO-885635       16/06/2026',
    );
    expect(values(found)).toMatchObject({ number: '20260327', date: '2026-06-16' });
  });

  test('no label but the title', () => {
    expect(read('FACTUUR INV-88523\n\nRotterdam, 22 mei 2026').fields.number[0]?.value).toBe('INV-88523');
  });

  test('order, customer and delivery numbers are left alone', () => {
    const found = read(
      'Ordernummer:     20252026\nPakbonnummer:    2628209\nKlantnummer:     98063\nFactuurnummer:   202606-811',
    );
    expect(found.fields.number[0]?.value).toBe('202606-811');
    expect(found.fields.number[0]?.confidence).toBeGreaterThan(0.9);
  });

  test('a number that reads as an amount', () => {
    expect(read('Factuurnummer: 26.363.88').fields.number[0]?.value).toBe('26.363.88');
  });

  test('pieces with spaces between them', () => {
    expect(read('Factuurnummer: RE 2024 118').fields.number[0]?.value).toBe('RE2024118');
  });

  test('a label glued to its value', () => {
    expect(read('Factuurnr.2024001').fields.number[0]?.value).toBe('2024001');
  });

  test('only the sentence about paying names it', () => {
    expect(read('Gelieve te betalen onder vermelding van 2024-0077.').fields.number[0]?.value).toBe(
      '2024-0077',
    );
  });

  test('no number is better than a phone number', () => {
    expect(read('Tel. 0383-123456\nKvK 99123456\n3011 AB Rotterdam').fields.number).toEqual([]);
  });
});

describe('date', () => {
  test('the due date is not the invoice date, whichever comes first', () => {
    const found = read('Vervaldatum:   20-02-2024\nDatum:         21-01-2024');
    expect(values(found)).toMatchObject({ date: '2024-01-21', dueDate: '2024-02-20' });
  });

  test('order and delivery dates are left alone', () => {
    const found = read('Orderdatum:    01-01-2024\nLeverdatum:    05-01-2024\nFactuurdatum:  21-01-2024');
    expect(values(found).date).toBe('2024-01-21');
  });

  test('a letter says the place and the date', () => {
    expect(values(read('Zwolle, 3 maart 2025\n\nBetreft: werkzaamheden')).date).toBe('2025-03-03');
  });

  test('the ends of a period are not the day of the invoice', () => {
    const found = read('Periode  01-01-2025 t/m 31-01-2025\n\nDatum  03-02-2025');
    expect(found.fields.date.map(({ value }) => value)).toEqual(['2025-02-03']);
  });

  test('a term in days gives the due date', () => {
    const found = read('Factuurdatum: 01-03-2025\nBetaling binnen 14 dagen');
    expect(found.fields.dueDate[0]).toMatchObject({ value: '2025-03-15', reasons: ['days-after-date:14'] });
  });
});

describe('sums', () => {
  test('two rates: the row of sums counts, not the row of one rate', () => {
    const found = read(`
Tarief    Grondslag    Btw        Totaal
21%        3.205,44    673,14    3.878,58
9%         5.246,75    472,21    5.718,96
           8.452,19  1.145,35    9.597,54

Te betalen                     € 9.597,54`);
    expect(values(found)).toMatchObject({ total: 959754, excl: 845219, vat: 114535 });
  });

  test('two rates without their sum still make the VAT', () => {
    const found = read(
      'Subtotaal       € 200,00\n21% btw          € 21,00\n9% btw            € 9,00\nTotaal          € 230,00',
    );
    expect(values(found)).toMatchObject({ total: 23000, excl: 20000, vat: 3000 });
  });

  test('a receipt with a line for each rate and no sum of them', () => {
    const found = read(
      'TOTAAL          € 1.460,22\n\nBTW       Excl.      Btw\n21%      1.066,21   223,90\n9%         156,07    14,04',
    );
    expect(values(found)).toMatchObject({ total: 146022, excl: 122228, vat: 23794 });
  });

  test('what was paid before does not lower the total', () => {
    const found = read(
      'Totaal excl. btw     € 187,93\nBtw 21%               € 39,47\nTotaal incl. btw     € 227,40\nReeds voldaan       € -118,25\nNog te betalen       € 109,15',
    );
    expect(values(found).total).toBe(22740);
    expect(found.creditNote).toBe(false);
  });

  test('VAT shifted to the customer', () => {
    expect(
      values(read('Subtotaal   € 4.502,85\nBtw verlegd      € 0,00\nTe betalen  € 4.502,85')).total,
    ).toBe(450285);
  });

  test('English amounts', () => {
    expect(values(read('Subtotal     €7,032.89\nVAT 21%      €1,476.91\nTotal due    €8,509.80')).total).toBe(
      850980,
    );
  });
});

describe('credit note', () => {
  const drawing = (sign: string): string => `
Boomkwekerij Lommerrijk
CREDITNOTA
Nummer:             2026-7655
Datum:              5-6-2026
Betreft factuur:    2026-0945
Hierbij crediteren wij factuur 2026-0945 van 9-5-2026.

Totaal excl. btw    € ${sign}657,60
Btw 21%             € ${sign}138,10
Totaal              € ${sign}795,70`;

  test.each(['', '-'])('its total is below zero, printed with "%s"', (sign) => {
    const found = read(drawing(sign));
    expect(found.creditNote).toBe(true);
    expect(values(found)).toMatchObject({ total: -79570, excl: -65760, vat: -13810 });
  });

  test('its own number, not that of the invoice it takes back', () => {
    expect(values(read(drawing('')))).toMatchObject({ number: '2026-7655', date: '2026-06-05' });
  });

  test('an invoice whose conditions mention credit notes is none', () => {
    const found = read(`${ordinary}${'\n'.repeat(14)}Een creditnota ontvangt u binnen 14 dagen.`);
    expect(found.creditNote).toBe(false);
  });
});

test('the buyer’s btw-id comes after the supplier’s', () => {
  const found = read('Btw-nummer afnemer: NL991234561B01\n\nBtw-nr. NL810433941B01');
  expect(found.fields.vatId[0]?.value).toBe('NL810433941B01');
});

test('at most five candidates a field, best first', () => {
  const many = Array.from(
    { length: 12 },
    (_, at) => `Factuurnummer: 2024-10${String(at).padStart(2, '0')}`,
  ).join('\n');
  const { number } = read(many).fields;
  expect(number).toHaveLength(5);
  expect(number.toSorted((a, b) => b.confidence - a.confidence)).toEqual(number);
});

test('an empty page gives empty fields', () => {
  const found = read('');
  expect(found.fields.number).toEqual([]);
  expect(found.fields.total).toEqual([]);
  expect(found.lines).toEqual([]);
});
