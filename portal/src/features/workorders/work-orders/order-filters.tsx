import { useEffect } from 'react';
import type { Option } from '#portal/kit/form/choice-field.tsx';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { useStatusOptions } from './status.tsx';
import { useAdministrations, useColleagues } from './use-order-pickers.ts';

/** The filters of the list of orders, by their names in the address. */
export const filterNames: readonly string[] = ['assignedUser', 'administration', 'status'];

/** Responsible user, administration and status, each with 'all'. */
export function OrderFilters({ list }: { readonly list: ListState }) {
  const text = useText();
  const [users, administrations, statusOptions] = [useColleagues(), useAdministrations(), useStatusOptions()];
  useForgetMissing(list, 'assignedUser', users.options);
  useForgetMissing(list, 'administration', administrations.options);
  const filter = (name: string, options: readonly Option[] = [], off = 'all') => ({
    name,
    label: text(`workorders.filter.${name}`),
    off: text(`workorders.filter.${off}`),
    options,
    // As in forms: a choice that is long is searched by any part of a name.
    isSearchable: name !== 'status' && options.length > 8,
  });
  return (
    <FilterBar
      list={list}
      filters={[
        filter('assignedUser', users.options),
        filter('administration', administrations.options),
        // A search finds the invoiced ones too, unless a status is asked for.
        filter('status', statusOptions, list.search === '' ? 'open' : 'all'),
      ]}
    />
  );
}

/** A remembered filter whose user or administration is deleted falls back to 'all' (§J9). */
function useForgetMissing(
  { filters, setFilter }: ListState,
  name: string,
  options: readonly { readonly value: string }[] | undefined,
): void {
  const value = filters[name];
  const isMissing =
    value !== undefined && options !== undefined && !options.some((option) => option.value === value);
  useEffect(() => {
    if (isMissing) setFilter(name, undefined);
  }, [isMissing, name, setFilter]);
}
