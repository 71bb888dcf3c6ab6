import { formatDay } from '#contract/dates.ts';
import { moneyCell } from '../exports/csv.rules.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import { type Exporter, journalObstacles } from './exported-batch.ts';
import { flatCsv } from './flat-csv.ts';

// The names of the fields of an import of bookings (docs/couplings/snelstart.md).
const columns = [
  'fldDagboek',
  'fldBoekingcode',
  'fldDatum',
  'fldGrootboeknummer',
  'fldDebet',
  'fldCredit',
  'fldOmschrijving',
  'fldRelatiecode',
  'fldFactuurnummer',
  'fldKostenplaatsnummer',
] as const;

/** Bookings for SnelStart: one CSV, the lines of an invoice under one code, the creditor's line first. */
export const snelstart: Exporter = {
  obstacles: journalObstacles,
  filesOf: async ({ journal, invoices }) => {
    const rows = invoices.flatMap((invoice, index) =>
      creditorFirst(invoice.lines).map((line) => rowOf(journal, String(index + 1), invoice, line)),
    );
    return [{ name: 'boekingen.csv', bytes: flatCsv(columns, rows) }];
  },
};

function rowOf(journal: string, code: string, invoice: ExportedInvoice, line: ExportedLine): string[] {
  return [
    journal,
    code,
    formatDay(invoice.bookingDate),
    line.ledgerNumber,
    amountOf(line.debitInCents),
    amountOf(line.creditInCents),
    line.description || invoice.description,
    invoice.creditor.number ?? '',
    invoice.invoiceNumber,
    line.costCenter,
  ];
}

// The first line of a booking is the one on the account of creditors.
function creditorFirst(lines: readonly ExportedLine[]): ExportedLine[] {
  return lines.toSorted((one, other) => Number(other.kind === 'creditor') - Number(one.kind === 'creditor'));
}

function amountOf(cents: number): string {
  return cents === 0 ? '' : moneyCell(cents);
}
