import { formatDay, formatInstant } from '#contract/dates.ts';
import texts from '../locales/export.nl.json' with { type: 'json' };
import type { ExportedInvoice, ExportedLine } from './exported-invoice.ts';

type Column = keyof typeof texts.columns;
type Cell = string | number | null;

/** One row a booking line, and one for an invoice without lines. */
export function csvOf(invoices: readonly ExportedInvoice[]): Buffer {
  const rows = invoices.flatMap((invoice) => {
    const lines = invoice.lines.length === 0 ? [undefined] : invoice.lines;
    return lines.map((line) => cellsOf(invoice, line));
  });
  const columns = Object.entries(texts.columns);
  return excelCsv([columns.map(([, title]) => textCell(title)), ...rows]);
}

/** Rows of cells as a Dutch Excel opens them by itself: UTF-8 with a mark, semicolons, CRLF; amounts are `moneyCell`s. */
export function excelCsv(rows: readonly (readonly string[])[]): Buffer {
  const lines = rows.map((cells) => `${cells.join(';')}\r\n`);
  return Buffer.from(`\uFEFF${lines.join('')}`, 'utf8');
}

function cellsOf(invoice: ExportedInvoice, line: ExportedLine | undefined): string[] {
  const values: Record<Column, Cell> = {
    documentId: invoice.documentNumber,
    administration: invoice.customer.name,
    creditor: invoice.creditor.name,
    kvk: invoice.creditor.kvk,
    vatId: invoice.creditor.vatId,
    iban: invoice.creditor.iban,
    invoiceNumber: invoice.invoiceNumber,
    invoiceDate: formatDay(invoice.invoiceDate),
    dueDate: invoice.dueDate && formatDay(invoice.dueDate),
    description: invoice.description,
    currency: invoice.currency,
    excl: invoice.exclInCents,
    vat: invoice.vatInCents,
    total: invoice.totalInCents,
    paymentReference: invoice.paymentReference,
    approvedBy: invoice.approvedBy,
    approvedAt: invoice.approvedAt && formatInstant(invoice.approvedAt),
    lineNumber: line ? String(line.lineNumber) : null,
    ledgerNumber: line?.ledgerNumber ?? null,
    ledgerName: line?.ledgerName ?? null,
    costCenter: line?.costCenter ?? null,
    debit: line?.debitInCents ?? null,
    credit: line?.creditInCents ?? null,
    lineDescription: line?.description ?? null,
  };
  return Object.values(values).map((value) =>
    typeof value === 'number' ? moneyCell(value) : textCell(value ?? ''),
  );
}

/** Cents with a decimal comma; written out, so that no locale of the machine can put a point in it. */
export function moneyCell(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** A text as a cell. Excel runs what starts like a formula: an apostrophe makes it text. */
export function textCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
