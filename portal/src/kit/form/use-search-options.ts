import { useState } from 'react';
import type { ResourceDefinition, Rec, Row, Parents } from '#contract/resource.ts';
import { resourceHooks } from '../data/resource-hooks.ts';
import type { ListQuery } from '../data/list-query.ts';

/** The number of options that a search shows at a time (product 2.9). */
const maxShown = 10;

/**
 * The options of a `SearchPicker` over the records of a resource, by name: those that match what is typed, and the
 * chosen one as long as nothing is.
 *
 * @example
 * const relations = useSearchOptions(customerRelations, {}, form.values.customerRelationId, ({ name }) => name);
 * <SearchPicker form={form} name="customerRelationId" label="…" {...relations} />
 */
export function useSearchOptions<const R extends ResourceDefinition>(
  resource: R,
  parents: Parents<R>,
  chosenId: string | null,
  labelOf: (record: Row<R> | Rec<R>) => string,
  extra: ListQuery['extra'] = {},
) {
  const { useList, useOne } = resourceHooks(resource);
  const [words, setWords] = useState('');
  // oxlint-disable-next-line react/hooks -- a field is about one resource for as long as it lives
  const { data } = useOne(chosenId ?? '', parents, { enabled: chosenId !== null });
  const chosen = data?.['id'] === chosenId ? data : undefined;
  // The field shows the words of what was chosen: they are no search.
  const query = chosen && words === labelOf(chosen) ? '' : words;
  // oxlint-disable-next-line react/hooks -- a field is about one resource for as long as it lives
  const found = useList({ top: maxShown, orderBy: 'name asc', query, count: false, extra }, parents);
  const options = (found.data?.result ?? []).map(optionOf);
  // What was chosen is no match of other words.
  const isListed = !chosen || query !== '' || options.some(({ value }) => value === chosenId);
  return {
    options: isListed ? options : [optionOf(chosen), ...options],
    onSearch: setWords,
    isLoading: found.isFetching,
    isStale: found.isPlaceholderData || found.isPending,
  };

  function optionOf(record: Row<R> | Rec<R>) {
    return { value: String(record['id']), label: labelOf(record) };
  }
}
