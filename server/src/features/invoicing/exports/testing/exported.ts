import type { ExportedInvoice, ExportedLine } from '../exported-invoice.ts';

/** A line of a booking as an export has it. */
export function buildExportedLine(seed: Partial<ExportedLine> = {}): ExportedLine {
  return {
    lineNumber: 1,
    kind: 'costs',
    ledgerNumber: '4300',
    ledgerName: 'Onderhoud',
    costCenter: '',
    costUnit: '',
    vatCode: '',
    vatKind: null,
    vatRate: null,
    debitInCents: 10_000,
    creditInCents: 0,
    description: 'Ketel',
    ...seed,
  };
}

/** An approved Dutch invoice of € 121 that lacks nothing. */
export function buildExported(seed: Partial<ExportedInvoice> = {}): ExportedInvoice {
  return {
    id: 'id',
    documentId: 'key',
    documentNumber: '2026-11-0001',
    customer: {
      name: 'Holding',
      street: 'Markt 1',
      zipCode: '8011 MC',
      city: 'Zwolle',
      country: 'NL',
      kvk: '87654321',
      vatId: 'NL123456782B01',
    },
    creditor: {
      id: 'creditor',
      name: 'Bakker Techniek B.V.',
      street: 'Dorpsstraat 5',
      zipCode: '7000 AA',
      city: 'Doetinchem',
      country: '',
      kvk: '12345678',
      vatId: 'NL810433941B01',
      iban: 'NL91ABNA0417164300',
      number: '20014',
    },
    invoiceNumber: '42',
    invoiceDate: '2026-11-02',
    dueDate: '2026-12-02',
    bookingDate: '2026-11-03',
    description: 'Onderhoud ketel',
    orderNumber: '',
    currency: 'EUR',
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
    paymentReference: 'RF 42',
    isDirectDebit: false,
    approvedBy: 'Sanne de Wit',
    approvedAt: '2026-11-21T13:05:00.000Z',
    original: { sha256: 'a', mime: 'application/pdf' },
    eInvoice: null,
    lines: [
      buildExportedLine(),
      buildExportedLine({
        lineNumber: 2,
        kind: 'vat',
        ledgerNumber: '1520',
        ledgerName: 'Te vorderen btw',
        debitInCents: 2100,
      }),
      buildExportedLine({
        lineNumber: 3,
        kind: 'creditor',
        ledgerNumber: '1600',
        ledgerName: 'Crediteuren',
        debitInCents: 0,
        creditInCents: 12_100,
      }),
    ],
    ...seed,
  };
}
