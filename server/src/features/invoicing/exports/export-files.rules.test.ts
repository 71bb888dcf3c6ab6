import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.rules.ts';
import type { ExportedInvoice, ExportedLine } from './exported-invoice.ts';
import { ublOf } from './ubl.rules.ts';

function line(seed: Partial<ExportedLine> = {}): ExportedLine {
  return {
    lineNumber: 1,
    ledgerNumber: '4300',
    ledgerName: 'Onderhoud',
    costCenter: '',
    debitInCents: 10_000,
    creditInCents: 0,
    description: 'Ketel',
    ...seed,
  };
}

const booking = [
  line(),
  line({ lineNumber: 2, ledgerNumber: '1520', ledgerName: 'Te vorderen btw', debitInCents: 2100 }),
  line({
    lineNumber: 3,
    ledgerNumber: '1600',
    ledgerName: 'Crediteuren',
    debitInCents: 0,
    creditInCents: 12_100,
  }),
];

function invoice(seed: Partial<ExportedInvoice> = {}): ExportedInvoice {
  return {
    id: 'id',
    documentId: 'key',
    documentNumber: '2026-11-0001',
    customer: 'Holding',
    creditor: {
      name: 'Bakker Techniek B.V.',
      kvk: '12345678',
      vatId: 'NL810433941B01',
      iban: 'NL91ABNA0417164300',
    },
    invoiceNumber: '42',
    invoiceDate: '2026-11-02',
    dueDate: '2026-12-02',
    description: 'Onderhoud ketel',
    currency: 'EUR',
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
    paymentReference: 'RF 42',
    approvedBy: 'Sanne de Wit',
    approvedAt: '2026-11-21T13:05:00.000Z',
    lines: booking,
    ...seed,
  };
}

describe('CSV', () => {
  const rows = (...invoices: ExportedInvoice[]) => csvOf(invoices).toString('utf8').split('\r\n');

  test('opens in a Dutch Excel: mark, semicolons, commas, CRLF, one row a booking line', () => {
    const [head, first, , third, end] = rows(invoice());
    expect(head?.startsWith('\uFEFFDocumentnummer;Administratie;Crediteur;')).toBe(true);
    expect(first).toBe(
      '2026-11-0001;Holding;Bakker Techniek B.V.;12345678;NL810433941B01;NL91ABNA0417164300;42;02-11-2026;02-12-2026;Onderhoud ketel;EUR;100,00;21,00;121,00;RF 42;Sanne de Wit;21-11-2026 14:05;1;4300;Onderhoud;;100,00;0,00;Ketel',
    );
    expect(third?.endsWith(';3;1600;Crediteuren;;0,00;121,00;Ketel')).toBe(true);
    expect(end).toBe('');
  });

  test('an invoice without lines has one row, with the same number of columns', () => {
    const [head, only, end] = rows(
      invoice({ lines: [], exclInCents: null, vatInCents: null, dueDate: null }),
    );
    expect(only?.split(';')).toHaveLength(head?.split(';').length ?? 0);
    expect(end).toBe('');
  });

  test.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+31 6', "'+31 6"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a;b', '"a;b"'],
    ['regel\nregel', '"regel\nregel"'],
    ['zegt "ja"', '"zegt ""ja"""'],
  ])('%j is written as text', (description, cell) => {
    expect(csvOf([invoice({ description })]).toString('utf8')).toContain(`;${cell};EUR;`);
  });

  test('a credit note has negative amounts, which are numbers and no formulas', () => {
    expect(rows(invoice({ totalInCents: -5, exclInCents: -4, vatInCents: -1, lines: [] }))[1]).toContain(
      ';-0,04;-0,01;-0,05;',
    );
  });
});

describe('UBL', () => {
  const parse = (xml: string) =>
    new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true }).parse(xml);

  test('has the approved invoices, with the cost lines and their accounts', () => {
    const { Invoice: made } = parse(ublOf(invoice()));
    expect(made).toMatchObject({
      ID: '42',
      IssueDate: '2026-11-02',
      DueDate: '2026-12-02',
      InvoiceTypeCode: '380',
      DocumentCurrencyCode: 'EUR',
      AccountingSupplierParty: {
        Party: {
          PartyTaxScheme: { CompanyID: 'NL810433941B01' },
          PartyLegalEntity: { CompanyID: '12345678' },
        },
      },
      AccountingCustomerParty: { Party: { PartyName: { Name: 'Holding' } } },
      PaymentMeans: { PaymentID: 'RF 42', PayeeFinancialAccount: { ID: 'NL91ABNA0417164300' } },
      TaxTotal: { TaxAmount: '21.00' },
      LegalMonetaryTotal: {
        TaxExclusiveAmount: '100.00',
        TaxInclusiveAmount: '121.00',
        PayableAmount: '121.00',
      },
      InvoiceLine: {
        ID: '1',
        LineExtensionAmount: '100.00',
        AccountingCost: '4300',
        Item: { Name: 'Ketel' },
      },
    });
  });

  test('a negative total is a credit note with positive amounts', () => {
    const turned = booking.map((one) => ({
      ...one,
      debitInCents: one.creditInCents,
      creditInCents: one.debitInCents,
    }));
    const { CreditNote: made } = parse(
      ublOf(invoice({ totalInCents: -12_100, exclInCents: -10_000, vatInCents: -2100, lines: turned })),
    );
    expect(made).toMatchObject({
      CreditNoteTypeCode: '381',
      LegalMonetaryTotal: { PayableAmount: '121.00' },
      CreditNoteLine: { LineExtensionAmount: '100.00' },
    });
    expect(made).not.toHaveProperty('DueDate');
  });

  test('without booking lines one line carries the amount', () => {
    const { Invoice: made } = parse(ublOf(invoice({ lines: [] })));
    expect(made.InvoiceLine).toMatchObject({
      LineExtensionAmount: '100.00',
      Item: { Name: 'Onderhoud ketel' },
    });
  });

  test('is well-formed whatever characters the texts have', () => {
    const { Invoice: made } = parse(
      ublOf(
        invoice({
          description: '<b>&"\u0001\uD800 ]]>',
          creditor: { name: 'A & <B>', kvk: null, vatId: null, iban: null },
        }),
      ),
    );
    expect(made.AccountingSupplierParty.Party.PartyName.Name).toBe('A & <B>');
    expect(made).not.toHaveProperty('PaymentMeans');
  });
});
