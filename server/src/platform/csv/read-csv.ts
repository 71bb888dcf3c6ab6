import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** One line of the body of a CSV file. */
export interface CsvRow {
  /** Where it starts in the file; the heads are line 1, or 2 after `sep=`. */
  readonly line: number;
  /** As many as there are heads; missing ones are empty. */
  readonly cells: readonly string[];
}

/** A CSV file as it was read. */
export interface CsvFile {
  readonly encoding: 'utf-8' | 'windows-1252';
  readonly delimiter: ';' | ',';
  readonly heads: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Why a file is no CSV that we can read: `line` is where, when that is known. */
export type CsvFault =
  | { readonly fault: 'empty' | 'not-text' | 'too-many-rows' }
  | { readonly fault: 'quotes'; readonly line: number };

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/**
 * Reads a CSV file of people: UTF-8 or Windows-1252, `;` or `,`, with heads, empty lines skipped, cells trimmed, and
 * the `'` that our exports put before a formula taken off again.
 */
export function readCsv(bytes: Buffer, { maxRows }: { readonly maxRows: number }): CsvFile | CsvFault {
  const decoded = decode(bytes);
  if (decoded === undefined) return { fault: 'not-text' };
  // Excel writes its delimiter on a line of its own.
  const [separatorLine = ''] = /^sep=[;,]\n/i.exec(decoded.text) ?? [];
  const text = decoded.text.slice(separatorLine.length);
  const delimiter = delimiterOf(text);
  const records = parseRecords(text, delimiter, maxRows);
  if ('fault' in records) return records;
  const linesBefore = separatorLine === '' ? 0 : 1;
  const [first, ...rest] = records;
  if (!first) return { fault: 'empty' };
  if (rest.length > maxRows) return { fault: 'too-many-rows' };
  const heads = first.record;
  const rows = rest.map(({ record, info }) => ({
    line: linesBefore + info.lines - newlinesIn(record),
    cells: heads.map((_, index) => unguarded(record[index] ?? '')),
  }));
  return { encoding: decoded.encoding, delimiter, heads, rows };
}

function decode(bytes: Buffer): { text: string; encoding: CsvFile['encoding'] } | undefined {
  // Text has no zero bytes; UTF-16 and pictures have.
  if (bytes.includes(0)) return undefined;
  try {
    return { text: withNewlines(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), encoding: 'utf-8' };
  } catch {
    return { text: withNewlines(new TextDecoder('windows-1252').decode(bytes)), encoding: 'windows-1252' };
  }
}

// One sign a line end, also within quotes, so that lines count as an editor shows them.
function withNewlines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

// The heads decide: what stands in quotes does not count.
function delimiterOf(text: string): CsvFile['delimiter'] {
  const firstLine = /^(?:"(?:[^"]|"")*"|[^\n"])*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? '';
  return firstLine.split(',').length > firstLine.split(';').length ? ',' : ';';
}

function parseRecords(text: string, delimiter: string, maxRows: number): z.output<typeof parsed> | CsvFault {
  try {
    const records: unknown = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      // The heads, and one more, to know that there are too many.
      to: maxRows + 2,
    });
    return parsed.parse(records);
  } catch (error) {
    if (error instanceof CsvError) return { fault: 'quotes', line: Number(error['lines'] ?? 0) };
    throw error;
  }
}

function newlinesIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

function unguarded(cell: string): string {
  return /^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
