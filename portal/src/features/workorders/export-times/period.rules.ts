import { addDays } from '#contract/dates.ts';

/** Two ISO days, both included; null while a field is empty. */
export interface Period {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** What is exported: a period, of one person or administration if any is chosen. */
export interface ExportChoice extends Period {
  readonly userId: string | null;
  readonly administrationId: string | null;
}

/** The month of a day, or one a number of months later. */
export function monthOf(day: string, months: number): Period {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = (offset: number) =>
    new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10);
  return { startDate: first(months), endDate: addDays(first(months + 1), -1) };
}

/** The year of a day. */
export function yearOf(day: string): Period {
  const year = day.slice(0, 4);
  return { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
}

/** The query of product 2.7: days as YYYY-MM-DD. What is empty is left out; the server names a day. */
export function periodQuery(choice: Partial<ExportChoice>): string {
  const pairs = Object.entries(choice).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `?${new URLSearchParams(pairs)}`;
}
