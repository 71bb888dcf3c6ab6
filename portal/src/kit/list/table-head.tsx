import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { cx } from '../cx.ts';
import { useText } from '../text.ts';
import type { Column } from './column.tsx';
import type { TableLayout } from './table-layout.ts';
import type { RowTicks } from './use-ticks.ts';
import type { ListState } from './use-list-state.ts';
import styles from './data-table.module.css';

type Sorting = Pick<ListState, 'sort' | 'toggleSort'>;

interface TableHeadProps<R> {
  readonly layout: TableLayout<R>;
  readonly list: Sorting | undefined;
  readonly ticks: RowTicks;
}

/** The column heads; sortable ones are buttons, and the sorted one says so. */
export function TableHead<R>({ layout, list, ticks }: TableHeadProps<R>) {
  const text = useText();
  const { columns, hasMarker, hasEnd, isSmall } = layout;
  return (
    <thead className={cx(isSmall && 'balie-hidden')}>
      <tr>
        {ticks && (
          <th scope="col">
            <input
              type="checkbox"
              className={styles.tick}
              aria-label={text('kit.table.tickAll')}
              checked={ticks.isAll}
              ref={(box) => void (box && (box.indeterminate = ticks.isSome && !ticks.isAll))}
              disabled={!ticks.canTickAny}
              onChange={ticks.tickAll}
            />
          </th>
        )}
        {hasMarker && <BareHead name={text('kit.table.chosen')} />}
        {columns.map((column) => (
          <Head key={column.field} column={column} list={isSmall ? undefined : list} />
        ))}
        {hasEnd && <BareHead name={text('kit.table.actions')} />}
      </tr>
    </thead>
  );
}

function BareHead({ name }: { readonly name: string }) {
  return (
    <th scope="col">
      <span className="balie-hidden">{name}</span>
    </th>
  );
}

function Head<R>({ column, list }: { readonly column: Column<R>; readonly list: Sorting | undefined }) {
  const text = useText();
  const isRight = column.align === 'right';
  const label = column.label === '' ? '' : text(column.label);
  if (!column.sortable || list === undefined) {
    return (
      <th scope="col" className={cx(isRight && styles.right)}>
        {label}
      </th>
    );
  }
  const direction = list.sort?.field === column.field ? list.sort.direction : undefined;
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={cx(isRight && styles.right)}
      aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className={styles.sort} onClick={() => list.toggleSort(column.field)}>
        <span>{label}</span>
        <Arrow size={14} stroke={1.75} aria-hidden className={cx(styles.arrow, direction && styles.sorted)} />
      </button>
    </th>
  );
}

/** Under 992 there are no heads: a choice above the list sorts it. */
export function SmallSort<R>({
  columns,
  list,
}: {
  readonly columns: readonly Column<R>[];
  readonly list: Sorting;
}) {
  const text = useText();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const isDown = list.sort?.direction === 'desc';
  const Arrow = isDown ? IconArrowDown : IconArrowUp;
  const current = sortable.find((column) => column.field === list.sort?.field);
  return (
    <div className={styles.smallSort}>
      <label>
        {text('kit.table.sortBy')}{' '}
        <select
          className="balie-select"
          value={current?.field ?? ''}
          onChange={(event) => list.toggleSort(event.currentTarget.value)}
        >
          {current === undefined && <option value="">–</option>}
          {sortable.map((column) => (
            <option key={column.field} value={column.field}>
              {text(column.label)}
            </option>
          ))}
        </select>
      </label>
      {current && (
        <button
          type="button"
          className={styles.turn}
          aria-label={text(isDown ? 'kit.table.descending' : 'kit.table.ascending')}
          onClick={() => list.toggleSort(current.field)}
        >
          <Arrow size={16} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}
