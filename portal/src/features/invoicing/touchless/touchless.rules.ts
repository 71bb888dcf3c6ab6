import { formatNumber } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';

/** Below so many invoices a share says nothing: numbers only. */
const minForShare = 20;

/** A month in words: `november 2026`, or short: `nov`. */
export function monthText(month: string, language: Language, form: 'long' | 'short' = 'long'): string {
  const parts =
    form === 'long' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'short' } as const);
  return new Intl.DateTimeFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { ...parts, timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    .replace('.', '');
}

/** A share in percent with one decimal, or null of too few to say. */
export function shareText(count: number, of: number, language: Language): string | null {
  if (of < minForShare) return null;
  return `${formatNumber(Math.round((count / of) * 1000) / 10, language)}%`;
}
