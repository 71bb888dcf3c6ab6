import type { ListQuery } from '../data/list-query.ts';

interface EqualFilters {
  readonly filters: readonly string[];
  readonly toQuery: (filters: Readonly<Record<string, string>>) => Pick<ListQuery, 'filter'>;
}

/**
 * Filters that ask for one value of a field, by the name that both have in the address: `?active=true&kind=x`. Values
 * that a field cannot have count as absent. Make it once, outside the screen.
 *
 * @example
 * const narrowing = equalFilters({ active: 'boolean' });
 * const list = useListState(companies, narrowing);
 */
export function equalFilters(fields: Readonly<Record<string, 'boolean' | 'text'>>): EqualFilters {
  return {
    filters: Object.keys(fields),
    toQuery(values) {
      const conditions = Object.entries(fields).flatMap(([field, type]) => {
        const value = values[field];
        if (value === undefined) return [];
        if (type === 'text') return [`${field} eq '${value.replaceAll("'", "''")}'`];
        return value === 'true' || value === 'false' ? [`${field} eq ${value}`] : [];
      });
      return conditions.length === 0 ? {} : { filter: conditions.join(' and ') };
    },
  };
}
