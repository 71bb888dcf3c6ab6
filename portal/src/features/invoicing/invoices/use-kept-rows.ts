import { useEffect, useState } from 'react';
import { createStore } from '#portal/kit/store.ts';
import type { InvoiceRow } from './invoice.ts';
import { withGone } from './kept-rows.rules.ts';

/** The invoices that the person decided on since the list was opened. */
const own = createStore<ReadonlySet<string>>(new Set());

/** Those that somebody else decided meanwhile: their rows say so, and cannot be ticked. */
export const goneRows = createStore<ReadonlySet<string>>(new Set());

/** Says that the person decided on these: their rows leave at once. */
export function noteOwn(ids: readonly string[]): void {
  own.set(new Set([...own.get(), ...ids]));
}

/**
 * The rows of a list, with those that left it since it was opened with this question: somebody else decided meanwhile.
 * They stay until the next visit.
 */
export function useKeptRows(
  rows: readonly InvoiceRow[] | undefined,
  question: string,
  isOn: boolean,
): readonly InvoiceRow[] | undefined {
  const [kept, setKept] = useState({ rows, question, source: rows });
  if (isOn && rows !== undefined && (kept.source !== rows || kept.question !== question)) {
    const before = kept.question === question ? kept.rows : undefined;
    const next = before === undefined ? rows : withGone(before, rows, own.get()).rows;
    setKept({ rows: next, question, source: rows });
  }
  const shown = isOn && kept.question === question ? kept.rows : rows;
  useEffect(() => {
    const listed = new Set((rows ?? []).map(({ id }) => id));
    goneRows.set(new Set((shown ?? []).flatMap(({ id }) => (listed.has(id) ? [] : [id]))));
  }, [rows, shown]);
  useEffect(
    () => () => {
      own.set(new Set());
      goneRows.set(new Set());
    },
    [],
  );
  return shown;
}
