import type { ExportedInvoice, ExportedLine } from '../exported-invoice.ts';
import { buildExported, buildExportedLine } from './exported.ts';

const line = (
  ledgerNumber: string,
  debitInCents: number,
  creditInCents = 0,
  more: Partial<ExportedLine> = {},
) => buildExportedLine({ ledgerNumber, debitInCents, creditInCents, description: '', ...more });
const vat = (cents: number, credit = 0) => line('1520', cents, credit, { kind: 'vat' });
const creditor = (credit: number, debit = 0) => line('1600', debit, credit, { kind: 'creditor' });

/** Invoices that are hard to write, by what is hard about them. */
export const hardInvoices: Readonly<Record<string, Partial<ExportedInvoice>>> = {
  'signs, quotes and a name of 60 characters': {
    creditor: {
      ...buildExported().creditor,
      name: 'Bäckerei “Ölmühle” & Zoon <en> co; de kwaliteit van het dorp €',
    },
    invoiceNumber: 'F;2026"<1>&é€',
    description: 'Café ‘L’été’; "zes"\r\nregels\nen € 5 & meer',
    lines: [line('4300', 10_000), vat(2100), creditor(12_100)],
  },
  'a credit note': {
    totalInCents: -12_100,
    exclInCents: -10_000,
    vatInCents: -2100,
    lines: [line('4300', 0, 10_000), vat(0, 2100), creditor(0, 12_100)],
  },
  'three rates of VAT': {
    totalInCents: 33_001,
    lines: [
      line('4300', 10_000, 0, { vatCode: 'H', vatRate: 2100 }),
      line('4310', 10_000, 0, { vatCode: 'L', vatRate: 900 }),
      line('4320', 10_001, 0, { vatCode: '0', vatRate: 0 }),
      vat(2100),
      vat(900),
      creditor(33_001),
    ],
  },
  'reverse charge': {
    totalInCents: 10_000,
    vatInCents: 0,
    lines: [
      line('4300', 10_000, 0, { vatCode: 'V', vatKind: 'reversed' }),
      vat(2100),
      vat(0, 2100),
      creditor(10_000),
    ],
  },
  'a G-account, with a payment reference': {
    paymentReference: '1234567890123456',
    lines: [line('4300', 12_100), creditor(12_100)],
  },
  'one cent, and a very large amount': {
    totalInCents: 99_999_999_999,
    lines: [line('4300', 99_999_999_998), line('4310', 1), creditor(99_999_999_999)],
  },
};
