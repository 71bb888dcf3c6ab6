import { foldText } from '#contract/list-query/text.ts';
import { maxInvoices, type InvoiceRow } from './invoice.ts';

/** The rows in which every word occurs, whatever its case or accents (§B4, §C10). */
export function matching(rows: readonly InvoiceRow[], search: string): readonly InvoiceRow[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldText([row.documentId, row.invoiceNumber, row.creditor.name, row.description].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** Whether the server must be asked too: there are more invoices than are loaded (§C10). */
export function mustAsk(search: string, count: number | undefined): boolean {
  return search !== '' && count !== undefined && count > maxInvoices;
}

/** The page, from 1, on which the row at an index stands. */
export function pageOf(index: number, size: number): number {
  return Math.floor(index / size) + 1;
}

/** The last page of so many rows. */
export function lastPage(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size));
}

/** Where the open row stands: its index, and whether the loaded rows hold it. */
export interface Place {
  readonly at: number;
  readonly isListed: boolean;
}

/**
 * The row before or after the open one; undefined outside the range, which clears the selection (product 1.4). A row
 * that left the list in the meantime keeps its place between its neighbours.
 */
export function neighbour(
  rows: readonly InvoiceRow[],
  { at, isListed }: Place,
  step: 1 | -1,
): InvoiceRow | undefined {
  if (step === -1) return rows[at - 1];
  return rows[isListed ? at + 1 : at];
}

/** The loaded rows with the open one among them, also when it is not one of them. */
export function withOpen(
  rows: readonly InvoiceRow[],
  place: Place,
  open: InvoiceRow | undefined,
): readonly InvoiceRow[] {
  if (place.isListed || open === undefined) return rows;
  return rows.toSpliced(place.at, 0, open);
}
