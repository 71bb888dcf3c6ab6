import type { chartEntry, vatCode } from '#contract/invoicing/charts.ts';
import type { z } from 'zod';
import type { StoredPeriod } from './charts.repository.ts';

type Entry = z.output<typeof chartEntry>;

// A history line is read by people: of an import it names the first ones.
const maxNamed = 20;

/** The entries that differ, as they were and as they are. */
export function changedEntries(
  before: readonly Entry[],
  after: readonly Entry[],
): { readonly before: readonly Entry[]; readonly after: readonly Entry[] } {
  const texts = (entries: readonly Entry[]) => new Set(entries.map((entry) => JSON.stringify(entry)));
  const [old, now] = [texts(before), texts(after)];
  return {
    before: before.filter((entry) => !now.has(JSON.stringify(entry))),
    after: after.filter((entry) => !old.has(JSON.stringify(entry))),
  };
}

/** Entries in words, for the history: a line each. */
export function entryWords(entries: readonly Entry[]): string {
  const named = entries
    .slice(0, maxNamed)
    .map(({ number, name, isOpen, role }) =>
      [`${number} ${name}`.trim(), isOpen ? '' : '(-)', role === 'none' ? '' : role]
        .filter(Boolean)
        .join(' '),
    );
  return [...named, ...(entries.length > maxNamed ? [`+ ${entries.length - maxNamed}`] : [])].join('\n');
}

/** VAT codes in words, for the history: a line each. */
export function vatWords(codes: readonly z.output<typeof vatCode>[]): string {
  return codes
    .map(({ code, name, kind, deductible, accountNumber, dueAccountNumber, isOpen, rates }) =>
      [
        `${code} ${name}`.trim(),
        kind,
        rates.map(({ fromDay, rate }) => `${rate / 100}% ${fromDay}`).join(', '),
        `${deductible / 100}%`,
        accountNumber,
        dueAccountNumber,
        isOpen ? '' : '(-)',
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('\n');
}

/** The periods that are closed, in words. */
export function periodWords(periods: readonly StoredPeriod[]): string {
  return periods
    .filter(({ isClosed }) => isClosed)
    .map(({ year, period }) => `${year}-${String(period).padStart(2, '0')}`)
    .join(', ');
}
