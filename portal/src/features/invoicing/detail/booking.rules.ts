import type { Invoice } from '../invoices/invoice.ts';

type Line = Invoice['booking']['lines'][number];

/** Both sides of a booking in cents, and how much debit exceeds credit. */
export interface Balance {
  readonly debit: number;
  readonly credit: number;
  readonly difference: number;
}

/** Adds the lines up; a booking may only be approved when both sides are equal (§C4). */
export function balanceOf(lines: readonly Pick<Line, 'debit' | 'credit'>[]): Balance {
  let [debit, credit] = [0, 0];
  for (const line of lines) {
    debit += line.debit;
    credit += line.credit;
  }
  return { debit, credit, difference: debit - credit };
}
