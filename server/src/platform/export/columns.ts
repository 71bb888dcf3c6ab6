import type { Language } from '#contract/problem.ts';

/** What a cell holds. `cents` are whole cents, `day` and `instant` ISO texts; null is an empty cell. */
export type ExportKind = 'text' | 'number' | 'cents' | 'day' | 'instant' | 'boolean';

/** A value of a row, by the kind of its column. */
export type ExportValue = string | number | boolean | null;

/** One column of an export. */
export interface ExportColumn<Row> {
  readonly head: (language: Language) => string;
  readonly kind: ExportKind;
  readonly value: (row: Row) => ExportValue;
}
