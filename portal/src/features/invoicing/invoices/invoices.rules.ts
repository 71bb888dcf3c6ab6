import { foldText } from '#contract/list-query/text.ts';
import type { InvoiceRow } from './invoice.ts';

/** The rows in which every word occurs, whatever its case or accents (§B4, §C10). */
export function matching(rows: readonly InvoiceRow[], search: string): readonly InvoiceRow[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldText(textOf(row));
    return words.every((word) => text.includes(word));
  });
}

// What a row shows, as people type it; IBAN, KvK and order number are found by the server.
function textOf({
  documentId,
  invoiceNumber,
  creditor,
  description,
  totalAmount,
  invoiceDate,
  administration,
}: InvoiceRow) {
  return [
    documentId,
    invoiceNumber,
    creditor.name,
    description,
    administration?.name ?? '',
    ...amountWords(totalAmount),
    ...dayWords(invoiceDate),
  ].join('\n');
}

/** 9332,19 in the ways that people type it: `9332,19`, `9.332,19`, `9332.19`, `9,332.19`. */
function amountWords(cents: number): string[] {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const sign = cents < 0 ? '-' : '';
  const grouped = (mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);
  return [`${whole},${rest}`, `${grouped('.')},${rest}`, `${whole}.${rest}`, `${grouped(',')}.${rest}`].map(
    (amount) => sign + amount,
  );
}

/** A day as `03-11-2026`, `3-11-2026` and `2026-11-03`. */
function dayWords(iso: string): string[] {
  const [year = '', month = '', day = ''] = iso.split('-');
  return [`${day}-${month}-${year}`, `${Number(day)}-${Number(month)}-${year}`, iso];
}

/** Whether the server must search too: it looks through more than the rows show, and through all of them (§C10). */
export function mustAsk(search: string): boolean {
  return search !== '';
}

/** Whether somebody may still approve or reject it (§C1, §C3). */
export function isDecidable({
  statusValue,
  approvalState,
}: Pick<InvoiceRow, 'statusValue' | 'approvalState'>): boolean {
  return statusValue === 'Concept' && (approvalState === 'pending' || approvalState === 'onHold');
}
