import { useMemo } from 'react';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import type { RowsState } from '#portal/kit/list/table-types.ts';
import { invoiceHooks, maxInvoices, type InvoiceRow } from './invoice.ts';
import { matching, mustAsk } from './invoices.rules.ts';

/** The loaded invoices, narrowed by the search box. */
export interface InvoiceRows {
  /** What the search leaves of them, in order; empty until they are there. */
  readonly rows: readonly InvoiceRow[];
  /** All of this view on the server, whatever is searched; undefined while unknown. */
  readonly count: number | undefined;
  /** More exist than are shown. */
  readonly isCut: boolean;
  /** How the rows arrived, for the table. */
  readonly arrival: Omit<RowsState<InvoiceRow>, 'data'> & { readonly isLoaded: boolean };
}

/** What the list asks: as many as are shown at most, of one status. */
export function invoiceQuery(orderBy: string | undefined, status: string): ListQuery {
  return { top: maxInvoices, orderBy, extra: { status } };
}

/** Loads the first 250; beyond those a search goes to the server as well, so that invoice 251 can be found (§C10). */
export function useInvoiceRows(list: ListState, status: string): InvoiceRows {
  const { orderBy } = list.query;
  const asked = invoiceQuery(orderBy, status);
  const page = invoiceHooks.useList(asked, {});
  const count = page.data?.metadata.count;
  const asksServer = mustAsk(list.search, count);
  const found = invoiceHooks.useList({ ...asked, query: list.search }, {}, { enabled: asksServer });
  const answer = asksServer && !found.isPlaceholderData ? found.data : undefined;

  const loaded = page.data?.result;
  const rows = useMemo(
    () => answer?.result ?? matching(loaded ?? [], list.search),
    [answer, loaded, list.search],
  );
  const { isPending, isPlaceholderData, error } = page;
  const shownCount = answer ? answer.metadata.count : count;
  return {
    rows,
    count,
    isCut: (list.search === '' || answer !== undefined) && (shownCount ?? 0) > maxInvoices,
    arrival: {
      isLoaded: loaded !== undefined,
      isPending,
      isPlaceholderData: isPlaceholderData || (asksServer && answer === undefined && found.error === null),
      error: error ?? (asksServer ? found.error : null),
      refetch: () => void Promise.all([page.refetch(), asksServer ? found.refetch() : undefined]),
    },
  };
}
