import { addDays } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';

const formats = {
  /** `ma 16` */
  short: { weekday: 'short', day: 'numeric' },
  /** `maandag 16 november` */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
} as const;

const localeOf = (language: Language) => (language === 'nl' ? 'nl-NL' : 'en-GB');
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** A day with its weekday, as people name it. */
export function dayText(day: string, language: Language, format: keyof typeof formats): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...formats[format], timeZone: 'UTC' }).format(
    asDate(day),
  );
}

/** The days of a week, from its Monday: `16–22 nov 2026`. */
export function weekText(monday: string, language: Language): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(localeOf(language), format).formatRange(
    asDate(monday),
    asDate(addDays(monday, 6)),
  );
}
