import { writeXlsxStream } from 'hucre/xlsx';
import { amsterdamClock } from '../dates.ts';
import type { ExportColumn, ExportKind, ExportValue } from './columns.ts';

const formats: Readonly<Partial<Record<ExportKind, string>>> = {
  cents: '#,##0.00',
  day: 'dd-mm-yyyy',
  instant: 'dd-mm-yyyy hh:mm',
};
const widths: Readonly<Record<ExportKind, number>> = {
  text: 28,
  number: 12,
  cents: 14,
  day: 12,
  instant: 17,
  boolean: 8,
};

/** Rows as the bytes of a workbook with one sheet, made as they are pulled. Texts are never formulas. */
export function xlsxBytes<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: AsyncIterable<Row>,
  name: string,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(cells(columns, rows), {
    name: sheetName(name),
    columns: columns.map(({ head, kind }) => {
      const numFmt = formats[kind];
      return { header: head, width: widths[kind], ...(numFmt === undefined ? {} : { numFmt }) };
    }),
    freezePane: { rows: 1 },
  });
}

async function* cells<Row>(columns: readonly ExportColumn<Row>[], rows: AsyncIterable<Row>) {
  for await (const row of rows) yield columns.map(({ kind, value }) => xlsxCell(kind, value(row)));
}

/** One value as a cell; a date carries the clock of Amsterdam, since a sheet knows no zones. */
export function xlsxCell(kind: ExportKind, value: ExportValue): string | number | boolean | Date | null {
  if (value === null || value === '') return null;
  switch (kind) {
    case 'text':
      // Signs that XML cannot hold would make the whole file unreadable.
      return String(value).replaceAll(/(?![\t\n\r])\p{Cc}|[\p{Surrogate}\uFFFE\uFFFF]/gu, '');
    case 'number':
      return Number(value);
    case 'cents':
      return Number(value) / 100;
    case 'day':
      return new Date(`${String(value).slice(0, 10)}T00:00:00Z`);
    case 'instant': {
      const { day, time } = amsterdamClock(String(value));
      return new Date(`${day}T${time}:00Z`);
    }
    case 'boolean':
      return value === true;
  }
}

// Excel takes no more than 31 signs, and none of these.
function sheetName(name: string): string {
  return name.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31);
}
