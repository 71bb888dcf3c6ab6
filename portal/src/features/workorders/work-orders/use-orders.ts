import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { ListQuery } from '#portal/kit/data/list-query.ts';
import { useListState, type ListState } from '#portal/kit/list/use-list-state.ts';
import { filterNames } from './order-filters.tsx';
import { filterOf, orderByOf } from './order-filter.rules.ts';
import { useRememberedFilters } from './use-remembered-filters.ts';

/** Milliseconds in which changes of the question count as one (product 2.9). */
const restMs = 500;

interface OrdersState {
  readonly list: ListState;
  /** What the table asks, as product 2.7 asks it; the first change at once, those close behind it together. */
  readonly query: ListQuery;
  /** Off while the remembered filters are on their way into the address. */
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
    // The sort is made anew from the address each time.
    // oxlint-disable-next-line react/exhaustive-deps -- its two values say all of it
    [search, sort?.field, sort?.direction, size, page, assignedUser, administration, status],
  );
  const [query] = useDebouncedValue(wanted, restMs, { leading: true });
  // Until then the first question is that without filters.
  return { list, query: isReady ? query : wanted, isReady };
}
