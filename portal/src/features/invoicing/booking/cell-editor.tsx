import { Popover } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';
import { ChoiceList, maxChoices } from './choice-list.tsx';
import { type Choice, fittingChoices } from './grid.rules.ts';
import styles from './booking.module.css';

interface CellEditorProps {
  readonly label: string;
  readonly typed: string;
  readonly choices: readonly Choice[];
  /** How many cells get the value. */
  readonly hint?: string | undefined;
  readonly isNumber: boolean;
  readonly onType: (text: string) => void;
  /** Ends typing; the value stays or not, and the selection moves. */
  readonly onEnd: (keeps: boolean, move?: { readonly rows?: number; readonly columns?: number }) => void;
  readonly onChoose: (value: string) => void;
}

/** The field of an open cell, with the choices that fit what is typed. */
export function CellEditor({ label, typed, choices, hint, isNumber, ...on }: CellEditorProps) {
  const id = useId();
  const [current, setCurrent] = useState(-1);
  const fitting = fittingChoices(choices, typed);
  const chosen = fitting[current];

  function onKeyDown(event: KeyboardEvent) {
    const last = Math.min(fitting.length, maxChoices) - 1;
    const move =
      event.key === 'Enter'
        ? { rows: event.shiftKey ? -1 : 1 }
        : event.key === 'Tab'
          ? { columns: event.shiftKey ? -1 : 1 }
          : undefined;
    if (move) {
      if (chosen) on.onChoose(chosen.value);
      on.onEnd(chosen === undefined, move);
    } else if (event.key === 'Escape') on.onEnd(false);
    else if (event.key === 'ArrowDown' && last >= 0) setCurrent(current >= last ? 0 : current + 1);
    else if (event.key === 'ArrowUp' && last >= 0) setCurrent(current <= 0 ? last : current - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Popover opened={fitting.length > 0} position="bottom-start" width={320} trapFocus={false} withinPortal>
      <Popover.Target>
        <input
          className={styles.input}
          aria-label={label}
          role={choices.length > 0 ? 'combobox' : undefined}
          aria-expanded={choices.length > 0 ? fitting.length > 0 : undefined}
          aria-controls={choices.length > 0 ? id : undefined}
          aria-activedescendant={chosen ? `${id}-${current}` : undefined}
          data-number={isNumber || undefined}
          data-escapes
          inputMode={isNumber ? 'decimal' : undefined}
          // The person just opened this cell.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => {
            setCurrent(-1);
            on.onType(currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => on.onEnd(true)}
        />
      </Popover.Target>
      <Popover.Dropdown p={6}>
        {hint !== undefined && <p className={styles.choicesHint}>{hint}</p>}
        <ChoiceList
          id={id}
          label={label}
          choices={fitting}
          current={current}
          onChoose={({ value }) => {
            on.onChoose(value);
            on.onEnd(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
