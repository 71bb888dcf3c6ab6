import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { formatNumber } from '#contract/money.ts';
import { cx } from '../cx.ts';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import type { ListState } from './use-list-state.ts';
import styles from './pager.module.css';

interface PagerProps {
  readonly list: Pick<ListState, 'page' | 'size' | 'sizes' | 'setPage' | 'setSize'>;
  /** All matches; the pager waits while it is not known. */
  readonly count: number | undefined;
}

/** The bottom of a list: size of the page on the left, which rows these are and the other pages on the right. */
export function Pager({ list, count }: PagerProps) {
  const text = useText();
  const language = useLanguage();
  const pages = Math.max(1, Math.ceil((count ?? 0) / list.size));
  const { page: current, setPage } = list;
  // The last row of the last page went, or the address is an old one.
  const isBeyond = count !== undefined && current > pages;
  useEffect(() => {
    if (isBeyond) setPage(pages, { push: false });
  }, [isBeyond, pages, setPage]);
  const from = (list.page - 1) * list.size + 1;
  const range = {
    from: format(from),
    to: format(Math.min(count ?? 0, from + list.size - 1)),
    of: format(count ?? 0),
  };

  function format(value: number): string {
    return formatNumber(value, language);
  }

  return (
    // Its numbers are not known before the rows are: until then it is invisible but takes its place.
    <div
      className={styles.pager}
      data-pager
      style={count === undefined ? { visibility: 'hidden' } : undefined}
    >
      <label className={styles.size}>
        <span className="balie-hidden">{text('kit.pager.size')}</span>
        <select
          className={cx('balie-select', styles.select)}
          value={list.size}
          onChange={(event) => list.setSize(Number(event.currentTarget.value))}
        >
          {list.sizes.map((size) => (
            <option key={size} value={size}>
              {text('kit.pager.perPage', { size })}
            </option>
          ))}
        </select>
      </label>
      <nav className={styles.pages} aria-label={text('kit.pager.pages')}>
        <span className={styles.range} aria-live="polite">
          {count !== undefined && text(count === 0 ? 'kit.pager.none' : 'kit.pager.range', range)}
        </span>
        <Step icon={IconChevronsLeft} label="kit.pager.first" to={1} off={list.page <= 1} list={list} />
        <Step
          icon={IconChevronLeft}
          label="kit.pager.previous"
          to={list.page - 1}
          off={list.page <= 1}
          list={list}
        />
        {near(list.page, pages).map((page) => (
          <button
            key={page}
            type="button"
            className={styles.page}
            aria-current={page === list.page ? 'page' : undefined}
            aria-label={text('kit.pager.page', { page })}
            onClick={() => list.setPage(page)}
          >
            {page}
          </button>
        ))}
        <Step
          icon={IconChevronRight}
          label="kit.pager.next"
          to={list.page + 1}
          off={list.page >= pages}
          list={list}
        />
        <Step
          icon={IconChevronsRight}
          label="kit.pager.last"
          to={pages}
          off={list.page >= pages}
          list={list}
        />
      </nav>
    </div>
  );
}

interface StepProps {
  readonly icon: typeof IconChevronLeft;
  readonly label: string;
  readonly to: number;
  readonly off: boolean;
  readonly list: Pick<ListState, 'setPage'>;
}

function Step({ icon: Icon, label, to, off, list }: StepProps) {
  const text = useText();
  return (
    <ActionIcon
      size={28}
      aria-label={text(label)}
      title={text(label)}
      disabled={off}
      className={styles.step ?? ''}
      onClick={() => list.setPage(to)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** At most five pages around the current one. */
function near(page: number, pages: number): readonly number[] {
  const first = Math.max(1, Math.min(page - 2, pages - 4));
  const last = Math.min(pages, first + 4);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
