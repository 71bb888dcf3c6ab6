import { Link } from '@tanstack/react-router';
import { formatNumber } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { monthText } from './touchless.rules.ts';
import styles from './touchless.module.css';

const width = 560;
const height = 170;
const left = 52;
const bottom = 22;

/** A point of a line: a month, and its share from 0 to 1. */
interface Point {
  readonly month: string;
  readonly share: number;
}

interface ShareChartProps {
  readonly title: string;
  readonly points: readonly Point[];
  /** A second line, dashed. */
  readonly besides?: readonly Point[];
  /** The share that the top stands for. */
  readonly max: number;
  readonly isBad?: boolean;
  /** Where the invoices of a month are listed. */
  readonly list: string;
}

/** Shares over the months; a point leads to the invoices of its month. The table below it says the same in numbers. */
export function ShareChart({ title, points, besides = [], max, isBad = false, list }: ShareChartProps) {
  const text = useText();
  const language = useLanguage();
  const steps = Math.max(1, points.length - 1);
  const x = (index: number) => left + 14 + ((width - left - 36) * index) / steps;
  const y = (share: number) => 8 + (height - bottom - 8) * (1 - Math.min(share, max) / max);
  const line = (of: readonly Point[]) => of.map(({ share }, index) => `${x(index)},${y(share)}`).join(' ');
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={title}>
      {[0, max / 2, max].map((share) => (
        <g key={share} aria-hidden>
          <line x1={left} x2={width - 8} y1={y(share)} y2={y(share)} className={styles.grid} />
          <text x={left - 6} y={y(share) + 4} textAnchor="end">
            {formatNumber(Math.round(share * 1000) / 10, language)}%
          </text>
        </g>
      ))}
      {besides.length > 0 && <polyline points={line(besides)} className={styles.dashed} aria-hidden />}
      <polyline points={line(points)} className={styles.line} data-bad={isBad || undefined} aria-hidden />
      {points.map(({ month, share }, index) => (
        <Link
          key={month}
          to={list}
          search={{ month }}
          aria-label={text('invoicing.touchless.point', {
            month: monthText(month, language),
            share: formatNumber(Math.round(share * 1000) / 10, language),
          })}
        >
          <circle cx={x(index)} cy={y(share)} r={5} className={styles.dot} data-bad={isBad || undefined} />
          <text x={x(index)} y={height - 5} textAnchor="middle">
            {monthText(month, language, 'short')}
          </text>
        </Link>
      ))}
    </svg>
  );
}
