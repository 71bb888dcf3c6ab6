import { Button } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { usageKinds } from '#contract/billing/codes.ts';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { axisOf } from './chart.rules.ts';
import { periodName } from '../periods/periods.rules.ts';
import { tableOf } from '../costs/usage-tables.ts';
import { type UsageMonth, UsageTable } from './usage-table.tsx';
import styles from './chart.module.css';

/**
 * Usage per month by kind as bars, or as a table for who reads better from numbers.
 *
 * @param of what companies were searched by; empty: of all
 */
export function UsageChart({
  months,
  of = '',
}: {
  readonly months: readonly UsageMonth[];
  readonly of?: string;
}) {
  const text = useText();
  const title = useId();
  const [isTable, setTable] = useState(false);
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <section className={styles.block} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 id={title}>
          {text('billing.chart.title')}
          {of !== '' && (
            <>
              {' '}
              <span className={styles.of}>{text('billing.chart.of', { search: of })}</span>
            </>
          )}
        </h2>
        {!isTable && <Legend />}
        <Button
          size="xs"
          className={styles.turn ?? ''}
          leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {text(isTable ? 'billing.chart.asBars' : 'billing.chart.asTable')}
        </Button>
      </header>
      {isTable ? <UsageTable months={months} /> : <Bars months={months} />}
    </section>
  );
}

function Legend() {
  const text = useText();
  return (
    <ul className={styles.legend}>
      {usageKinds.map((kind) => (
        <li key={kind}>
          <span className={styles.swatch} data-kind={kind} aria-hidden />
          {text(`billing.kind.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

const totalOf = (month: UsageMonth) => usageKinds.reduce((sum, kind) => sum + month[tableOf[kind]], 0);

function Bars({ months }: { readonly months: readonly UsageMonth[] }) {
  const text = useText();
  const language = useLanguage();
  const { top, marks } = axisOf(Math.max(...months.map(totalOf)));
  const number = (value: number) => formatNumber(value, language);
  const nameOf = (month: UsageMonth) =>
    [
      periodName(month.period, language),
      ...usageKinds.map((kind) => `${text(`billing.kind.${kind}`)} ${number(month[tableOf[kind]])}`),
    ].join(', ');
  return (
    <div className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {marks.map((mark) => (
          <span key={mark} style={{ bottom: `${(mark / top) * 100}%` }}>
            {number(mark)}
          </span>
        ))}
      </div>
      <div className={styles.lines} aria-hidden>
        {marks.map((mark) => (
          <span key={mark} style={{ bottom: `${(mark / top) * 100}%` }} />
        ))}
      </div>
      <ul className={styles.plot} aria-label={text('billing.chart.title')}>
        {months.map((month) => (
          <li key={month.period} className={styles.month} title={nameOf(month)}>
            <span className="balie-hidden">{nameOf(month)}</span>
            <span className={styles.bar} style={{ height: `${(totalOf(month) / top) * 100}%` }} aria-hidden>
              {usageKinds.map((kind) => (
                <span key={kind} data-kind={kind} style={{ flexGrow: month[tableOf[kind]] }} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.names} aria-hidden>
        {months.map(({ period }) => (
          <span key={period}>{periodName(period, language, 'short')}</span>
        ))}
      </div>
    </div>
  );
}
