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

/** Whether the server must search too: there are more invoices than are loaded (§C10). */
export function mustAsk(search: string, count: number | undefined): boolean {
  return search !== '' && count !== undefined && count > maxInvoices;
}

/** Whether somebody may still approve or reject it (§C1, §C3). */
export function isDecidable({
  statusValue,
  approvalState,
}: Pick<InvoiceRow, 'statusValue' | 'approvalState'>): boolean {
  return statusValue === 'Concept' && (approvalState === 'pending' || approvalState === 'onHold');
}
