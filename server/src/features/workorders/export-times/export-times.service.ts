import type { z } from 'zod';
import { daysBetween } from '#contract/dates.ts';
import {
  type exportTimesChoices,
  type exportTimesPreview,
  maxExportDays,
} from '#contract/workorders/order-times.ts';
import type { Context } from '#server/platform/context.ts';
import { csvText } from '#contract/export/csv.ts';
import { problem } from '#server/platform/http/problem.ts';
import heads from '../locales/export.nl.json' with { type: 'json' };
import * as repository from './export-times.repository.ts';

const previewed = 50;

// The file is the same in every language: bookkeeping reads it by these names (§E9).
const columns = [
  heads.day,
  heads.userName,
  heads.yearNumber,
  heads.relationName,
  heads.administrationName,
  heads.start,
  heads.end,
  heads.minutes,
  heads.hours,
];

/** Refuses a period that ends before it begins, or is longer than a year (§E9). */
function check({ startDate, endDate }: repository.Period): void {
  if (startDate > endDate) throw problem.validation({ startDate: ['too-large'] });
  if (daysBetween(startDate, endDate) >= maxExportDays) throw problem.validation({ end_date: ['too-large'] });
}

/** The file in chunks, made as they are read, and its name. */
export function exportTimes(
  ctx: Context,
  period: repository.Period,
): { readonly filename: string; readonly chunks: AsyncGenerator<string> } {
  check(period);
  return {
    filename: `${heads.filename}_${period.startDate}_${period.endDate}.csv`,
    chunks: fileChunks(ctx, period),
  };
}

async function* fileChunks(ctx: Context, period: repository.Period): AsyncGenerator<string> {
  yield csvText([columns]);
  yield* repository.lines(ctx, period);
}

/** Who has hours in a period, and on orders of which administrations. */
export async function listChoices(
  ctx: Context,
  { startDate, endDate }: repository.Period,
): Promise<z.input<typeof exportTimesChoices>> {
  check({ startDate, endDate });
  return repository.choices(ctx.db, ctx, { startDate, endDate });
}

/** The first rows of the file, and the sums of all. */
export async function previewTimes(
  ctx: Context,
  period: repository.Period,
): Promise<z.input<typeof exportTimesPreview>> {
  check(period);
  const rows = await repository.firstRows(ctx, period, previewed);
  return { rows, ...(await repository.sums(ctx.db, ctx, period)) };
}
