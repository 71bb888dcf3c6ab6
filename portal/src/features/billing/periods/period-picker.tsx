import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { cx } from '#portal/kit/cx.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { periodChoices, periodName, stepPeriod } from './periods.rules.ts';
import styles from './period-picker.module.css';

interface PeriodPickerProps {
  readonly value: string;
  readonly onChange: (period: string) => void;
  /** Its name stands above it, as in a form. */
  readonly hasLabel?: boolean;
}

/** A month, a quarter or a year: chosen from a list, or stepped to from the one that is shown. */
export function PeriodPicker({ value, onChange, hasLabel = false }: PeriodPickerProps) {
  const text = useText();
  const id = useId();
  const [today] = useState(() => dayOfInstant(new Date()));
  const step = (steps: number) => onChange(stepPeriod(value, steps));
  return (
    <span className={cx(hasLabel && styles.field)}>
      <label htmlFor={id} className={hasLabel ? 'mantine-InputWrapper-label' : 'balie-hidden'}>
        {text('billing.period.label')}
      </label>
      <span className={styles.picker}>
        <ActionIcon
          size={32}
          aria-label={text('billing.period.previous')}
          title={text('billing.period.previous')}
          onClick={() => step(-1)}
        >
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <select
          id={id}
          className={cx('balie-select', styles.select)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <PeriodOptions today={today} value={value} />
        </select>
        <ActionIcon
          size={32}
          aria-label={text('billing.period.next')}
          title={text('billing.period.next')}
          onClick={() => step(1)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </span>
    </span>
  );
}

function PeriodOptions({ today, value }: { readonly today: string; readonly value: string }) {
  const text = useText();
  const language = useLanguage();
  const { months, quarters, years } = periodChoices(today);
  const groups = [
    { key: 'months', periods: months },
    { key: 'quarters', periods: quarters },
    { key: 'years', periods: years },
  ];
  const isListed = groups.some(({ periods }) => periods.includes(value));
  return (
    <>
      {!isListed && <option value={value}>{periodName(value, language)}</option>}
      {groups.map(({ key, periods }) => (
        <optgroup key={key} label={text(`billing.period.${key}`)}>
          {periods.map((period) => (
            <option key={period} value={period}>
              {periodName(period, language)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
