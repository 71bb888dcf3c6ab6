import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { lazy, Suspense, useState, type KeyboardEvent } from 'react';
import { parseTime, stepTime } from '#contract/dates.ts';
import { useText } from '../text.ts';
import { selectWhole } from './select-whole.ts';
import { useField, type FieldProps } from './use-field.tsx';

const TimeChoices = lazy(async () => ({ default: (await import('./time-choices.tsx')).TimeChoices }));

interface TimeFieldProps<T extends object> extends FieldProps<T> {
  /** Minutes by which the arrow keys move. */
  readonly step?: number;
}

/**
 * A clock time, `09:05`: typed as `2200`, `22.00`, `22:00` or `9`, moved by the arrow keys, or picked from a list; an empty
 * text when there is none. A text that is no time says so when the field is left.
 */
export function TimeField<T extends object>(props: TimeFieldProps<T>) {
  const { step = 5 } = props;
  const text = useText();
  const field = useField(props);
  const time = typeof field.value === 'string' ? field.value.slice(0, 5) : '';
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);

  function type(entered: string) {
    setTyped(entered);
    const read = parseTime(entered);
    const isRead = read !== undefined || entered.trim() === '';
    if (isRead) field.set(read ?? '');
    // Enter saves while the cursor is still here: not the time of before.
    field.report(isRead ? undefined : 'not-a-time', { isTyping: true });
  }

  function leave() {
    if (typed === null) return;
    if (typed.trim() === '' || parseTime(typed) !== undefined) setTyped(null);
    else field.report('not-a-time');
  }

  function pick(picked: string) {
    setTyped(null);
    field.report(undefined);
    field.set(picked);
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || event.altKey) return;
    event.preventDefault();
    pick(stepTime(time, direction * step));
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <TextInput
          {...field.input}
          inputMode="numeric"
          autoComplete="off"
          placeholder="--:--"
          maw={160}
          value={typed ?? time}
          // What is typed takes the place of the whole time, also after a second click.
          {...selectWhole}
          onChange={(event) => type(event.currentTarget.value.replace(/[^\d:.,uh ]/gi, ''))}
          onKeyDown={onKeyDown}
          onBlur={leave}
          rightSectionPointerEvents="all"
          rightSection={
            <ActionIcon
              size={26}
              aria-label={`${text('kit.form.times')}: ${field.name}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              disabled={field.input.disabled}
              onClick={() => setOpen(!isOpen)}
            >
              <IconClock size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`${text('kit.form.times')}: ${field.name}`}>
        {/* Holds the focus until the times are there. */}
        <Suspense fallback={<div tabIndex={-1} data-autofocus style={{ width: 240, height: 220 }} />}>
          <TimeChoices value={time} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
