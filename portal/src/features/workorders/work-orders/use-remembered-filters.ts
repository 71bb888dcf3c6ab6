import { useEffect, useState } from 'react';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { readPreference, writePreference } from './preference.ts';

const list = 'workorders';

/**
 * Opens the list as it was left: an address without filters takes those of last time. False while the
 * address is about to change, so that no query is sent twice.
 */
export function useRememberedFilters(
  { filters }: Pick<ListState, 'filters'>,
  names: readonly string[],
): boolean {
  const [url, change] = useUrlState();
  const [remembered, setRemembered] = useState(() => {
    const isBare = !['search', 'view', ...names].some((name) => url[name]);
    const found = Object.entries(isBare ? readPreference(list) : {}).filter(([name]) => names.includes(name));
    return found.length > 0 ? Object.fromEntries(found) : null;
  });
  const isApplied =
    remembered === null || Object.entries(remembered).every(([name, value]) => url[name] === value);
  useEffect(() => {
    if (remembered === null) writePreference(list, filters);
    else if (isApplied) setRemembered(null);
    else change(remembered);
    // oxlint-disable-next-line react/exhaustive-deps -- a new function to change the address is no reason to change it
  }, [remembered, isApplied, filters]);
  return remembered === null;
}
