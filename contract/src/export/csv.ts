import { stringify } from 'csv-stringify/browser/esm/sync';
import { formatDay, formatInstant } from '../dates.ts';
import type { Language } from '../problem.ts';
import { sentence } from '../problem-texts.ts';
import type { ExportColumn, ExportKind, ExportValue } from './columns.ts';

const byteOrderMark = '\uFEFF';
const options = { delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;
const rowsAtOnce = 200;

/** Texts as a CSV for Dutch Excel: BOM, `;`, CRLF, no formula that runs. For what fits in memory. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return (
    byteOrderMark +
    stringify(
      rows.map((row) => row.map((cell) => guarded(cell))),
      options,
    )
  );
}

/**
 * Rows as the pieces of a CSV for Dutch Excel, made as they are pulled. Numbers have a decimal comma and no signs
 * between thousands, days are `21-11-2026`, moments Amsterdam time.
 */
export async function* csvPieces<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row>,
  language: Language,
): AsyncGenerator<string> {
  yield csvText([columns.map(({ head }) => head)]);
  let waiting: string[][] = [];
  for await (const row of rows) {
    waiting.push(columns.map(({ kind, value }) => csvCell(kind, value(row), language)));
    if (waiting.length < rowsAtOnce) continue;
    yield stringify(waiting, options);
    waiting = [];
  }
  if (waiting.length > 0) yield stringify(waiting, options);
}

/** One value as Dutch Excel reads it. */
export function csvCell(kind: ExportKind, value: ExportValue, language: Language): string {
  if (value === null || value === '') return '';
  switch (kind) {
    case 'text':
      return guarded(String(value));
    case 'number':
      return String(value).replace('.', ',');
    case 'cents':
      return (Number(value) / 100).toFixed(2).replace('.', ',');
    case 'day':
      return formatDay(String(value));
    case 'instant':
      return formatInstant(String(value));
    case 'boolean':
      return sentence(language, value === true ? 'yes' : 'no');
  }
}

// What spreadsheets take for the start of a formula, in narrow and wide forms; a tab or line end before it is dropped by them.
function guarded(text: string): string {
  return /^[\t\r\n]*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}
