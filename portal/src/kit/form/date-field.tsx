import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatDay, parseDay } from '#contract/dates.ts';
import { useText } from '../text.ts';
import { useField, type FieldProps } from './use-field.tsx';

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

interface DateFieldProps<T extends object> extends FieldProps<T> {
  /** ISO days that the calendar offers between. */
  readonly from?: string;
  readonly until?: string;
}

/**
 * A day: typed as `1-5-26`, `01052026` or `1-5-2026`, or picked from a calendar; gives an ISO day, or null when empty.
 * A text that is no day says so when the field is left.
 */
export function DateField<T extends object>(props: DateFieldProps<T>) {
  const text = useText();
  const field = useField(props, (value) => (typeof value === 'string' ? formatDay(value) : ''));
  const day = typeof field.value === 'string' ? field.value : '';
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);

  function type(entered: string) {
    setTyped(entered);
    const read = parseDay(entered);
    const isRead = read !== undefined || entered.trim() === '';
    if (isRead) field.set(read ?? null);
    // Enter saves while the cursor is still here: not the day of before.
    field.report(isRead ? undefined : 'not-a-date', { isTyping: true });
  }

  function leave() {
    if (typed === null) return;
    if (typed.trim() === '' || parseDay(typed) !== undefined) setTyped(null);
    else field.report('not-a-date');
  }

  function pick(picked: string | null) {
    setTyped(null);
    field.report(undefined);
    field.set(picked);
    setOpen(false);
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          {...field.input}
          inputMode="numeric"
          autoComplete="off"
          maw={220}
          value={typed ?? formatDay(day)}
          onChange={(event) => type(event.currentTarget.value.replace(/[^\d\-/.]/g, ''))}
          onBlur={leave}
          rightSectionPointerEvents="all"
          rightSection={
            <ActionIcon
              size={26}
              aria-label={`${text('kit.form.calendar')}: ${field.name}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              disabled={field.input.disabled}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`${text('kit.form.calendarName')}: ${field.name}`}>
        {/* Holds the focus until the calendar is there, which then takes it to its day. */}
        <Suspense fallback={<div tabIndex={-1} data-autofocus style={{ width: 250, height: 280 }} />}>
          <Calendar value={day === '' ? null : day} from={props.from} until={props.until} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
