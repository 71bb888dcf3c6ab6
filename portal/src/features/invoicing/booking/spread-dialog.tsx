import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { spreadOverMonths } from '#contract/invoicing/booking-rules.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './booking.module.css';

interface SpreadDialogProps {
  readonly cents: number;
  /** The period of the line. */
  readonly period: string;
  readonly onSave: (first: string, months: number) => void;
  readonly onClose: () => void;
}

const maxMonths = 60;

/** Spreads a line over months: the first one, and how many. */
export function SpreadDialog({ cents, period, onSave, onClose }: SpreadDialogProps) {
  const text = useText();
  const [first, setFirst] = useState(period);
  const [typed, setTyped] = useState('3');
  const months = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  const isFirstRight = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(first.trim());
  const areMonthsRight = months >= 2 && months <= maxMonths;
  const parts = isFirstRight && areMonthsRight ? spreadOverMonths(cents, first.trim(), months) : [];
  function save() {
    if (parts.length === 0) return;
    onSave(first.trim(), months);
    onClose();
  }
  return (
    <Dialog title={text('invoicing.booking.spread.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={styles.pair}>
          <TextInput
            label={text('invoicing.booking.spread.first')}
            value={first}
            error={isFirstRight ? undefined : text('invoicing.booking.spread.firstWrong')}
            data-autofocus
            onChange={({ currentTarget }) => setFirst(currentTarget.value)}
          />
          <TextInput
            label={text('invoicing.booking.spread.months')}
            value={typed}
            inputMode="numeric"
            error={
              areMonthsRight ? undefined : text('invoicing.booking.spread.monthsWrong', { max: maxMonths })
            }
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        <ul className={styles.preview}>
          {parts.slice(0, 12).map((part) => (
            <li key={part.period}>
              {part.period} <Money cents={part.cents} />
            </li>
          ))}
          {parts.length > 12 && <li>…</li>}
        </ul>
        <DialogButtons>
          <Button variant="subtle" onClick={onClose}>
            {text('kit.cancel')}
          </Button>
          <Button type="submit" variant="filled">
            {text('invoicing.booking.spread.button')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
