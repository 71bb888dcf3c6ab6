import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CustomerInvoices, UsageRow } from '#contract/billing/costs.ts';
import type { UsageKind } from '#contract/billing/codes.ts';
import { daysOfPeriod } from '#contract/billing/periods.ts';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { periodName } from '../periods/periods.rules.ts';
import { Amount } from './amount.tsx';
import { tableOf } from './usage-tables.ts';
import styles from './billing.module.css';

/** Months shown before all are asked for, the newest first. */
const shownAtFirst = 12;

interface UsageCardProps {
  readonly kind: UsageKind;
  readonly invoices: CustomerInvoices;
  readonly onOpen: ((from: string, to: string) => void) | undefined;
}

/** One usage table: per month how often, how much of it counts, and what that costs (§I5). */
export function UsageCard({ kind, invoices, onOpen }: UsageCardProps) {
  const text = useText();
  const [isWhole, setWhole] = useState(false);
  const rows = invoices[tableOf[kind]].toReversed();
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  const title = text(`billing.kind.${kind}`);
  return (
    <Card title={title} isFlush>
      {rows.length === 0 ? (
        <p className={styles.none}>{text('billing.usage.none')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="balie-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{text('billing.usage.period')}</th>
                {(['totalUse', 'count', 'cost', 'totalCost'] as const).map((column) => (
                  <th key={column} scope="col" data-right title={text(`billing.usage.${column}Hint`)}>
                    {text(`billing.usage.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Line
                  key={`${row.from}-${row.cost}`}
                  row={row}
                  title={title}
                  isFree={invoices.isFree}
                  onOpen={onOpen}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown.length < rows.length && (
        <Button variant="subtle" m={8} onClick={() => setWhole(true)}>
          {text('billing.usage.all', { count: rows.length })}
        </Button>
      )}
    </Card>
  );
}

interface LineProps {
  readonly row: UsageRow;
  readonly title: string;
  readonly isFree: boolean;
  readonly onOpen: UsageCardProps['onOpen'];
}

function Line({ row, title, isFree, onOpen }: LineProps) {
  const language = useLanguage();
  const { period, from, to, totalUse, count, cost, totalCost } = row;
  const isPhone = useIsPhone();
  const month = periodName(period, language);
  const days = daysOfPeriod(period);
  // A month with two rates has a line for the days of each.
  const isPart = from !== days.from || to !== days.to;
  const name = isPart ? `${month}, ${formatDay(from)}–${formatDay(to)}` : month;
  return (
    <tr>
      <th scope="row">
        {isPhone ? `${periodName(period, language, 'short')} ${period.slice(0, 4)}` : month}
        {isPart && (
          <span className={styles.part}>
            {Number(from.slice(8))}–{Number(to.slice(8))}
          </span>
        )}
      </th>
      <td data-right>{formatNumber(totalUse, language)}</td>
      <td data-right>{formatNumber(count, language)}</td>
      <td data-right>
        <Money cents={cost} currency="" />
      </td>
      <td data-right>
        <Amount
          cents={totalCost}
          isStruck={isFree}
          of={`${title}, ${name}`}
          onOpen={onOpen && (() => onOpen(from, to))}
        />
      </td>
    </tr>
  );
}
