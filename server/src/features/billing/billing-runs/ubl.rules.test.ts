import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vatOf } from '#contract/money.ts';
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { type Buyer, type FinalInvoice, missingOfBuyer, type StoredLine } from './stored-invoices.ts';
import { buildLine } from './testing/lines.ts';
import { broken } from './testing/nlcius.ts';
import { creditUbl, invoiceUbl } from './ubl.rules.ts';

const seller: Seller = {
  name: 'Balie B.V.',
  street: 'Melkmarkt 1',
  zipCode: '8011 MC',
  city: 'Zwolle',
  kvkNumber: '12345678',
  vatId: 'NL123456782B01',
  iban: 'NL91ABNA0417164300',
  email: 'facturen@balie.example',
  phone: '',
  vatRate: 2100,
  paymentDays: 14,
  rowVersion: 1,
};
const buyer: Buyer = {
  name: 'Woonstichting De "Vecht" & Zn <1>',
  street: 'Dorpsstraat 5',
  zipCode: '7000 AA',
  city: 'Doetinchem',
  kvkNumber: '87654321',
  vatId: '',
  email: '',
};
const run = { from: '2026-10-01', to: '2026-10-31' };

function invoice(lines: readonly StoredLine[], change: Partial<FinalInvoice> = {}): FinalInvoice {
  const totalInCents = lines.reduce((total, { amount }) => total + amount, 0);
  return {
    id: 'i',
    companyId: 'c',
    name: buyer.name,
    fmCustomerId: 1007,
    buyer,
    missing: [],
    lines,
    fixedInCents: totalInCents,
    variableInCents: 0,
    totalInCents,
    vatInCents: vatOf(totalInCents, seller.vatRate),
    invoiceNumber: 'F2026-00001',
    invoicedOn: '2026-11-21',
    dueOn: '2026-12-05',
    ...change,
  };
}

describe('the UBL of a final invoice', () => {
  test('follows every rule of EN 16931 and NLCIUS that applies to our invoices', () => {
    expect(
      broken(
        invoiceUbl(
          invoice([buildLine(), buildLine({ kind: 'scan', quantity: 137, price: 15, amount: 2055 })]),
          seller,
          run,
        ),
      ),
    ).toEqual([]);
  });

  test.each([
    ['a public body by its OIN', { kvkNumber: '', oin: '00000001234567890000' }, '0190', 'S'],
    ['a business in the Union', { kvkNumber: '', country: 'DE', vatId: 'DE123456789' }, '9930', 'AE'],
    ['whoever has no VAT number in the Union', { kvkNumber: '', country: 'BE' }, null, 'S'],
    ['a business outside of the Union', { kvkNumber: '', country: 'US', zipCode: '' }, null, 'O'],
  ] as const)('reaches %s, with the VAT of its country', (_who, change, endpoint, category) => {
    const other = { ...buyer, ...change };
    expect(missingOfBuyer(other)).toEqual([]);
    const vat = category === 'S' ? {} : { vatInCents: 0 };
    const text = invoiceUbl(invoice([buildLine()], { buyer: other, ...vat }), seller, run);
    // What is not subject to VAT may name no VAT number (BR-O-02).
    expect(broken(text)).toEqual(category === 'O' ? ['BR-CO-09', 'reads its seller'] : []);
    const [, party = ''] = text.split('AccountingCustomerParty');
    expect(/EndpointID schemeID="(\d+)"/.exec(party)?.[1] ?? null).toBe(endpoint);
    expect(text).toContain(`<cbc:ID>${category}</cbc:ID>`);
  });

  test('a Dutch customer without KvK number or OIN lacks it, whatever else they have (BR-NL-10)', () => {
    const other = { ...buyer, kvkNumber: '', vatId: 'NL123456782B01', email: 'info@vecht.example' };
    expect(missingOfBuyer(other)).toEqual(['kvkNumber']);
    expect(broken(invoiceUbl(invoice([buildLine()], { buyer: other }), seller, run))).toEqual(['BR-NL-10']);
  });

  test('its period reaches from the first day of its lines to the last', () => {
    const lines = [buildLine(), buildLine({ from: '2026-08-01', to: '2026-10-31', cycleInMonths: 3 })];
    const text = invoiceUbl(invoice(lines), seller, run);
    expect(broken(text)).toEqual([]);
    expect(text).toContain('<cbc:StartDate>2026-08-01</cbc:StartDate>');
  });

  test('writes a prorated line with quantity 1 at its amount', () => {
    const text = invoiceUbl(invoice([buildLine({ days: 17, amount: 10_968 })]), seller, run);
    expect(broken(text)).toEqual([]);
    expect(text).toContain('<cbc:PriceAmount currencyID="EUR">109.68</cbc:PriceAmount>');
  });

  test('a rate of 0 is category Z', () => {
    const text = invoiceUbl(invoice([buildLine()], { vatInCents: 0 }), { ...seller, vatRate: 0 }, run);
    expect(text).toContain('<cbc:ID>Z</cbc:ID>');
    expect(broken(text)).toEqual([]);
  });

  test('the checker itself finds what is wrong', () => {
    const right = invoiceUbl(invoice([buildLine()]), seller, run);
    const wrong = (from: string | RegExp, to: string) => broken(right.replace(from, to));
    expect(wrong(/(PayableAmount currencyID="EUR">)[\d.]+/, '$11.00')).toEqual(['BR-CO-16']);
    expect(wrong(/(TaxInclusiveAmount currencyID="EUR">)[\d.]+/, '$11.00')).toEqual(['BR-CO-15', 'BR-CO-16']);
    expect(wrong(/<cbc:DueDate>.*?<\/cbc:DueDate>/, '')).toEqual([]);
    expect(
      wrong(
        /(<cbc:LineExtensionAmount currencyID="EUR">)[\d.]+(<\/cbc:LineExtensionAmount>\s*<cbc:TaxExclusive)/,
        '$11.00$2',
      ),
    ).toEqual(['BR-CO-10', 'BR-CO-13']);
    expect(wrong('<cbc:Percent>21.00</cbc:Percent>', '<cbc:Percent>9.00</cbc:Percent>')).toContain(
      'BR-CO-17',
    );
    expect(wrong('Zwolle', '')).toEqual(['BR-NL-3']);
    expect(
      wrong('schemeID="0106">12345678</cbc:CompanyID', 'schemeID="0088">12345678</cbc:CompanyID'),
    ).toEqual(['BR-NL-1']);
    expect(wrong(/<cbc:CustomizationID>.*?<\/cbc:CustomizationID>/, '')).toEqual(['BR-01']);
  });

  test('property: whatever the lines, the rules hold', () => {
    const anyLine = fc
      .record({
        quantity: fc.integer({ min: 1, max: 9999 }),
        price: fc.integer({ min: 1, max: 1_000_000 }),
        part: fc.option(fc.nat(1_000_000)),
        description: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      })
      .map(({ quantity, price, part, description }) =>
        buildLine({
          quantity,
          price,
          description: `x${description}`,
          amount: part === null ? quantity * price : part + 1,
        }),
      );
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), (lines) => {
        expect(broken(invoiceUbl(invoice(lines), seller, run))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('what takes an invoice back is a credit note to it that breaks no rule, with positive amounts', () => {
  const original = invoice([
    buildLine(),
    buildLine({ description: 'Bijlagen <klein> & groot', amount: 150 }),
  ]);
  const lines = original.lines.map(({ description, from, to, amount }, place) => ({
    place,
    description,
    from,
    to,
    amount,
  }));
  const credit = {
    creditNumber: 'F2026-00002',
    creditedOn: '2026-11-22',
    reason: 'Dubbel & wel',
    lines,
    totalInCents: 20_150,
    vatInCents: 4232,
  };
  const xml = creditUbl(original, credit, seller, run);
  expect(broken(xml)).toEqual([]);
  expect(xml).toContain('<cbc:ID>F2026-00001</cbc:ID>');
  expect(broken(xml.replace('>F2026-00001<', '><'))).toContain('BR-55');
});
