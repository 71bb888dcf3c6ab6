import { useState } from 'react';
import { dayOfInstant } from '#contract/dates.ts';
import { cx } from '#portal/kit/cx.ts';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { MonthRange } from './use-invoices.ts';
import picker from '../periods/period-picker.module.css';

/** The months that are shown, stored in the address: the last twelve, or a year. */
export function useMonthRange(): MonthRange {
  const [{ year = '' }] = useUrlState();
  return /^20\d{2}$/.test(year) ? { from: `${year}-01`, to: `${year}-12` } : {};
}

/** Chooses them. */
export function MonthRangePicker() {
  const text = useText();
  const [{ year = '' }, change] = useUrlState();
  const [now] = useState(() => Number(dayOfInstant(new Date()).slice(0, 4)));
  const years = Array.from({ length: 5 }, (_, index) => String(now - index));
  return (
    <select
      className={cx('balie-select', picker.select)}
      aria-label={text('billing.period.shown')}
      value={year}
      onChange={(event) => change({ year: event.currentTarget.value })}
    >
      <option value="">{text('billing.period.lastTwelve')}</option>
      {years.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
