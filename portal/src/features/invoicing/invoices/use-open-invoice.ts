import { useCallback, useMemo, useState } from 'react';
import { useUrlState } from '#portal/kit/screens.tsx';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { invoiceHooks, type InvoiceRow } from './invoice.ts';
import { lastPage, neighbour, pageOf, withOpen, type Place } from './invoices.rules.ts';

/** The one open row, the page it stands on, and its neighbours. */
export interface OpenInvoice {
  readonly id: string | undefined;
  /** All rows, the open one among them. */
  readonly rows: readonly InvoiceRow[];
  readonly page: number;
  /** Index of the open row. */
  readonly at: number;
  /** The address names an invoice that cannot be read. */
  readonly error: Error | null;
  /** Opens a row and closes all others; undefined closes. */
  readonly open: (id: string | undefined) => void;
  readonly next: InvoiceRow | undefined;
  readonly previous: InvoiceRow | undefined;
}

/**
 * Keeps one row open, by its id in the address. Its page follows it when rows come or go, and it stays where it was
 * when it leaves the list; an invoice that a link names without it being listed opens on top.
 */
export function useOpenInvoice(
  list: ListState,
  listed: readonly InvoiceRow[],
  isLoaded: boolean,
): OpenInvoice {
  const [url, change] = useUrlState();
  const id = url['open'];
  const index = id === undefined ? -1 : listed.findIndex((row) => row.id === id);
  const isAway = id !== undefined && isLoaded && index < 0;
  const away = invoiceHooks.useOne(id ?? '', {}, { enabled: isAway });

  const [last, setLast] = useState({ id, at: 0 });
  if (index >= 0 && (last.id !== id || last.at !== index)) setLast({ id, at: index });
  const lastAt = last.id === id ? Math.min(last.at, listed.length) : 0;

  const open = useCallback(
    (to: string | undefined, page?: number) =>
      change(
        { open: to, ...(page === undefined ? {} : { page: page === 1 ? undefined : String(page) }) },
        // Back closes what was opened from the list; going from one to the next leaves no trail.
        { push: id === undefined && to !== undefined },
      ),
    [change, id],
  );

  const shown = isAway ? away.data : undefined;
  const isListed = index >= 0;
  const rows = useMemo(
    () => withOpen(listed, { at: lastAt, isListed: isListed || shown === undefined }, shown),
    [listed, lastAt, isListed, shown],
  );
  const place: Place = { at: isListed ? index : lastAt, isListed };
  const hasOpen = isListed || shown !== undefined;
  const page = hasOpen ? pageOf(place.at, list.size) : Math.min(list.page, lastPage(rows.length, list.size));
  return {
    id: hasOpen ? id : undefined,
    rows,
    page,
    at: place.at,
    error: isAway ? away.error : null,
    // The page stays where it is when a row closes.
    open: (to) => open(to, to === undefined ? page : undefined),
    next: hasOpen ? neighbour(listed, place, 1) : undefined,
    previous: hasOpen ? neighbour(listed, place, -1) : undefined,
  };
}
