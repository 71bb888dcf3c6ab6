import { useCallback, useMemo, useState } from 'react';
import { useSessionState } from '../data/session.tsx';
import { useUrlState } from '../screens.tsx';
import type { Column } from './column.tsx';

/** The columns of a list, and which of them the person sees. */
export interface ColumnChoice<R> {
  /** Hand these to the table. */
  readonly shown: readonly Column<R>[];
  readonly all: readonly Column<R>[];
  readonly isShown: (field: string) => boolean;
  /** Shows or hides one; the main column always stays. */
  readonly toggle: (field: string) => void;
  /** All columns again. */
  readonly reset: () => void;
}

/**
 * Which columns of a list a person sees. What the address says (`?columns=name,active`) wins, so that a link or a
 * saved view shows the same; else what this person chose last on this device.
 *
 * @example
 * const choice = useColumns('companies:index', columns);
 * <DataTable columns={choice.shown} … />
 */
export function useColumns<R>(screen: string, columns: readonly Column<R>[]): ColumnChoice<R> {
  const { user } = useSessionState();
  const [url, change] = useUrlState();
  const key = `balie.columns.${user.id}.${screen}`;
  const [remembered, setRemembered] = useState(() => localStorage.getItem(key));
  const named = url['columns'] ?? remembered;
  const shown = useMemo(() => chosenOf(columns, named), [columns, named]);

  const usual = useMemo(() => usualOf(columns), [columns]);

  const choose = useCallback(
    (fields: readonly string[] | undefined) => {
      const text = fields?.join(',');
      if (text === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      setRemembered(text ?? null);
      change({ columns: text });
    },
    [key, change],
  );

  return {
    all: columns,
    shown,
    isShown: (field) => shown.some((column) => column.field === field),
    toggle(field) {
      const next = columns.filter((column) => shown.includes(column) !== (column.field === field));
      choose(isSame(next, usual) ? undefined : next.map((column) => column.field));
    },
    reset: () => choose(usual.length === columns.length ? undefined : columns.map((column) => column.field)),
  };
}

// Names that no longer exist count as absent; a table without its main column would have no way in.
function chosenOf<R>(columns: readonly Column<R>[], named: string | null): readonly Column<R>[] {
  if (named === null) return usualOf(columns);
  const fields = new Set(named.split(','));
  if (!columns.some(({ field }) => fields.has(field))) return usualOf(columns);
  return columns.filter(({ field, isMain = false }) => isMain || fields.has(field));
}

function usualOf<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  return columns.some(({ isExtra }) => isExtra) ? columns.filter(({ isExtra = false }) => !isExtra) : columns;
}

function isSame<R>(some: readonly Column<R>[], others: readonly Column<R>[]): boolean {
  return some.length === others.length && some.every((column) => others.includes(column));
}
