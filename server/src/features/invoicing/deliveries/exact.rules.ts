import { strToU8 } from 'fflate';
import { create } from 'xmlbuilder2';
import { centsToDecimal, xmlText } from '#server/platform/xml/ubl.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import { type Exporter, journalObstacles } from './exported-batch.ts';

/** Purchase entries as eExact XML for Exact Globe: each invoice an entry that a person processes there (docs/couplings/exact.md). */
export const exact: Exporter = {
  obstacles: journalObstacles,
  filesOf: async ({ journal, invoices }) => {
    const document = {
      eExact: { GLEntries: { GLEntry: invoices.map((invoice) => entryOf(journal, invoice)) } },
    };
    const xml = create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true });
    return [{ name: 'boekingen.xml', bytes: strToU8(xml) }];
  },
};

function entryOf(journal: string, invoice: ExportedInvoice) {
  return {
    // Entered, not posted: the bookkeeper processes it.
    '@status': 'E',
    Description: textOf(invoice.description || invoice.creditor.name),
    Date: invoice.bookingDate,
    DocumentDate: invoice.invoiceDate,
    Journal: { '@code': journal, '@type': 'I' },
    FinEntryLine: invoice.lines.map((line, index) => lineOf(invoice, line, index + 1)),
  };
}

function lineOf(invoice: ExportedInvoice, line: ExportedLine, number: number) {
  return {
    '@number': String(number),
    '@type': 'N',
    '@subtype': 'K',
    Date: invoice.bookingDate,
    GLAccount: { '@code': line.ledgerNumber },
    Description: textOf(line.description || invoice.description),
    ...(line.costCenter === '' ? {} : { Costcenter: { '@code': line.costCenter } }),
    ...(line.costUnit === '' ? {} : { Costunit: { '@code': line.costUnit } }),
    Creditor: { '@code': invoice.creditor.number, '@number': invoice.creditor.number },
    Amount: {
      Currency: { '@code': invoice.currency },
      Debit: centsToDecimal(line.debitInCents),
      Credit: centsToDecimal(line.creditInCents),
      ...(line.vatCode === '' ? {} : { VAT: { '@code': line.vatCode } }),
    },
    FinReferences: { YourRef: textOf(invoice.invoiceNumber, 30), DocumentDate: invoice.invoiceDate },
  };
}

function textOf(text: string, max = 60): string {
  return xmlText(text).slice(0, max);
}
