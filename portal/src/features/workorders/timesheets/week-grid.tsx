import { IconAlertTriangle, IconAlignLeft, IconArrowsHorizontal, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { amsterdamClock, formatDay, instantOfAmsterdam } from '#contract/dates.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { clockText, hoursText } from '../order-times/order-times.rules.ts';
import { dayText } from './day-text.ts';
import { OrderPicker } from './order-picker.tsx';
import {
  daysOf,
  entriesOf,
  type Entry,
  gapsIn,
  minutesOf,
  overlapsIn,
  parseDuration,
  type SheetOrder,
  type Stretch,
} from './timesheet.rules.ts';
import styles from './timesheets.module.css';

/** A cell of the grid: an order on a day. */
export interface Cell {
  readonly workOrderId: string;
  readonly day: string;
}

interface WeekGridProps {
  readonly monday: string;
  readonly today: string;
  readonly orders: readonly SheetOrder[];
  readonly entries: readonly Entry[];
  /** Where the person's clock runs, if this is their week. */
  readonly runningOn: string | undefined;
  readonly mayWrite: boolean;
  readonly active: Cell | null;
  readonly onActive: (cell: Cell) => void;
  readonly onTotal: (cell: Cell, minutes: number) => Promise<boolean>;
  readonly onGap: (day: string, gap: Stretch) => void;
  readonly onAddOrder: (order: SheetOrder) => void;
}

/** Orders by days, as a grid that the keyboard walks through: digits open a cell, Enter saves and goes down. */
export function WeekGrid(props: WeekGridProps) {
  const { monday, today, orders, entries, mayWrite, active, onActive, onTotal, onAddOrder } = props;
  const text = useText();
  const language = useLanguage();
  const days = daysOf(monday);
  const table = useRef<HTMLTableElement>(null);
  // What is typed in the active cell; null while it is only looked at.
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  // Totals on their way, by cell.
  const [pending, setPending] = useState<ReadonlyMap<string, number>>(new Map());
  const takesFocus = useRef(false);

  useEffect(() => {
    if (!takesFocus.current || typed !== null) return;
    takesFocus.current = false;
    table.current?.querySelector<HTMLElement>('[data-active]')?.focus();
  });

  const at =
    active ?? (orders[0] && { workOrderId: orders[0].id, day: days.includes(today) ? today : monday });

  function move(down: number, right: number) {
    if (!at) return;
    const row = orders.findIndex(({ id }) => id === at.workOrderId) + down;
    const column = days.indexOf(at.day) + right;
    const order = orders[Math.min(Math.max(row, 0), orders.length - 1)];
    const day = days[Math.min(Math.max(column, 0), days.length - 1)];
    if (!order || day === undefined) return;
    takesFocus.current = true;
    onActive({ workOrderId: order.id, day });
  }

  function stopTyping() {
    setTyped(null);
    setWrong(false);
  }

  function setTotal(cell: Cell, minutes: number) {
    const key = keyOf(cell);
    setPending((now) => new Map(now).set(key, minutes));
    void onTotal(cell, minutes).finally(() =>
      setPending((now) => new Map([...now].filter(([other]) => other !== key))),
    );
  }

  /** Whether the cell is closed: what is no duration stays. */
  function save(cell: Cell): boolean {
    if (typed === null) return true;
    const isEmpty = typed.trim() === '';
    const minutes = isEmpty ? undefined : parseDuration(typed);
    if (minutes === undefined && !isEmpty) {
      setWrong(true);
      return false;
    }
    stopTyping();
    if (minutes !== undefined) setTotal(cell, minutes);
    return true;
  }

  function onCellKey(event: KeyboardEvent, order: SheetOrder) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const edge = { Home: -days.length, End: days.length }[event.key];
    if (steps) move(steps[0] ?? 0, steps[1] ?? 0);
    else if (edge !== undefined) move(0, edge);
    else if (!mayWrite || order.isInvoiced) return;
    else if (event.key === 'Enter' || event.key === 'F2') setTyped(shownIn(order));
    else if (/^[\d,.]$/.test(event.key)) setTyped(event.key);
    else if (event.key === 'Delete' || event.key === 'Backspace') setTotal(cellOf(order), 0);
    else return;
    event.preventDefault();
  }

  function onInputKey(event: KeyboardEvent, cell: Cell) {
    const { key, shiftKey } = event;
    if (key !== 'Enter' && key !== 'Tab' && key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') stopTyping();
    else if (!save(cell)) return;
    takesFocus.current = true;
    if (key === 'Enter') move(shiftKey ? -1 : 1, 0);
    if (key === 'Tab') move(0, shiftKey ? -1 : 1);
  }

  const cellOf = (order: SheetOrder): Cell => ({ workOrderId: order.id, day: at?.day ?? monday });
  function shownIn(order: SheetOrder): string {
    const minutes = minutesOf(entriesOf(entries, cellOf(order).day, order.id));
    return minutes === 0 ? '' : hoursText(minutes, language);
  }

  return (
    <div className={styles.scroll} role="group" aria-label={text('workorders.timesheets.grid')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells take the keyboard */}
      <table ref={table} role="grid" className={styles.grid} aria-label={text('workorders.timesheets.grid')}>
        <thead>
          <tr>
            <th scope="col">{text('workorders.orderTimes.order')}</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                {dayText(day, language, 'short')}
                {day === today && ` ${text('workorders.timesheets.today')}`}
              </th>
            ))}
            <th scope="col">{text('workorders.orderTimes.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.length === 0 && (
            <tr>
              <td colSpan={days.length + 2} className={styles.empty}>
                <strong>{text('workorders.timesheets.empty')}</strong>{' '}
                {mayWrite && text('workorders.timesheets.emptyHint')}
              </td>
            </tr>
          )}
          {orders.map((order, index) => (
            <tr key={order.id}>
              <th scope="row" data-shade={index % shades}>
                <span className={styles.orderName}>{order.reference}</span>
                <span className={styles.orderLine}>
                  {order.isInvoiced && (
                    <IconLock size={12} stroke={1.75} aria-label={text('workorders.timesheets.locked')} />
                  )}
                  {order.yearNumber} {order.relationName}
                </span>
              </th>
              {days.map((day) => {
                const cell = { workOrderId: order.id, day };
                const own = entriesOf(entries, day, order.id);
                const minutes = pending.get(keyOf(cell)) ?? minutesOf(own);
                const isActive = at?.workOrderId === order.id && at.day === day;
                const isTyping = isActive && typed !== null && active !== null;
                const isRunning = props.runningOn === order.id && day === today;
                const name = text('workorders.timesheets.cell', {
                  order: `${order.yearNumber} ${order.reference}`,
                  day: dayText(day, language, 'long'),
                  hours: hoursText(minutes, language),
                });
                return (
                  <td
                    key={day}
                    data-cell
                    aria-label={name}
                    aria-selected={isActive && active !== null}
                    tabIndex={isActive && !isTyping ? 0 : -1}
                    data-active={isActive || undefined}
                    aria-busy={pending.has(keyOf(cell)) || undefined}
                    data-today={day === today || undefined}
                    onFocus={(event) => event.target === event.currentTarget && !isTyping && onActive(cell)}
                    onKeyDown={(event) =>
                      isTyping ? onInputKey(event, cell) : isActive && onCellKey(event, order)
                    }
                    onDoubleClick={() => mayWrite && !order.isInvoiced && setTyped(shownIn(order))}
                  >
                    {isTyping ? (
                      <input
                        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the focus is
                        autoFocus
                        className={styles.cellInput}
                        inputMode="decimal"
                        aria-label={name}
                        aria-invalid={isWrong || undefined}
                        title={isWrong ? text('workorders.timesheets.noDuration') : undefined}
                        value={typed}
                        onChange={(event) => {
                          setTyped(event.currentTarget.value);
                          setWrong(false);
                        }}
                        onBlur={() => save(cell)}
                      />
                    ) : (
                      <>
                        {own.some(({ description }) => description !== '') && (
                          <IconAlignLeft
                            size={13}
                            stroke={1.75}
                            className={styles.described}
                            aria-label={text('workorders.timesheets.described')}
                          />
                        )}
                        {minutes === 0 ? (
                          <span className={styles.zero}>–</span>
                        ) : (
                          hoursText(minutes, language)
                        )}
                        {isRunning && (
                          <span className={styles.runs}>{text('workorders.timesheets.runs')}</span>
                        )}
                      </>
                    )}
                  </td>
                );
              })}
              <td className={styles.rowTotal}>
                {hoursText(
                  minutesOf(entries.filter(({ workOrderId }) => workOrderId === order.id)),
                  language,
                )}
              </td>
            </tr>
          ))}
          {mayWrite && (
            <tr className={styles.adding}>
              <td colSpan={days.length + 2}>
                <OrderPicker onPick={onAddOrder} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('workorders.orderTimes.sum')}</th>
            {days.map((day) => {
              const minutes = minutesOf(entriesOf(entries, day));
              return (
                <td key={day} data-today={day === today || undefined}>
                  {minutes === 0 ? <span className={styles.zero}>–</span> : hoursText(minutes, language)}
                </td>
              );
            })}
            <td>{hoursText(minutesOf(entries), language)}</td>
          </tr>
          <Course {...props} days={days} />
        </tfoot>
      </table>
      {isWrong && (
        <p role="alert" className={styles.wrong}>
          {text('workorders.timesheets.noDuration')}
        </p>
      )}
    </div>
  );
}

const keyOf = ({ workOrderId, day }: Cell) => `${workOrderId} ${day}`;

const shades = 5;
const [firstHour, lastHour] = [8, 18];

/** How each day went: its hours on a line, with gaps and overlaps. */
function Course({
  days,
  entries,
  orders,
  today,
  mayWrite,
  onActive,
  onGap,
}: WeekGridProps & { days: readonly string[] }) {
  const text = useText();
  return (
    <tr className={styles.course}>
      <th scope="row">
        {text('workorders.timesheets.course')}
        <span className={styles.orderLine}>
          {text('workorders.timesheets.between', { from: `${firstHour}:00`, until: `${lastHour}:00` })}
        </span>
      </th>
      {days.map((day) => {
        const ofDay = entriesOf(entries, day);
        return (
          <td key={day} data-today={day === today || undefined}>
            {ofDay.length > 0 && <Strip day={day} entries={ofDay} orders={orders} />}
            {gapsIn(ofDay).map((gap) => {
              const words = (
                <>
                  <IconArrowsHorizontal size={13} stroke={1.75} aria-hidden />
                  {text('workorders.timesheets.gap', { time: clockText(gap.minutes) })}
                </>
              );
              return mayWrite ? (
                <button
                  key={gap.startTime}
                  type="button"
                  className={`balie-value ${styles.gap}`}
                  title={stretchText(gap)}
                  onClick={() => onGap(day, gap)}
                >
                  {words}
                </button>
              ) : (
                <span key={gap.startTime} className={styles.gap} title={stretchText(gap)}>
                  {words}
                </span>
              );
            })}
            {overlapsIn(ofDay).map((overlap) => (
              <button
                key={`${overlap.entry.id} ${overlap.other.id}`}
                type="button"
                className={`balie-value ${styles.overlap}`}
                title={stretchText(overlap)}
                onClick={() => onActive({ workOrderId: overlap.entry.workOrderId, day })}
              >
                <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
                {text('workorders.timesheets.overlap', { time: clockText(overlap.minutes) })}
              </button>
            ))}
          </td>
        );
      })}
      <td>{'\u00a0'}</td>
    </tr>
  );
}

/** `17-11-2026 12:00–13:30`. */
export function stretchText({ startTime, endTime }: Pick<Stretch, 'startTime' | 'endTime'>): string {
  const [start, end] = [amsterdamClock(startTime), amsterdamClock(endTime)];
  return `${formatDay(start.day)} ${start.time}–${end.time}`;
}

function Strip({
  day,
  entries,
  orders,
}: {
  day: string;
  entries: readonly Entry[];
  orders: readonly SheetOrder[];
}) {
  const start = Date.parse(instantOfAmsterdam(day, `0${firstHour}:00`));
  const length = (lastHour - firstHour) * 3_600_000;
  const share = (moment: string) => Math.min(Math.max((Date.parse(moment) - start) / length, 0), 1);
  const block = ({ startTime, endTime }: Pick<Stretch, 'startTime' | 'endTime'>) => ({
    left: `${share(startTime) * 100}%`,
    width: `${(share(endTime) - share(startTime)) * 100}%`,
  });
  return (
    <span className={styles.strip} aria-hidden>
      {entries.map((entry) => (
        <span
          key={entry.id}
          data-shade={
            Math.max(
              orders.findIndex(({ id }) => id === entry.workOrderId),
              0,
            ) % shades
          }
          style={block(entry)}
        />
      ))}
      {gapsIn(entries).map((gap) => (
        <span key={gap.startTime} data-gap style={block(gap)} />
      ))}
      {overlapsIn(entries).map((overlap) => (
        <span key={`${overlap.entry.id} ${overlap.other.id}`} data-overlap style={block(overlap)} />
      ))}
    </span>
  );
}
