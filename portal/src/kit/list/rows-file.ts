import type { ExportColumn } from '#contract/export/columns.ts';
import { csvPieces } from '#contract/export/csv.ts';
import { xlsxBytes } from '#contract/export/xlsx.ts';
import type { Language } from '#contract/problem.ts';
import type { ExportFormat } from './export-menu.tsx';

interface RowsFile<R> {
  /** Names the sheet. */
  readonly title: string;
  readonly columns: readonly ExportColumn<R>[];
  readonly language: Language;
}

/** Rows as a file for spreadsheets, by the rules of the server's exports (decision 0011). */
export async function fileOf<R>(
  { title, columns, language }: RowsFile<R>,
  rows: readonly R[],
  format: ExportFormat,
): Promise<Blob> {
  if (format === 'xlsx') return new Response(xlsxBytes(columns, asyncRows(rows), title)).blob();
  const pieces: string[] = [];
  for await (const piece of csvPieces(columns, asyncRows(rows), language)) pieces.push(piece);
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' });
}

async function* asyncRows<R>(rows: readonly R[]): AsyncGenerator<R> {
  yield* rows;
}
