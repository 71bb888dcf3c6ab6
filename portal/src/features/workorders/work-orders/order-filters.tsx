import { useEffect } from 'react';
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
  useForgetGone(list, 'assignedUser', users.options);
  useForgetGone(list, 'administration', administrations.options);
  return (
    <FilterBar
      list={list}
      filters={[
        {
          name: 'assignedUser',
          label: text('workorders.filter.assignedUser'),
          off: text('workorders.filter.all'),
          options: users.options ?? [],
          isSearchable: isMany(users.options),
        },
        {
          name: 'administration',
          label: text('workorders.filter.administration'),
          off: text('workorders.filter.all'),
          options: administrations.options ?? [],
          isSearchable: isMany(administrations.options),
        },
        {
          name: 'status',
          label: text('workorders.filter.status'),
          // A search finds the invoiced ones too, unless a status is asked for.
          off: text(list.search === '' ? 'workorders.filter.open' : 'workorders.filter.all'),
          options: statusOptions,
        },
      ]}
    />
  );
}

/** People and administrations are found by any part of their name, as in forms, where they do not stand in one view. */
const isMany = (options: readonly unknown[] = []) => options.length > 8;

/** A remembered filter whose user or administration is gone falls back to 'all' (§J9). */
function useForgetGone(
  { filters, setFilter }: ListState,
  name: string,
  options: readonly { readonly value: string }[] | undefined,
): void {
  const value = filters[name];
  const isGone =
    value !== undefined && options !== undefined && !options.some((option) => option.value === value);
  useEffect(() => {
    if (isGone) setFilter(name, undefined);
  }, [isGone, name, setFilter]);
}
