import { IconClockOff } from '@tabler/icons-react';
import type { z } from 'zod';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import type { exportTimesPreview } from '#contract/workorders/order-times.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsSmall } from '#portal/kit/use-width.ts';
import { hoursText } from '../order-times/order-times.rules.ts';
import styles from './export-times.module.css';

type Preview = z.output<typeof exportTimesPreview>;

interface PreviewTableProps {
  readonly preview: Parameters<typeof Loaded<Preview>>[0]['of'];
}

/** The columns of the file, in its order (§E9). */
const columns = [
  'day',
  'user',
  'order',
  'relation',
  'administration',
  'from',
  'until',
  'minutes',
  'hours',
] as const;

/** The first rows of the file, and the sum of all. */
export function PreviewTable({ preview }: PreviewTableProps) {
  return <Loaded of={preview}>{(found) => <Rows preview={found} />}</Loaded>;
}

function Rows({ preview: { rows, count, totalMinutes } }: { readonly preview: Preview }) {
  const text = useText();
  const language = useLanguage();
  const isSmall = useIsSmall();
  if (count === 0) {
    return (
      <EmptyState
        kind="first"
        icon={IconClockOff}
        title={text('workorders.exportTimes.none')}
        hint={text('workorders.exportTimes.noneHint')}
      />
    );
  }
  const number = (value: number) => formatNumber(value, language);
  return (
    <>
      {count > rows.length && (
        <p className={styles.partly}>
          {text('workorders.exportTimes.partly', { shown: number(rows.length), count: number(count) })}
        </p>
      )}
      <div
        className={styles.scroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={text('workorders.exportTimes.caption')}
      >
        <table className={styles.table}>
          <caption className="balie-hidden">{text('workorders.exportTimes.caption')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-right={isNumber(column) || undefined}>
                  {text(`workorders.exportTimes.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no id
              <tr key={index}>
                <td>{formatDay(row.day)}</td>
                <td>{row.userName}</td>
                <td>{row.yearNumber}</td>
                <td>{row.relationName}</td>
                <td>{row.administrationName}</td>
                <td>{row.start}</td>
                <td>{row.end}</td>
                <td data-right>{number(row.minutes)}</td>
                <td data-right>{hoursText(row.minutes, language)}</td>
              </tr>
            ))}
          </tbody>
          {!isSmall && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={7}>
                  {text('workorders.exportTimes.total')}
                </th>
                <td data-right>{number(totalMinutes)}</td>
                <td data-right>
                  {text('workorders.orderTimes.total', { hours: hoursText(totalMinutes, language) })}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {/* Where the table scrolls sideways its last columns, the sum with them, are out of sight. */}
      {isSmall && (
        <p className={styles.sum}>
          <span>{text('workorders.exportTimes.total')}</span>
          <span>{text('workorders.orderTimes.total', { hours: hoursText(totalMinutes, language) })}</span>
        </p>
      )}
    </>
  );
}

const isNumber = (column: (typeof columns)[number]) => column === 'minutes' || column === 'hours';
