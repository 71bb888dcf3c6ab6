import { Link } from '@tanstack/react-router';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { ApprovalReport } from './workload.api.ts';
import styles from './workload.module.css';

const width = 560;
const height = 172;
const left = 40;
const bottom = 32;

type Week = ApprovalReport['weeks'][number];

interface LeadTimeChartProps extends Pick<ApprovalReport, 'weeks'> {
  /** The list of what was decided in a week. */
  readonly address: (week: Week) => { readonly to: string; readonly search: object };
}

/**
 * Two lines over the weeks: half of the invoices, and nine of ten; a click on a week leads to them. The table beside it
 * says the same in numbers, with the same links for the keyboard.
 */
export function LeadTimeChart({ weeks, address }: LeadTimeChartProps) {
  const language = useLanguage();
  const max = Math.max(1, ...weeks.map(({ ninetyDays }) => ninetyDays));
  const steps = Math.max(1, weeks.length - 1);
  const x = (index: number) => left + 14 + ((width - left - 36) * index) / steps;
  const y = (days: number) => 8 + (height - bottom - 8) * (1 - days / max);
  const line = (value: (week: Week) => number) =>
    weeks.map((week, index) => `${x(index)},${y(value(week))}`).join(' ');
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden focusable="false">
      {[0, max / 2, max].map((days) => (
        <g key={days}>
          <line x1={left} x2={width - 8} y1={y(days)} y2={y(days)} className={styles.grid} />
          <text x={left - 6} y={y(days) + 4} textAnchor="end">
            {formatNumber(Math.round(days * 10) / 10, language)}
          </text>
        </g>
      ))}
      <polyline points={line(({ ninetyDays }) => ninetyDays)} className={styles.ninety} />
      <polyline points={line(({ medianDays }) => medianDays)} className={styles.median} />
      {weeks.map((week, index) => (
        <Link key={week.fromDay} {...address(week)} tabIndex={-1} className={styles.week}>
          <title>{formatDay(week.fromDay)}</title>
          <rect x={x(index) - 14} y={0} width={28} height={height} rx={4} />
          <circle cx={x(index)} cy={y(week.ninetyDays)} r={3} className={styles.ninetyDot} />
          <circle cx={x(index)} cy={y(week.medianDays)} r={3} />
          <text x={x(index)} y={height - 4} textAnchor="middle">
            {week.fromDay.slice(8, 10)}-{week.fromDay.slice(5, 7)}
          </text>
        </Link>
      ))}
    </svg>
  );
}
