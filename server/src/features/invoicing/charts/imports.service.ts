import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { chartImport, ChartKind, csvImportQuery, xafImportQuery } from '#contract/invoicing/charts.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { changeChart, chartKey } from './charts.service.ts';
import { changedEntries, entryWords, vatWords } from './charts.rules.ts';
import * as charts from './charts.repository.ts';
import { readEntries, readVatCodes, type ReadFile } from './csv-chart.rules.ts';
import { csvFileOf, lineProblem } from './csv-problems.ts';
import * as repository from './imports.repository.ts';
import { chartImportJob } from './xaf/import-xaf.job.ts';

type Import = z.output<typeof chartImport>;

/** The last imports of a chart. */
export async function listImports(ctx: Context, id: string): Promise<Import[]> {
  const key = await chartKey(ctx, id);
  return (await repository.list(ctx.db, key)).map((one) => importOf(ctx, one));
}

function importOf(
  { language }: Context,
  { error, errorAbout, ...row }: Awaited<ReturnType<typeof repository.list>>[number],
): Import {
  return { ...row, error: error && sentence(language, `chart-import-${error}`, { about: errorAbout }) };
}

const kinds: Readonly<
  Record<Exclude<z.output<typeof csvImportQuery>['format'], 'csv-vat-codes'>, ChartKind>
> = {
  'csv-accounts': 'account',
  'csv-cost-centres': 'costcenter',
  'csv-cost-units': 'costUnit',
};

/** Reads a file with one kind of entries into the chart; nothing is stored while any line of it is wrong. */
export async function importCsv(
  ctx: Context,
  id: string,
  { format, filename }: z.output<typeof csvImportQuery>,
  bytes: Buffer,
): Promise<Import> {
  await chartKey(ctx, id);
  const file = csvFileOf(bytes);
  return changeChart(ctx, id, async (tx, key) => {
    const record = (counts: Readonly<Record<string, number>>) =>
      repository.insert(tx, ctx, key, {
        format,
        filename,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        state: 'done',
        counts,
      });
    const done = async (importId: string) => {
      const [stored] = await repository.list(tx, key, importId);
      return importOf(ctx, orNotFound(stored));
    };
    if (format === 'csv-vat-codes') {
      const codes = allOf(ctx, readVatCodes(file));
      const before = await charts.listVatCodes(tx, key);
      for (const code of codes) await charts.saveVatCode(tx, key, code);
      const after = await charts.listVatCodes(tx, key);
      const importId = await record({ vatCodes: codes.length });
      return [
        await done(importId),
        { before: { vatCodes: vatWords(before) }, after: { vatCodes: vatWords(after) } },
      ];
    }
    const kind = kinds[format];
    const before = await charts.listEntries(tx, key, kind);
    // What a file does not say stays as it was.
    const stored = new Map(before.map((entry) => [entry.number, entry]));
    const entries = allOf(ctx, readEntries(file)).map(({ number, name, isOpen }) => ({
      number,
      name,
      isOpen: isOpen ?? stored.get(number)?.isOpen ?? true,
      role: stored.get(number)?.role ?? ('none' as const),
    }));
    const changed = await charts.saveEntries(tx, key, kind, entries);
    const importId = await record({ [kind]: changed });
    const words = changedEntries(before, await charts.listEntries(tx, key, kind));
    return [
      await done(importId),
      { before: { [kind]: entryWords(words.before) }, after: { [kind]: entryWords(words.after) } },
    ];
  });
}

/** Takes an audit file that was stored, and has it read by a job. */
export async function importXaf(
  ctx: Context,
  id: string,
  { filename }: z.output<typeof xafImportQuery>,
  sha256: string,
): Promise<Import> {
  const key = await chartKey(ctx, id);
  return ctx.transaction(async (tx) => {
    const file = { format: 'xaf', filename, sha256, state: 'waiting' } as const;
    const importId = await repository.insert(tx, ctx, key, file);
    await ctx.jobs.send(tx, chartImportJob, { companyId: key.companyId, importId });
    const [stored] = await repository.list(tx, key, importId);
    return importOf(ctx, orNotFound(stored));
  });
}

function allOf<T>({ language }: Context, file: ReadFile<T> | undefined): readonly T[] {
  if (file === undefined) throw problem.validation({ file: ['column-missing'] });
  const { entries, problems } = file;
  if (problems.length > 0) throw lineProblem(language, problems);
  if (entries.length === 0) throw problem.validation({ file: ['required'] });
  return entries;
}
