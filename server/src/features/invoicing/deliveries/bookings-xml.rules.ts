import { create } from 'xmlbuilder2';
import { centsToDecimal, xmlText } from '#server/platform/xml/ubl.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import type { BatchContent } from './exported-batch.ts';

/** Our own XML of bookings (docs/couplings/xml.md): every field by its name, amounts with two decimals. */
export function bookingsXml({ administration, journal, invoices }: BatchContent): string {
  const document = {
    bookings: {
      '@version': '1',
      administration: { name: xmlText(administration.name), kvk: administration.kvk },
      ...(journal === '' ? {} : { journal: xmlText(journal) }),
      invoice: invoices.map(invoiceOf),
    },
  };
  return create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true });
}

function invoiceOf(invoice: ExportedInvoice) {
  const { creditor } = invoice;
  return {
    document: invoice.documentNumber,
    number: xmlText(invoice.invoiceNumber),
    date: invoice.invoiceDate,
    bookingDate: invoice.bookingDate,
    ...given('dueDate', invoice.dueDate),
    ...given('description', xmlText(invoice.description)),
    creditor: {
      name: xmlText(creditor.name),
      ...given('number', creditor.number),
      ...given('kvk', creditor.kvk),
      ...given('vatId', creditor.vatId),
      ...given('iban', creditor.iban),
    },
    currency: invoice.currency,
    total: centsToDecimal(invoice.totalInCents),
    ...(invoice.vatInCents === null ? {} : { vat: centsToDecimal(invoice.vatInCents) }),
    ...given('paymentReference', invoice.paymentReference),
    ...given('approvedBy', invoice.approvedBy),
    ...given('approvedAt', invoice.approvedAt),
    line: invoice.lines.map(lineOf),
  };
}

function lineOf(line: ExportedLine) {
  return {
    '@number': String(line.lineNumber),
    '@kind': line.kind,
    account: xmlText(line.ledgerNumber),
    ...given('accountName', xmlText(line.ledgerName)),
    ...given('costCentre', xmlText(line.costCenter)),
    ...given('costUnit', xmlText(line.costUnit)),
    ...given('vatCode', xmlText(line.vatCode)),
    debit: centsToDecimal(line.debitInCents),
    credit: centsToDecimal(line.creditInCents),
    ...given('description', xmlText(line.description)),
  };
}

// What is not known leaves no element.
function given(name: string, value: string | null): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: value };
}
