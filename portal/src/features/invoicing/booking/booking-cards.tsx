import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import { type BookingToEdit, choicesOf, type Column, type GridRow } from './grid.rules.ts';
import { allRows, type GridAction, type GridState, shownColumns } from './grid-state.ts';
import type { BookingSums, RowError } from './use-booking-grid.ts';
import styles from './booking.module.css';

interface BookingCardsProps {
  readonly booking: BookingToEdit;
  readonly state: GridState;
  readonly sums: BookingSums;
  readonly act: (action: GridAction) => void;
  readonly words: (error: RowError) => string;
}

/** The lines on a phone: one card each, without a grid. */
export function BookingCards({ booking, state, sums, act, words }: BookingCardsProps) {
  const text = useText();
  const shown = shownColumns(state, booking.chart);
  return (
    <div className={styles.cards}>
      {allRows(state).map((row, index) => (
        // The fields hold the focus; the card hears which one.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <fieldset
          key={row.key}
          className={styles.card}
          data-current={index === state.row || undefined}
          onFocus={() => {
            if (index !== state.row) act({ do: 'go', row: index, column: 'ledger' });
          }}
        >
          <legend>{text('invoicing.booking.lineOf', { number: index + 1 })}</legend>
          {shown.map((column) => {
            const error = sums.errors.find((one) => one.row === index && one.cell === column);
            return (
              <CardField
                key={column}
                row={row}
                column={column}
                booking={booking}
                error={error && words(error)}
                onChange={(typed) => act({ do: 'change', row: index, column, text: typed })}
              />
            );
          })}
        </fieldset>
      ))}
      <ul className={styles.preview}>
        {sums.computed.map((line, index) => (
          <li key={`${line.kind} ${index}`}>
            {`${line.ledger.number} ${line.ledger.name}`.trim()} <Money cents={line.debit || -line.credit} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CardFieldProps {
  readonly row: GridRow;
  readonly column: Column;
  readonly booking: BookingToEdit;
  readonly error: ReactNode;
  readonly onChange: (text: string) => void;
}

function CardField({ row, column, booking, error, onChange }: CardFieldProps) {
  const text = useText();
  const choices = choicesOf(column, booking.chart);
  const value = row.cells[column];
  const label = text(`invoicing.booking.${column}`);
  if (choices.length === 0) {
    const isAmount = column === 'debit' || column === 'credit';
    return (
      <TextInput
        label={label}
        error={error}
        value={value}
        placeholder={column === 'period' ? booking.period : undefined}
        inputMode={isAmount ? 'decimal' : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const options = choices.map((choice) => ({
    value: choice.value,
    label: [choice.value, choice.name, choice.more].filter(Boolean).join(' '),
  }));
  // What is not in the chart stays, in red.
  const all =
    value === '' || choices.some((choice) => choice.value === value)
      ? options
      : [{ value, label: value }, ...options];
  return (
    <Select
      label={label}
      error={error}
      value={value === '' ? null : value}
      data={all}
      searchable
      clearable
      limit={50}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
