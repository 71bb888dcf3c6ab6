import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useText } from '../text.ts';
import { useIsPhone } from '../use-width.ts';
import { FilterChoice } from './filter-choice.tsx';
import type { Filter } from './filter-frame.tsx';
import type { ListState } from './use-list-state.ts';

const FilterSheet = lazyPart(async () => (await import('./filter-sheet.tsx')).FilterSheet);

/** The filters of a list, and its state. */
export interface FilterBarProps {
  readonly list: Pick<ListState, 'filters' | 'setFilter'>;
  readonly filters: readonly Filter[];
}

/** The filters of a list: each a choice that turns accent and gets a cross when it is on; under 768 in a sheet. */
export function FilterBar({ list, filters }: FilterBarProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone)
    return filters.map((filter) => <FilterChoice key={filter.name} list={list} filter={filter} />);
  const count = filters.filter(({ name }) => list.filters[name]).length;
  return (
    <>
      <Button leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />} onClick={() => setOpen(true)}>
        {count === 0 ? text('kit.filters.title') : text('kit.filters.on', { count })}
      </Button>
      {isOpen && <FilterSheet list={list} filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}
