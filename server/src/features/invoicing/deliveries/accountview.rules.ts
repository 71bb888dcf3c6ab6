import { formatDay } from '#contract/dates.ts';
import { centsToDecimal } from '#server/platform/xml/ubl.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import { type Exporter, journalObstacles } from './exported-batch.ts';
import { flatCsv } from './flat-csv.ts';

// In the order of the import definition that a person makes once (docs/couplings/accountview.md).
const columns = [
  'Regelnummer',
  'Dagboekcode',
  'Factuurnummer',
  'Boekdatum',
  'Vervaldatum',
  'Periode',
  'Crediteurnummer',
  'Grootboekrekening',
  'Kostenplaats',
  'Kostendrager',
  'Omschrijving',
  'Bedrag',
  'Btw-code',
] as const;

/** AccountView: one CSV for its module Mutatie-import, a row per line, debit above zero. */
export const accountview: Exporter = {
  obstacles: journalObstacles,
  filesOf: async ({ journal, invoices }) => {
    const rows = invoices.flatMap((invoice) =>
      invoice.lines.map((line, index) => rowOf(journal, invoice, line, index + 1)),
    );
    return [{ name: 'mutaties.csv', bytes: flatCsv(columns, rows) }];
  },
};

function rowOf(journal: string, invoice: ExportedInvoice, line: ExportedLine, number: number): string[] {
  return [
    String(number),
    journal,
    invoice.invoiceNumber,
    formatDay(invoice.bookingDate),
    invoice.dueDate === null ? '' : formatDay(invoice.dueDate),
    invoice.bookingDate.slice(5, 7),
    line.kind === 'creditor' ? (invoice.creditor.number ?? '') : '',
    line.ledgerNumber,
    line.costCenter,
    line.costUnit,
    (line.description || invoice.description).slice(0, 40),
    centsToDecimal(line.debitInCents - line.creditInCents),
    line.vatCode,
  ];
}
