import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import type { ListState } from './use-list-state.ts';
import styles from './filter-bar.module.css';

/** One way to narrow a list. */
export interface Filter {
  /** Its name in the address, as `useListState` knows it. */
  readonly name: string;
  /** Translated. */
  readonly label: string;
  /** What it shows while it is off: 'Alle'. */
  readonly off: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Typing finds any part of a label; on by itself from 31 options, more than anybody looks through. */
  readonly isSearchable?: boolean;
}

/** A filter of a list, drawn one way or another. */
export interface FilterChoiceProps {
  readonly list: Pick<ListState, 'filters' | 'setFilter'>;
  readonly filter: Filter;
}

interface FilterFrameProps extends FilterChoiceProps {
  readonly children: (value: string, shown: string) => ReactNode;
}

/** The button of a filter: what it is set to, and a cross where it is on; `children` is what opens it, over all of it. */
export function FilterFrame({ list, filter: { name, label, off, options }, children }: FilterFrameProps) {
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
      {children(value, shown)}
      <FilterEnd isOn={isOn} label={label} onClear={() => list.setFilter(name, undefined)} />
    </span>
  );
}

interface FilterEndProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onClear: () => void;
}

/** The end of a filter's button: a cross where it is on, else the sign that there is a choice. */
function FilterEnd({ isOn, label, onClear }: FilterEndProps) {
  const text = useText();
  if (!isOn) return <IconChevronDown size={14} stroke={1.75} aria-hidden className={styles.chevron} />;
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label={text('kit.form.clear', { label })}
      onClick={onClear}
    >
      <IconX size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
