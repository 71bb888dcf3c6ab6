import { useMemo } from 'react';
import { type ListQuery, toQueryString } from '#portal/kit/data/list-query.ts';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { invoiceHooks, maxInvoices } from './invoice.ts';
import { byClick } from '../filters/invoice-filters.rules.ts';
import { useKeptRows } from './use-kept-rows.ts';
import { matching, mustAsk } from './invoices.rules.ts';

/** The loaded invoices, narrowed by the search box. */
export type InvoiceRows = ReturnType<typeof useInvoiceRows>;

/** What the list asks for: the first rows of one view. */
export function invoiceQuery({
  orderBy,
  filter,
  extra,
}: Pick<ListQuery, 'orderBy' | 'filter' | 'extra'>): ListQuery {
  return { top: maxInvoices, orderBy, filter, extra };
}

/** Loads the first 250, and searches in them at once; the server's answer, of all invoices, takes its place (§C10). */
export function useInvoiceRows(list: ListState) {
  const asked = invoiceQuery(list.query);
  const page = invoiceHooks.useList(asked, {});
  const count = page.data?.metadata.count;
  const asksServer = mustAsk(list.search);
  const found = invoiceHooks.useList({ ...asked, query: list.search }, {}, { enabled: asksServer });
  const answer = asksServer && !found.isPlaceholderData ? found.data : undefined;

  const isWaitingView =
    (list.query.extra?.['status'] ?? '') === '' &&
    byClick.every((name) => list.query.extra?.[name] === undefined);
  const loaded = useKeptRows(
    page.data?.result,
    toQueryString(asked),
    isWaitingView && !page.isPlaceholderData,
  );
  const rows = useMemo(
    () => answer?.result ?? matching(loaded ?? [], list.search),
    [answer, loaded, list.search],
  );
  const { isPending, isPlaceholderData, error } = page;
  const shownCount = answer ? answer.metadata.count : count;
  return {
    /** The rows that match the search, in order; empty until they are loaded. */
    rows,
    /** How many this view has that match the search; undefined while unknown. */
    count: list.search === '' ? count : (answer?.metadata.count ?? (loaded && rows.length)),
    /** More exist than are shown. */
    isCut: (list.search === '' || answer !== undefined) && (shownCount ?? 0) > maxInvoices,
    /** How the rows arrived, for the table. */
    arrival: {
      isLoaded: loaded !== undefined,
      isPending,
      isPlaceholderData: isPlaceholderData || (asksServer && answer === undefined && found.error === null),
      error: error ?? (asksServer ? found.error : null),
      refetch: () => void Promise.all([page.refetch(), asksServer ? found.refetch() : undefined]),
    },
  };
}
