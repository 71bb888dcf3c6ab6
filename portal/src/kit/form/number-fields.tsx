import { ActionIcon, TextInput } from '@mantine/core';
import { type Icon, IconMinus, IconPlus } from '@tabler/icons-react';
import { useState, type ChangeEvent, type ReactNode } from 'react';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import { amountAtRest, useAmountText } from './use-amount-text.ts';
import { useField, type Field, type FieldProps } from './use-field.tsx';
import styles from './form.module.css';

interface NumberFieldProps<T extends object> extends FieldProps<T> {
  /** Inside the field at the right: 'cm'. */
  readonly unit?: ReactNode;
  /** Digits that fit; 9 when absent. */
  readonly maxDigits?: number;
}

/**
 * The text of a whole number. What is no whole number, such as `2,5`, stays as it was typed and says so when the field is
 * left: it must never become another number. Gives null for it, so that the number of before is not used either.
 */
function useWholeNumber(field: Field, maxDigits: number) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typeof field.value === 'number' ? String(field.value) : '';
  return {
    value: typed ?? shown,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const text = event.currentTarget.value.replace(/[^\d.,\-−]/g, '');
      const isWhole = /^\d*$/.test(text);
      const digits = text.slice(0, maxDigits);
      setTyped(isWhole ? null : text);
      field.set(!isWhole || digits === '' ? null : Number(digits));
      field.report(isWhole ? undefined : 'not-whole', { isTyping: true });
    },
    onBlur: () => {
      if (typed !== null) field.report('not-whole');
    },
    /** Forgets what was typed, for a number that comes from elsewhere. */
    clear() {
      setTyped(null);
      field.report(undefined);
    },
  };
}

/** A whole number of zero or more: gives a number, or null when empty. A text that is none says so. */
export function NumberField<T extends object>(props: NumberFieldProps<T>) {
  const { unit, maxDigits = 9 } = props;
  const field = useField(props);
  const { clear: _, ...input } = useWholeNumber(field, maxDigits);
  return (
    <TextInput
      {...field.input}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'balie-number' }}
      {...input}
      rightSection={unit}
    />
  );
}

interface CountFieldProps<T extends object> extends FieldProps<T> {
  readonly min: number;
  readonly max: number;
}

/** A number of things: a button less and a button more beside it, so that a thumb does without the keyboard. */
export function CountField<T extends object>(props: CountFieldProps<T>) {
  const { min, max } = props;
  const text = useText();
  const field = useField(props);
  const { clear, ...input } = useWholeNumber(field, String(max).length);
  const count = typeof field.value === 'number' ? field.value : null;
  const step = (by: number, Sign: Icon, label: string) => {
    const next = Math.min(Math.max((count ?? min - by) + by, min), max);
    return (
      <ActionIcon
        size="100%"
        className={styles.step}
        aria-label={text(label, { name: field.name })}
        disabled={next === count}
        onClick={() => {
          clear();
          field.set(next);
        }}
      >
        <Sign size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <TextInput
      {...field.input}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: styles.count }}
      leftSectionWidth={44}
      rightSectionWidth={44}
      leftSection={step(-1, IconMinus, 'kit.form.less')}
      rightSection={step(1, IconPlus, 'kit.form.more')}
      {...input}
    />
  );
}

interface DecimalFieldProps<T extends object> extends FieldProps<T> {
  /** Before the number: '€' when absent; an empty text for none. */
  readonly sign?: string;
  /** 2 when absent; with more the value may be a fraction of a cent. */
  readonly maxDecimals?: number;
}

/**
 * An amount in whole cents: two decimals and thousands grouped when the cursor is elsewhere, plain while typing;
 * comma or point as decimal sign. Empty is null, a text that is no amount says so at the field.
 */
export function DecimalField<T extends object>(props: DecimalFieldProps<T>) {
  const { sign = '€', maxDecimals = 2 } = props;
  const language = useLanguage();
  const field = useField(props, (value) =>
    typeof value === 'number' ? amountAtRest(value, language, maxDecimals) : '',
  );
  const amount = useAmountText({
    cents: typeof field.value === 'number' ? field.value : null,
    maxDecimals,
    onChange: field.set,
    onProblem: field.report,
  });
  return (
    <TextInput
      {...field.input}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'balie-number' }}
      leftSection={sign === '' ? undefined : <span className="balie-empty">{sign}</span>}
      {...amount}
    />
  );
}
