import type { GridState } from './grid-state.ts';

/** What was typed and not saved, by invoice: it stays while another invoice is looked at. */
export const unsaved = new Map<string, GridState>();

/** Whether an invoice has lines that were typed and not saved. */
export function hasUnsaved(invoiceId: string): boolean {
  return unsaved.has(invoiceId);
}
