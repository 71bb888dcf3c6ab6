import type { InvoiceRow } from '../invoices/invoice.ts';
import { isDecidable } from '../invoices/invoices.rules.ts';

/** Why an invoice is left out when several are approved at once. */
export type LeftOut = 'onHold' | 'notOpened';

/** Why this one would be left out; undefined when it goes along. The server checks again. */
export function leftOutOf(
  row: Pick<InvoiceRow, 'approvalState' | 'isOpened'>,
  needsOpened: boolean,
): LeftOut | undefined {
  if (row.approvalState === 'onHold') return 'onHold';
  return needsOpened && !row.isOpened ? 'notOpened' : undefined;
}

/** What a number of invoices come to: their sums by currency, and of how many creditors they are. */
export interface BulkSum {
  readonly count: number;
  readonly totals: readonly { readonly currency: string; readonly cents: number }[];
  readonly creditors: number;
}

type Summed = Pick<InvoiceRow, 'currency' | 'totalAmount' | 'creditor'>;

export function sumOf(rows: readonly Summed[]): BulkSum {
  const totals = new Map<string, number>();
  for (const { currency, totalAmount } of rows)
    totals.set(currency, (totals.get(currency) ?? 0) + totalAmount);
  return {
    count: rows.length,
    totals: [...totals].map(([currency, cents]) => ({ currency, cents })),
    creditors: new Set(rows.map(({ creditor }) => creditor.name)).size,
  };
}

/** The ticked rows: which go along, and which are left out and why. */
export function splitTicked(
  rows: readonly InvoiceRow[],
  ticked: ReadonlySet<string>,
  needsOpened: boolean,
): {
  readonly chosen: readonly InvoiceRow[];
  readonly going: readonly InvoiceRow[];
  readonly reasons: ReadonlyMap<string, LeftOut>;
} {
  const chosen = rows.filter((row) => ticked.has(row.id) && isDecidable(row));
  const reasons = new Map(
    chosen.flatMap((row): [string, LeftOut][] => {
      const why = leftOutOf(row, needsOpened);
      return why === undefined ? [] : [[row.id, why]];
    }),
  );
  return { chosen, going: chosen.filter(({ id }) => !reasons.has(id)), reasons };
}
