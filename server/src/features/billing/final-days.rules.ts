import type { PeriodDays } from '#contract/billing/periods.ts';
import { addDays } from '#contract/dates.ts';

/** The days of a span that none of the others has, in order. */
export function freeDays(over: PeriodDays, taken: readonly PeriodDays[]): PeriodDays[] {
  const free: PeriodDays[] = [];
  let { from } = over;
  for (const span of taken.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (span.to < from || span.from > over.to) continue;
    if (span.from > from) free.push({ from, to: addDays(span.from, -1) });
    from = addDays(span.to, 1);
  }
  return from <= over.to ? [...free, { from, to: over.to }] : free;
}

/** Whether days, null where they are open, share one with these spans. */
export function touches(
  { startsOn, endsOn }: { readonly startsOn: string | null; readonly endsOn: string | null },
  taken: readonly PeriodDays[],
): boolean {
  return taken.some(
    ({ from, to }) => (startsOn === null || startsOn <= to) && (endsOn === null || endsOn >= from),
  );
}
