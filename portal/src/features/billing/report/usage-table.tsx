import type { z } from 'zod';
import { usageKinds } from '#contract/billing/codes.ts';
import type { usageChart } from '#contract/billing/report.ts';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { tableOf } from '../costs/usage-tables.ts';
import { periodName } from '../periods/periods.rules.ts';
import styles from '../costs/billing.module.css';

/** How often each thing was done in a month. */
export type UsageMonth = z.output<typeof usageChart>[number];

/** The same months as numbers. */
export function UsageTable({ months }: { readonly months: readonly UsageMonth[] }) {
  const text = useText();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="balie-hidden">{text('billing.chart.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('billing.usage.period')}</th>
            {usageKinds.map((kind) => (
              <th key={kind} scope="col" data-right>
                {text(`billing.kind.${kind}`)}
              </th>
            ))}
            <th scope="col" data-right>
              {text('billing.usage.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.period}>
              <th scope="row">{periodName(month.period, language)}</th>
              {usageKinds.map((kind) => (
                <td key={kind} data-right>
                  {number(month[tableOf[kind]])}
                </td>
              ))}
              <td data-right>{number(usageKinds.reduce((sum, kind) => sum + month[tableOf[kind]], 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
