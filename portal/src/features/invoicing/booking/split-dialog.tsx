import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCurrencyEuro, IconPercentage, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { splitByAmounts, splitByPercentages } from '#contract/invoicing/booking-rules.ts';
import { readAmount } from '#contract/money.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { Segments } from '#portal/kit/layout/segments.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './booking.module.css';

type By = 'amount' | 'percentage';

interface SplitDialogProps {
  /** The amount of the line. */
  readonly cents: number;
  readonly onSave: (by: By, parts: readonly number[]) => void;
  readonly onClose: () => void;
}

const maxParts = 20;

/** Splits a line by amounts or percentages; the rest stands on the last line, to the cent. */
export function SplitDialog({ cents, onSave, onClose }: SplitDialogProps) {
  const text = useText();
  const [by, setBy] = useState<By>('percentage');
  const [typed, setTyped] = useState<readonly string[]>(['']);
  const [isTried, setTried] = useState(false);
  const total = Math.abs(cents);
  const whole = by === 'amount' ? total : 10_000;
  const parts = typed.map((one) => partOf(one));
  const known = parts.every((part) => part !== undefined) ? parts.map((part) => part ?? 0) : undefined;
  const isTooMuch = known !== undefined && known.reduce((sum, part) => sum + part, 0) >= whole;
  const shares =
    known && !isTooMuch
      ? by === 'amount'
        ? splitByAmounts(total, known)
        : splitByPercentages(total, known)
      : [];

  function save() {
    setTried(true);
    if (known === undefined || isTooMuch) return;
    onSave(by, known);
    onClose();
  }
  const wrong = (index: number) => {
    if (!isTried && typed[index] === '') return undefined;
    if (parts[index] === undefined) return text('invoicing.booking.split.part');
    return isTooMuch && index === typed.length - 1 ? text('invoicing.booking.split.tooMuch') : undefined;
  };
  return (
    <Dialog title={text('invoicing.booking.split.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Segments
          label={text('invoicing.booking.split.by')}
          value={by}
          onChange={setBy}
          options={[
            { key: 'percentage', label: text('invoicing.booking.split.percentage'), icon: IconPercentage },
            { key: 'amount', label: text('invoicing.booking.split.amount'), icon: IconCurrencyEuro },
          ]}
        />
        <div className={styles.parts}>
          {typed.map((one, index) => (
            <div key={index} className={styles.part}>
              <TextInput
                label={text('invoicing.booking.lineOf', { number: index + 1 })}
                value={one}
                error={wrong(index)}
                inputMode="decimal"
                data-autofocus={index === 0 || undefined}
                rightSection={by === 'percentage' ? '%' : undefined}
                onChange={({ currentTarget: { value } }) => setTyped(typed.with(index, value))}
              />
              <span className={styles.share}>
                {shares[index] !== undefined && <Money cents={shares[index]} />}
              </span>
              {typed.length > 1 && (
                <ActionIcon
                  aria-label={text('invoicing.booking.split.less', { number: index + 1 })}
                  onClick={() => setTyped(typed.toSpliced(index, 1))}
                >
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </div>
          ))}
          <p className={styles.rest}>
            {text('invoicing.booking.split.rest')} {shares.length > 0 && <Money cents={shares.at(-1)} />}
          </p>
          {typed.length < maxParts && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setTyped([...typed, ''])}
            >
              {text('invoicing.booking.split.more')}
            </Button>
          )}
        </div>
        <DialogButtons>
          <Button variant="subtle" onClick={onClose}>
            {text('kit.cancel')}
          </Button>
          <Button type="submit" variant="filled">
            {text('invoicing.booking.split.verb')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

// Cents, or hundredths of a percent: both have two decimals.
function partOf(text: string): number | undefined {
  const read = readAmount(text);
  return 'cents' in read && read.cents > 0 ? read.cents : undefined;
}
