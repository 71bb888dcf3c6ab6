import { useState } from 'react';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';

const { useList, useOne } = resourceHooks(customerRelations);

/** The customer relations that fit what is typed, at most ten, with the chosen one; each with number, name and address. */
export function useRelations(chosenId: string | null) {
  const [words, setWords] = useState('');
  const chosen = useOne(chosenId ?? '', {}, { enabled: chosenId !== null });
  const current = chosen.data?.id === chosenId ? chosen.data : undefined;
  // The field shows the words of what was chosen: they are no search.
  const query = current && words === labelOf(current) ? '' : words;
  const found = useList({ top: 10, orderBy: 'name asc', query, count: false }, {});
  const rows = found.data?.result ?? [];
  const all = current && !rows.some(({ id }) => id === current.id) ? [current, ...rows] : rows;
  return {
    options: all.map((relation) => ({ value: relation.id, label: labelOf(relation) })),
    onSearch: setWords,
    isLoading: found.isFetching,
  };
}

interface Named {
  readonly tag: string;
  readonly name: string;
  readonly address: { readonly fullAddress: string };
}

/** A relation as people tell it from others of the same name. */
function labelOf({ tag, name, address }: Named): string {
  return [[tag, name].filter((part) => part !== '').join(' - '), address.fullAddress]
    .filter((part) => part !== '')
    .join(', ');
}
