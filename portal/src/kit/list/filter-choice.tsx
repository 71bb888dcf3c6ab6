import { lazy, Suspense } from 'react';
import { cx } from '../cx.ts';
import { FilterFrame, type FilterChoiceProps } from './filter-frame.tsx';
import styles from './filter-bar.module.css';

const FilterSearch = lazy(async () => ({ default: (await import('./filter-search.tsx')).FilterSearch }));

/** One filter of a list: a select for few options, a search for many. */
export function FilterChoice(props: FilterChoiceProps) {
  const { options, isSearchable = options.length > 30 } = props.filter;
  if (!isSearchable) return <NativeChoice {...props} />;
  return (
    <Suspense fallback={<NativeChoice {...props} />}>
      <FilterSearch {...props} />
    </Suspense>
  );
}

/** A button that is a native select, so that it opens as each device likes it. */
function NativeChoice({ list, filter }: FilterChoiceProps) {
  const { name, label, off, options } = filter;
  return (
    <FilterFrame list={list} filter={filter}>
      {(value) => (
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
      )}
    </FilterFrame>
  );
}
