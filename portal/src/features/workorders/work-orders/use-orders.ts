import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { useListState, type ListState } from '#portal/kit/list/use-list-state.ts';
import { filterNames } from './order-filters.tsx';
import { filterOf, orderByOf } from './order-filter.rules.ts';
import { useRememberedFilters } from './use-remembered-filters.ts';

/** Milliseconds in which changes of the query count as one (product 2.9). */
const debounceMs = 500;

interface OrdersState {
  readonly list: ListState;
  /** The query of the table, as in product 2.7; the first change is asked at once, those shortly after it together. */
  readonly query: ListQuery;
  /** False while the remembered filters are being written to the address. */
  readonly isReady: boolean;
}

export function useOrders(): OrdersState {
  const list = useListState(workOrders, { filters: filterNames });
  const isReady = useRememberedFilters(list, filterNames);
  const { search, sort, size, page } = list;
  const { assignedUser, administration, status } = list.filters;
  const wanted = useMemo(
    (): ListQuery => ({
      top: size,
      skip: (page - 1) * size,
      orderBy: orderByOf(sort),
      filter: filterOf({ search, assignedUser, administration, status }),
    }),
    // The sort is a new object on each render.
    // oxlint-disable-next-line react/exhaustive-deps -- its two values are listed
    [search, sort?.field, sort?.direction, size, page, assignedUser, administration, status],
  );
  const [query] = useDebouncedValue(wanted, debounceMs, { leading: true });
  // Until then the debounced query is the one without filters.
  return { list, query: isReady ? query : wanted, isReady };
}
