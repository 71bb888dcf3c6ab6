import { Button } from '@mantine/core';
import { IconChevronDown, IconFilter, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import { useIsPhone } from '../use-width.ts';
import type { ListState } from './use-list-state.ts';
import styles from './filter-bar.module.css';

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** One way to narrow a list. */
export interface Filter {
  /** Its name in the address, as `useListState` knows it. */
  readonly name: string;
  /** Translated. */
  readonly label: string;
  /** What it shows while it is off: 'Alle'. */
  readonly off: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface FilterBarProps {
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
      {isOpen && (
        <Suspense>
          <FilterSheet list={list} filters={filters} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FilterChoiceProps {
  readonly list: FilterBarProps['list'];
  readonly filter: Filter;
}

/** One filter as a button that is a native select, so that it opens as each device likes it. */
export function FilterChoice({ list, filter: { name, label, off, options } }: FilterChoiceProps) {
  const text = useText();
  const value = list.filters[name] ?? '';
  const shown = options.find((option) => option.value === value)?.label ?? off;
  const isOn = value !== '';
  return (
    <span className={cx(styles.filter, isOn && styles.on)}>
      <span className={styles.label} aria-hidden>
        {label}
        {isOn ? ': ' : ' '}
        <span className={styles.value}>{shown}</span>
      </span>
      <select
        className={cx('balie-select', styles.select)}
        aria-label={label}
        value={value}
        onChange={(event) => list.setFilter(name, event.currentTarget.value)}
      >
        <option value="">{off}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {isOn ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={text('kit.form.clear', { label })}
          onClick={() => list.setFilter(name, undefined)}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      ) : (
        <IconChevronDown size={14} stroke={1.75} aria-hidden className={styles.chevron} />
      )}
    </span>
  );
}
