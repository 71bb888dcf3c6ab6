import { useEffect, useState } from 'react';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { readPreference, writePreference } from './preference.ts';

const list = 'workorders';

/**
 * Opens the list as it was left: an address that asks for nothing takes the filters of last time. False while the
 * address is about to change, so that nothing is asked for in vain.
 */
export function useRememberedFilters(
  { filters }: Pick<ListState, 'filters'>,
  names: readonly string[],
): boolean {
  const [url, change] = useUrlState();
  const [kept, setKept] = useState(() => {
    const isBare = !['search', 'view', ...names].some((name) => url[name]);
    const found = Object.entries(isBare ? readPreference(list) : {}).filter(([name]) => names.includes(name));
    return found.length > 0 ? Object.fromEntries(found) : null;
  });
  const isThere = kept === null || Object.entries(kept).every(([name, value]) => url[name] === value);
  useEffect(() => {
    if (kept === null) writePreference(list, filters);
    else if (isThere) setKept(null);
    else change(kept);
    // oxlint-disable-next-line react/exhaustive-deps -- the way to change the address is no reason to change it
  }, [kept, isThere, filters]);
  return kept === null;
}
