import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { amsterdamClock, parseTime } from '#contract/dates.ts';
import { selectWhole } from '#portal/kit/form/select-whole.ts';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { clockText, hoursText } from '../order-times/order-times.rules.ts';
import { dayOf, type Entry, type Overlap, overlapsIn, type SheetOrder, spanOf } from './timesheet.rules.ts';
import type { useSaveHours } from './use-save-hours.ts';
import styles from './timesheets.module.css';

interface DayEntriesProps {
  /** The entries that are shown. */
  readonly entries: readonly Entry[];
  /** All of the day: hours on other orders may overlap. */
  readonly ofDay: readonly Entry[];
  readonly orders: readonly SheetOrder[];
  readonly save: ReturnType<typeof useSaveHours>;
  readonly may: { readonly create: boolean; readonly update: boolean; readonly remove: boolean };
  /** Names the order of each entry, where they are of several. */
  readonly showsOrder?: boolean;
  /** Starts one's clock on an order; absent in the week of somebody else. */
  readonly onStart?: ((workOrderId: string) => void) | undefined;
  readonly onAdd?: (() => void) | undefined;
}

/** The hours of a day, each changed in its place: from, until and what was done. */
export function DayEntries({ entries, ofDay, orders, showsOrder = false, onAdd, ...rest }: DayEntriesProps) {
  const text = useText();
  const overlaps = overlapsIn(ofDay);
  return (
    <>
      {entries.length === 0 && <p className={styles.none}>{text('workorders.timesheets.noEntries')}</p>}
      <ul className={styles.entries}>
        {entries.map((entry) => {
          const order = orders.find(({ id }) => id === entry.workOrderId);
          return (
            <EntryRow
              // What was saved is shown as it is stored.
              key={`${entry.id} ${entry.rowVersion}`}
              {...rest}
              entry={entry}
              order={order}
              orders={orders}
              showsOrder={showsOrder}
              overlaps={overlaps.filter(
                ({ entry: one, other }) => one.id === entry.id || other.id === entry.id,
              )}
            />
          );
        })}
      </ul>
      {onAdd && (
        <Button
          variant="subtle"
          size="xs"
          className={styles.addTime}
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={onAdd}
        >
          {text('workorders.timesheets.addTime')}
        </Button>
      )}
    </>
  );
}

interface EntryRowProps extends Pick<DayEntriesProps, 'save' | 'may' | 'onStart'> {
  readonly entry: Entry;
  readonly order: SheetOrder | undefined;
  readonly orders: readonly SheetOrder[];
  readonly showsOrder: boolean;
  readonly overlaps: readonly Overlap[];
}

function EntryRow({ entry, order, orders, showsOrder, overlaps, save, may, onStart }: EntryRowProps) {
  const text = useText();
  const language = useLanguage();
  const stored = {
    start: amsterdamClock(entry.startTime).time,
    end: amsterdamClock(entry.endTime).time,
    description: entry.description,
  };
  const [values, setValues] = useState(stored);
  const row = useRef<HTMLLIElement>(null);
  const isOpen = order?.isInvoiced === false;
  const mayChange = may.update && isOpen;
  const [start, end] = [parseTime(values.start), parseTime(values.end)];
  const name = `${order?.yearNumber ?? ''} ${stored.start}–${stored.end}`;

  function submit() {
    const { description } = values;
    const isChanged =
      start !== stored.start || end !== stored.end || description.trim() !== stored.description;
    if (!isChanged || start === undefined || end === undefined) return;
    // Times that did not change keep their moments: hours of a whole day begin and end at the same time.
    const span = start === stored.start && end === stored.end ? {} : spanOf(dayOf(entry), start, end);
    void save.change(entry, { ...span, description: description.trim() });
  }

  const field = (key: keyof typeof stored, isTime: boolean) => ({
    value: values[key],
    readOnly: !mayChange,
    'aria-label': `${text(`workorders.orderTimes.${key}`)}, ${name}`,
    'aria-invalid': (isTime && parseTime(values[key]) === undefined) || undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [key]: event.currentTarget.value }),
    ...(isTime && selectWhole),
    onBlur: () => {
      const read = isTime ? parseTime(values[key]) : undefined;
      if (read !== undefined) setValues({ ...values, [key]: read });
    },
  });

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLInputElement)) return;
    if (event.key === 'Enter') submit();
    if (event.key === 'Escape') {
      event.stopPropagation();
      setValues(stored);
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields in it
    <li
      ref={row}
      className={styles.entry}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && row.current?.contains(relatedTarget))) submit();
      }}
    >
      {showsOrder && order && (
        <span className={styles.entryOrder}>
          {order.yearNumber} {order.reference}
        </span>
      )}
      <input {...field('start', true)} className={styles.time} inputMode="numeric" autoComplete="off" />
      <input
        {...field('end', true)}
        className={styles.time}
        inputMode="numeric"
        autoComplete="off"
        data-overlap={overlaps.length > 0 || undefined}
      />
      <span className={styles.duration}>{hoursText(entry.durationInMinutes, language)}</span>
      <input
        {...field('description', false)}
        className={styles.description}
        maxLength={500}
        placeholder={mayChange ? text('workorders.timesheets.noDescription') : undefined}
      />
      <span className={styles.entryActions}>
        {onStart && isOpen && (
          <RowAction
            icon={IconPlayerPlay}
            label={text('workorders.timesheets.startOn', { number: order.yearNumber })}
            onClick={() => onStart(entry.workOrderId)}
          />
        )}
        {may.remove && isOpen && (
          <RowAction
            icon={IconTrash}
            label={text('kit.row.remove', { name })}
            onClick={() => void save.remove(entry)}
          />
        )}
      </span>
      {overlaps.map((overlap) => (
        <Mend
          key={`${overlap.entry.id} ${overlap.other.id}`}
          entry={entry}
          overlap={overlap}
          orders={orders}
          onMend={mayChange ? (to) => void save.change(entry, to) : undefined}
        />
      ))}
    </li>
  );
}

interface MendProps {
  readonly entry: Entry;
  readonly overlap: Overlap;
  readonly orders: readonly SheetOrder[];
  readonly onMend: ((to: { readonly startTime?: string; readonly endTime?: string }) => void) | undefined;
}

/** Says with what hours overlap, and offers to end before the others begin, or to begin after they end. */
function Mend({ entry, overlap, orders, onMend }: MendProps) {
  const text = useText();
  const isFirst = overlap.entry.id === entry.id;
  const other = isFirst ? overlap.other : overlap.entry;
  const number = orders.find(({ id }) => id === other.workOrderId)?.yearNumber ?? '';
  const canEnd = isFirst && other.startTime > entry.startTime;
  const canBegin = !canEnd && other.endTime < entry.endTime && other.endTime > entry.startTime;
  return (
    <span className={styles.mend}>
      <span className={styles.overlap}>
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
        {text('workorders.timesheets.overlapsWith', { time: clockText(overlap.minutes), number })}
      </span>
      {onMend && canEnd && (
        <button
          type="button"
          className={styles.mendButton}
          onClick={() => onMend({ endTime: other.startTime })}
        >
          {text('workorders.timesheets.endAt', { time: amsterdamClock(other.startTime).time })}
        </button>
      )}
      {onMend && canBegin && (
        <button
          type="button"
          className={styles.mendButton}
          onClick={() => onMend({ startTime: other.endTime })}
        >
          {text('workorders.timesheets.beginAt', { time: amsterdamClock(other.endTime).time })}
        </button>
      )}
    </span>
  );
}
