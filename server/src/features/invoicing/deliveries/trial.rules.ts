import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import type en from '../locales/trial.en.json';

/** The words of a trial invoice. */
export type TrialTexts = typeof en;

/** What an administration lends to its trial invoice; what it does not have is made up. */
export interface TrialBooks {
  readonly costs: Account | undefined;
  readonly vat: Account | undefined;
  readonly creditors: Account | undefined;
  readonly costCenter: string;
  /** An ordinary VAT code and its rate, in hundredths of a percent. */
  readonly vatCode: { readonly code: string; readonly rate: number } | undefined;
  /** A creditor that the package knows. */
  readonly creditor: { readonly name: string; readonly number: string } | undefined;
}
type Account = Pick<ExportedLine, 'ledgerNumber' | 'ledgerName'>;

const excl = 10_000;

/** An invoice of € 100 and its VAT that nobody sent, booked as one of the administration would be. */
export function trialInvoice(
  customer: ExportedInvoice['customer'],
  books: TrialBooks,
  texts: TrialTexts,
  today: string,
): ExportedInvoice {
  const { code = '', rate = 2100 } = books.vatCode ?? {};
  const vat = Math.round((excl * rate) / 10_000);
  const none = { costCenter: '', costUnit: '', vatCode: '', vatKind: null, vatRate: null };
  const lines: Omit<ExportedLine, 'lineNumber'>[] = [
    {
      kind: 'costs',
      ...(books.costs ?? { ledgerNumber: '4000', ledgerName: texts.costs }),
      ...none,
      costCenter: books.costCenter,
      vatCode: code,
      vatKind: code === '' ? null : 'normal',
      vatRate: rate,
      debitInCents: excl,
      creditInCents: 0,
      description: texts.line,
    },
    {
      kind: 'vat',
      ...(books.vat ?? { ledgerNumber: '1520', ledgerName: texts.vat }),
      ...none,
      debitInCents: vat,
      creditInCents: 0,
      description: '',
    },
    {
      kind: 'creditor',
      ...(books.creditors ?? { ledgerNumber: '1600', ledgerName: texts.creditor }),
      ...none,
      debitInCents: 0,
      creditInCents: excl + vat,
      description: '',
    },
  ];
  return {
    id: '',
    documentId: '',
    documentNumber: `${today.slice(0, 7)}-0000`,
    customer,
    creditor: {
      id: null,
      name: books.creditor?.name ?? texts.supplier,
      number: books.creditor?.number ?? '1',
      street: texts.street,
      zipCode: '8011 AA',
      city: texts.city,
      country: 'NL',
      kvk: null,
      vatId: null,
      iban: null,
    },
    invoiceNumber: `TEST-${today.replaceAll('-', '')}`,
    invoiceDate: today,
    dueDate: today,
    bookingDate: today,
    description: texts.description,
    orderNumber: '',
    currency: 'EUR',
    totalInCents: excl + vat,
    exclInCents: excl,
    vatInCents: vat,
    paymentReference: null,
    isDirectDebit: false,
    approvedBy: null,
    approvedAt: null,
    lines: lines
      .filter(({ debitInCents, creditInCents }) => debitInCents + creditInCents !== 0)
      .map((line, index) => ({ lineNumber: index + 1, ...line })),
    original: { sha256: '', mime: 'application/pdf' },
    eInvoice: null,
  };
}
