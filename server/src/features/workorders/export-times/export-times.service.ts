import type { z } from 'zod';
import { amsterdamClock, daysBetween } from '#contract/dates.ts';
import { type exportTimesPreview, mostExportDays } from '#contract/workorders/order-times.ts';
import type { Context } from '#server/platform/context.ts';
import type { ExportColumn } from '#contract/export/columns.ts';
import { csvPieces } from '#contract/export/csv.ts';
import { problem } from '#server/platform/http/problem.ts';
import heads from '../locales/export.nl.json' with { type: 'json' };
import * as repository from './export-times.repository.ts';

type Row = repository.DayRow;

const previewed = 50;

/** Minutes as hours with two decimals and a comma: 90 is `1,50`. */
export const hoursOf = (minutes: number) => (minutes / 60).toFixed(2).replace('.', ',');

// The file is the same in every language: bookkeeping reads it by these names (§E9).
const columns: readonly ExportColumn<Row>[] = [
  { head: heads.day, kind: 'day', value: ({ day }) => day },
  { head: heads.userName, kind: 'text', value: ({ userName }) => userName },
  { head: heads.yearNumber, kind: 'text', value: ({ yearNumber }) => yearNumber },
  { head: heads.relationName, kind: 'text', value: ({ relationName }) => relationName },
  { head: heads.administrationName, kind: 'text', value: ({ administrationName }) => administrationName },
  { head: heads.start, kind: 'text', value: ({ startTime }) => amsterdamClock(startTime).time },
  { head: heads.end, kind: 'text', value: ({ endTime }) => amsterdamClock(endTime).time },
  { head: heads.minutes, kind: 'number', value: ({ minutes }) => minutes },
  { head: heads.hours, kind: 'text', value: ({ minutes }) => hoursOf(minutes) },
];

/** Refuses a period that ends before it begins, or is longer than a year (§E9). */
function check({ startDate, endDate }: repository.Period): void {
  if (startDate > endDate) throw problem.validation({ startDate: ['too-large'] });
  if (daysBetween(startDate, endDate) >= mostExportDays)
    throw problem.validation({ end_date: ['too-large'] });
}

/** The file in pieces, made as they are pulled, and its name. */
export function exportTimes(
  ctx: Context,
  period: repository.Period,
): { readonly filename: string; readonly pieces: AsyncGenerator<string> } {
  check(period);
  return {
    filename: `${heads.filename}_${period.startDate}_${period.endDate}.csv`,
    pieces: csvPieces(columns, repository.stream(ctx, period), 'nl'),
  };
}

/** The first rows of the file, and the sums of all. */
export async function previewTimes(
  ctx: Context,
  period: repository.Period,
): Promise<z.input<typeof exportTimesPreview>> {
  check(period);
  const rows: z.input<typeof exportTimesPreview>['rows'] = [];
  for await (const { startTime, endTime, ...row } of repository.stream(ctx, period, previewed)) {
    rows.push({ ...row, start: amsterdamClock(startTime).time, end: amsterdamClock(endTime).time });
  }
  return { rows, ...(await repository.sums(ctx.db, ctx, period)) };
}
