import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useOpenRow } from '#portal/kit/list/use-open-row.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { invoiceHooks, type InvoiceRow } from './invoice.ts';
import { isDecidable } from './invoices.rules.ts';

/** The one open invoice, the page it stands on, and its neighbours. */
export type OpenInvoice = ReturnType<typeof useOpenInvoice>;

/** Keeps one row open; a linked invoice that is not in the list opens on top. */
export function useOpenInvoice(list: ListState, listed: readonly InvoiceRow[], isLoaded: boolean) {
  const [{ open: id }] = useUrlState();
  const isAway = id !== undefined && isLoaded && !listed.some((row) => row.id === id);
  const away = invoiceHooks.useOne(id ?? '', {}, { enabled: isAway });
  const opened = useOpenRow<InvoiceRow>(list, listed, isAway ? away.data : undefined);
  const isOpen = opened.row !== undefined;
  const after = opened.row ? opened.rows.slice(opened.index + 1) : [];
  const toDecide = after.filter(isDecidable);
  return {
    ...opened,
    id: isOpen ? id : undefined,
    next: isOpen ? opened.next : undefined,
    previous: isOpen ? opened.previous : undefined,
    /** The next one that can be decided, where 'Automatisch' goes. */
    nextToDecide: toDecide[0],
    /** The two that will probably be opened next. */
    ahead: (opened.row && isDecidable(opened.row) ? toDecide : after).slice(0, 2),
    /** The address names an invoice that cannot be read. */
    error: isAway ? away.error : null,
  };
}
