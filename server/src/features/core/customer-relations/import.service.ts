import type { z } from 'zod';
import {
  type importPreview,
  type importResult,
  maxImportIssues,
  maxImportRows,
} from '#contract/core/imports.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { flatFields } from '#server/platform/resource/audit.ts';
import { readCsv } from '#server/platform/csv/read-csv.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { insertRows } from '#server/platform/db/record.ts';
import { csvText } from '#contract/export/csv.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { companyOf, valuesOf } from './customer-relations.service.ts';
import * as repository from './customer-relations.repository.ts';
import { findAlikeLines } from './duplicates.repository.ts';
import {
  type ImportBody,
  type ImportColumn,
  issuesOf,
  type JudgedLine,
  judgeLines,
  matchColumns,
} from './import.rules.ts';

const sampleLines = 20;

interface Judged {
  readonly file: Pick<z.output<typeof importPreview>, 'encoding' | 'delimiter'>;
  readonly columns: readonly ImportColumn[];
  readonly good: readonly (JudgedLine & { readonly body: ImportBody })[];
  readonly bad: readonly JudgedLine[];
}

/** What an import of this file would do. Nothing is stored. */
export async function previewImport(
  ctx: Context,
  bytes: Buffer,
  asked: string | undefined,
): Promise<z.output<typeof importPreview>> {
  const companyId = orNotFound(await companyOf(ctx, asked));
  const { file, columns, good, bad } = await judge(ctx, bytes, companyId);
  return {
    ...file,
    columns: [...columns],
    rowCount: good.length + bad.length,
    goodCount: good.length,
    badCount: bad.length,
    issues: bad.flatMap((line) => issuesOf(line, columns, ctx.language)).slice(0, maxImportIssues),
    duplicates: await duplicatesOf(ctx, companyId, good),
    sample: good.slice(0, sampleLines).map(({ line, cells }) => ({ line, cells: [...cells] })),
  };
}

/** Takes in the good lines as one transaction, and gives the bad ones back. */
export async function importRelations(
  ctx: Context,
  bytes: Buffer,
  asked: string | undefined,
): Promise<z.output<typeof importResult>> {
  const companyId = orNotFound(await companyOf(ctx, asked));
  const { columns, good, bad } = await judge(ctx, bytes, companyId);
  // Answered from within: a retry judges lines that are stored by now.
  return ctx.transaction(async (tx) => {
    if (good.length > 0) await store(tx, ctx, companyId, good);
    return {
      importedCount: good.length,
      failedCount: bad.length,
      issues: bad.flatMap((line) => issuesOf(line, columns, ctx.language)).slice(0, maxImportIssues),
      failedFile: bad.length === 0 ? null : failedFile(ctx, columns, bad),
    };
  });
}

async function judge(ctx: Context, bytes: Buffer, companyId: string): Promise<Judged> {
  const file = readCsv(bytes, { maxRows: maxImportRows });
  if ('fault' in file) throw faultProblem(file);
  const columns = matchColumns(file.heads);
  if (!columns.some(({ field }) => field === 'name')) throw problem.validation({ file: ['column-missing'] });
  const lines = judgeLines(file, columns);
  const taken = await takenTags(ctx, companyId, lines);
  const judged = lines.map((line): JudgedLine =>
    taken.has(tagOf(line)) ? { line: line.line, cells: line.cells, codes: { tag: ['taken'] } } : line,
  );
  return {
    file,
    columns,
    good: judged.filter((line) => isGood(line)),
    bad: judged.filter((line) => !isGood(line)),
  };
}

function faultProblem(file: Extract<ReturnType<typeof readCsv>, { fault: string }>) {
  switch (file.fault) {
    case 'empty':
      return problem.of('validation', { codes: { file: ['required'] }, sentence: 'import-empty' });
    case 'not-text':
      return problem.validation({ file: ['invalid'] });
    case 'too-many-rows':
      return problem.validation({ file: ['too-many'] });
    case 'quotes':
      return problem.of('validation', {
        codes: { file: ['invalid'] },
        sentence: 'import-quotes',
        values: { line: String(file.line) },
      });
  }
}

function isGood(line: JudgedLine): line is JudgedLine & { readonly body: ImportBody } {
  return line.codes === undefined;
}

function tagOf(line: JudgedLine): string {
  return isGood(line) ? (line.body.tag ?? '').toLowerCase() : '';
}

async function takenTags(
  ctx: Context,
  companyId: string,
  lines: readonly JudgedLine[],
): Promise<Set<string>> {
  const tags = lines.map((line) => tagOf(line)).filter((tag) => tag !== '');
  return tags.length === 0 ? new Set() : repository.takenTags(ctx.db, ctx.scope, companyId, tags);
}

// Callers who may not read relations learn nothing about them.
async function duplicatesOf(ctx: Context, companyId: string, good: Judged['good']) {
  const reader = ctx.reach(`${customerRelations.permission}.read`);
  if (!reader) return [];
  const like = good.map(({ line, body }) => ({
    line,
    name: body.name,
    zipCode: body.address?.zipCode ?? '',
    email: body.emailAddress?.address ?? '',
    kvkNumber: body.kvkNumber ?? '',
  }));
  return findAlikeLines(ctx.db, reader.scope, companyId, like, maxImportIssues);
}

async function store(tx: Tx, ctx: Context, companyId: string, good: Judged['good']): Promise<void> {
  const rows = good.map(({ body }) => ({ companyId, ...valuesOf(body) }));
  const ids = await insertRows(tx, ctx, 'customer_relations', rows, repository.uniqueFields);
  const changes = good.map(({ body }, index) => ({
    entity: customerRelations.permission,
    entityId: ids[index] ?? '',
    companyId,
    verb: 'create',
    after: flatFields(body),
  }));
  await recordChanges(tx, ctx, changes);
  await ctx.events.publish(tx, { resource: customerRelations.path, companyId });
}

function failedFile(ctx: Context, columns: readonly ImportColumn[], bad: readonly JudgedLine[]) {
  const heads = [...columns.map(({ head }) => head), sentence(ctx.language, 'import-reason')];
  const rows = bad.map((line) => [
    ...line.cells,
    issuesOf(line, columns, ctx.language)
      .map(({ column, field, reason }) => `${column || field}: ${reason}`)
      .join('; '),
  ]);
  return { filename: sentence(ctx.language, 'import-failed-file'), content: csvText([heads, ...rows]) };
}
