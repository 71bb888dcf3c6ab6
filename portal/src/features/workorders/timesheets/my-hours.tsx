import { ActionIcon, Button, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { addDays, dayOfInstant, mondayOf } from '#contract/dates.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { PageHeader } from '#portal/kit/list/page-header.tsx';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { hoursText } from '../order-times/order-times.rules.ts';
import { useClock } from '../order-times/use-clock.tsx';
import { CopyWeekDialog } from './copy-week-dialog.tsx';
import { DayEntries } from './day-entries.tsx';
import { DayStrip } from './day-strip.tsx';
import { dayText, weekText } from './day-text.ts';
import { EntryDialog } from './entry-dialog.tsx';
import {
  daysOf,
  entriesOf,
  type Entry,
  minutesOf,
  nextSpan,
  type SheetOrder,
  weekNumber,
} from './timesheet.rules.ts';
import { useSaveHours } from './use-save-hours.ts';
import { useAddedOrders, useMayWrite, usePeople, useTimesheet } from './use-timesheet.ts';
import { type Cell, WeekGrid } from './week-grid.tsx';
import styles from './timesheets.module.css';

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Hours by week: one's own, or with the permission those of somebody else. */
export function MyHours() {
  const text = useText();
  const language = useLanguage();
  const [{ week = '', person = '' }, setSearch] = useUrlState();
  const [today] = useState(() => dayOfInstant(new Date()));
  const monday = mondayOf(dayPattern.test(week) ? week : today);
  const me = useMe().data;
  const people = usePeople();
  const personId = person === '' || person === me?.id ? null : person;
  const sheet = useTimesheet(personId, monday);
  const goTo = (day: string) => setSearch({ week: mondayOf(day) === mondayOf(today) ? '' : day });

  const head = (
    <>
      <span className={styles.weeks}>
        <ActionIcon
          size={34}
          variant="default"
          aria-label={text('workorders.timesheets.before')}
          onClick={() => goTo(addDays(monday, -7))}
        >
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <Button
          className={`balie-value ${styles.week}`}
          title={text('workorders.timesheets.thisWeek')}
          onClick={() => goTo(today)}
        >
          <strong>{text('workorders.timesheets.week', { number: weekNumber(monday) })}</strong>&ensp;
          <span className={styles.dates}>{weekText(monday, language)}</span>
        </Button>
        <ActionIcon
          size={34}
          variant="default"
          aria-label={text('workorders.timesheets.after')}
          onClick={() => goTo(addDays(monday, 7))}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </span>
      {people && me && (
        <Select
          aria-label={text('workorders.orderTimes.user')}
          w={200}
          data={[
            { value: me.id, label: me.name },
            ...people
              .filter(({ id }) => id !== me.id)
              .map(({ id, fullName }) => ({ value: id, label: fullName })),
          ]}
          value={personId ?? me.id}
          allowDeselect={false}
          searchable
          selectFirstOptionOnChange
          nothingFoundMessage={text('kit.form.nothingFound')}
          onChange={(id) => setSearch({ person: id === me.id ? '' : (id ?? '') })}
        />
      )}
    </>
  );
  return (
    <div className={styles.page}>
      {sheet.data === undefined && (
        <PageHeader title={text('workorders.timesheets.title')}>{head}</PageHeader>
      )}
      <Loaded of={sheet}>
        {({ entries, orders, person: { id } }) => (
          <Week
            key={`${id} ${monday}`}
            head={head}
            personId={personId}
            userId={id}
            monday={monday}
            today={today}
            entries={entries}
            ofSheet={orders}
            onRefetch={async () => (await sheet.refetch()).data?.entries}
          />
        )}
      </Loaded>
    </div>
  );
}

interface WeekProps {
  /** Chooses the week and the person. */
  readonly head: ReactNode;
  /** Null in one's own week. */
  readonly personId: string | null;
  readonly userId: string;
  readonly monday: string;
  readonly today: string;
  readonly entries: readonly Entry[];
  readonly ofSheet: readonly SheetOrder[];
  /** Asks for the entries as they are now. */
  readonly onRefetch: () => Promise<readonly Entry[] | undefined>;
}

function Week({ head, personId, userId, monday, today, entries, ofSheet, onRefetch }: WeekProps) {
  const text = useText();
  const language = useLanguage();
  const may = usePermission();
  const isPhone = useIsPhone();
  const isOwn = personId === null;
  const mayWrite = useMayWrite(isOwn);
  const clock = useClock();
  const save = useSaveHours(userId);
  const [added, addOrders] = useAddedOrders(monday);
  const [active, setActive] = useState<Cell | null>(null);
  const [isCopying, setCopying] = useState(false);
  // What the dialog begins with.
  const [adding, setAdding] = useState<Parameters<typeof EntryDialog>[0]['initial'] | null>(null);
  const days = daysOf(monday);
  const firstDay = days.includes(today) ? today : monday;
  const day = active?.day ?? firstDay;

  const timer = isOwn && days.includes(today) ? clock.timer : null;
  const running: readonly SheetOrder[] = timer
    ? [{ id: timer.workOrderId, ...timer.workOrder, relationName: '', isInvoiced: false }]
    : [];
  // The first that names an order knows the most of it.
  const orders = [
    ...new Map([...running, ...added, ...ofSheet].map((order) => [order.id, order])).values(),
  ].toSorted((one, other) => position(one) - position(other));
  function position({ id }: SheetOrder): number {
    const at = ofSheet.findIndex((order) => order.id === id);
    return at < 0 ? ofSheet.length : at;
  }

  // One after the other, each on what the one before made of the day.
  const queue = useRef(Promise.resolve(true));
  function setTotal({ workOrderId, day: on }: Cell, minutes: number): Promise<boolean> {
    queue.current = queue.current.then(async () => {
      const now = (await onRefetch()) ?? entries;
      const isSaved = await save.setTotal(entriesOf(now, on), workOrderId, on, minutes);
      await onRefetch();
      return isSaved;
    });
    return queue.current;
  }

  const ofDay = entriesOf(entries, day);
  const add = (workOrderId: string | null, span = nextSpan(ofDay, day)) =>
    setAdding({ workOrderId, ...span });
  const common = {
    ofDay,
    orders,
    save,
    may: mayWrite,
    onStart: isOwn && may('comceptum.workordertimes.create') ? clock.startOn : undefined,
  };
  const order = orders.find(({ id }) => id === active?.workOrderId);

  return (
    <>
      <PageHeader
        title={text('workorders.timesheets.title')}
        actions={
          mayWrite.create && (
            <>
              <Button
                leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
                onClick={() => setCopying(true)}
              >
                {text('workorders.timesheets.copy')}
              </Button>
              <CreateButton
                label={text('workorders.timesheets.add')}
                showKey={!isPhone}
                onClick={() => add(active?.workOrderId || (orders[0]?.id ?? null))}
              />
            </>
          )
        }
      >
        {head}
      </PageHeader>
      {!mayWrite.create && !isOwn && <p className={styles.none}>{text('workorders.timesheets.readOnly')}</p>}
      {isPhone && (
        <>
          <DayStrip
            days={days}
            today={today}
            entries={entries}
            day={day}
            onDay={(to) => setActive({ workOrderId: '', day: to })}
          />
          <DayEntries {...common} entries={ofDay} showsOrder />
          <p className={styles.dayTotal}>
            <strong>{dayText(day, language, 'long')}</strong>
            <strong>{hoursText(minutesOf(ofDay), language)}</strong>
          </p>
        </>
      )}
      {!isPhone && (
        <WeekGrid
          monday={monday}
          today={today}
          orders={orders}
          entries={entries}
          runningOn={timer?.workOrderId}
          mayWrite={mayWrite.create && mayWrite.update}
          active={active}
          onActive={setActive}
          onTotal={setTotal}
          onGap={(gapDay, { startTime, endTime }) => {
            const nearest = active?.workOrderId ?? entriesOf(entries, gapDay)[0]?.workOrderId ?? null;
            setAdding({ workOrderId: nearest, startTime, endTime });
          }}
          onAddOrder={({ id }) => {
            addOrders([id]);
            setActive({ workOrderId: id, day });
          }}
        />
      )}
      {!isPhone && active && order && (
        <section className={styles.panel} aria-label={text('workorders.timesheets.ofDay')}>
          <header className={styles.panelHead}>
            <h2>
              {dayText(day, language, 'long')}{' '}
              <span className={styles.panelOrder}>
                {order.yearNumber} {order.reference}
              </span>
            </h2>
            <span className={styles.keys}>
              <Key>Enter</Key> {text('workorders.timesheets.edits')} <Key>←</Key> <Key>→</Key> <Key>↑</Key>{' '}
              <Key>↓</Key> {text('workorders.timesheets.otherCell')}
            </span>
          </header>
          <DayEntries
            {...common}
            entries={entriesOf(entries, day, order.id)}
            onAdd={
              mayWrite.create && !order.isInvoiced
                ? () => void save.add(order.id, nextSpan(ofDay, day))
                : undefined
            }
          />
        </section>
      )}
      {adding && (
        <EntryDialog userId={userId} orders={orders} initial={adding} onClose={() => setAdding(null)} />
      )}
      {isCopying && (
        <CopyWeekDialog
          personId={personId}
          monday={monday}
          onOrders={addOrders}
          onClose={() => setCopying(false)}
        />
      )}
      {clock.dialog}
    </>
  );
}
