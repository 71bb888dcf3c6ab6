import { formatNumber } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';

const units = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
] as const;

/** Bytes as people say them: `214 kB`, `1,8 MB`, `12,4 GB`. */
export function sizeText(bytes: number, language: Language): string {
  const [by, unit] = units.find(([size]) => bytes >= size) ?? [1000, 'kB'];
  const amount = bytes / by;
  return unit === 'kB'
    ? `${formatNumber(Math.max(1, Math.round(amount)), language)} kB`
    : `${formatNumber(amount, language, { max: 1 })} ${unit}`;
}
