/** What a cell holds. `cents` are whole cents, `day` and `instant` ISO texts; null is an empty cell. */
export type ExportKind = 'text' | 'number' | 'cents' | 'day' | 'instant' | 'boolean';

/** A value of a row, by the kind of its column. */
export type ExportValue = string | number | boolean | null;

/** One column of an export. */
export interface ExportColumn<Row> {
  /** In the language of the request. */
  readonly head: string;
  readonly kind: ExportKind;
  readonly value: (row: Row) => ExportValue;
}

/** The same as a resource writes it: the field whose head the texts of columns hold, what its cells are, and where they come from. */
export type ExportColumnSpec<Row> = readonly [
  field: string,
  kind: ExportKind,
  value: (row: Row) => ExportValue,
];
