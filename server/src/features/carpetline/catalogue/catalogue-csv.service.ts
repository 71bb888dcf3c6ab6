import { maxImportRows } from '#contract/core/imports.ts';
import { maxParts, semiFinishes } from '#contract/carpetline/catalogue.ts';
import { columnHead } from '#contract/column-texts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { fieldText, sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import { readCsv } from '#server/platform/csv/read-csv.ts';
import { problem } from '#server/platform/http/problem.ts';
import * as repository from './catalogue.repository.ts';
import {
  type CatalogueIssue,
  type CatalogueLine,
  linesOf,
  merge,
  readLines,
  tooMany,
} from './catalogue-csv.rules.ts';
import { saveMerged } from './catalogue.service.ts';

/** The lines of what a list of the catalogue shows, in its order. */
export async function* exportLines({ db, scope }: Context, query: ListQuery): AsyncIterable<CatalogueLine> {
  const pageSize = 100;
  for (let skip = 0; ; skip += pageSize) {
    const { rows } = await repository.list(db, scope, { ...query, top: pageSize, skip, count: false });
    for (const { id } of rows) {
      const finish = await repository.findById(db, scope, id);
      if (finish) yield* linesOf(finish);
    }
    if (rows.length < pageSize) return;
  }
}

/** Imports a file into the catalogue of the caller's company: all of it, or nothing if a line is wrong. */
export async function importCatalogue(ctx: Context, bytes: Buffer): Promise<{ savedCount: number }> {
  const file = readCsv(bytes, { maxRows: maxImportRows });
  if ('fault' in file)
    throw problem.validation({
      file: [file.fault === 'too-many-rows' ? 'too-many' : file.fault === 'empty' ? 'required' : 'invalid'],
    });
  const read = readLines(file);
  if (!read) throw problem.validation({ file: ['column-missing'] });
  if (read.issues.length > 0)
    throw problem.of('validation', { codes: { file: ['invalid'] }, detail: issueText(ctx, read.issues) });
  return ctx.transaction(async (tx) => {
    const stored = await repository.lockAll(tx, ctx.scope, ctx.caller.companyId);
    const touched = merge(stored, read.lines);
    const over = tooMany(touched);
    if (over) throw problem.of('validation', { codes: { file: ['too-many'] }, detail: overText(ctx, over) });
    for (const finish of touched)
      await saveMerged(
        tx,
        ctx,
        finish,
        stored.find(({ id }) => id === finish.id),
      );
    return { savedCount: touched.length };
  });
}

function overText(
  { language }: Context,
  { of, name, count }: NonNullable<ReturnType<typeof tooMany>>,
): string {
  return sentence(language, of === 'articles' ? 'catalogue-most-articles' : 'catalogue-most-colors', {
    name,
    count: String(count),
    most: String(maxParts),
  });
}

const maxListed = 5;

function issueText({ language }: Context, issues: readonly CatalogueIssue[]): string {
  const listed = issues.slice(0, maxListed).map(({ line, field, code }) =>
    sentence(language, 'catalogue-line', {
      line: String(line),
      column: columnHead(language, 'semi-finishes', field),
      reason: fieldText(language, field, code),
    }),
  );
  const more = issues.length - listed.length;
  return [
    ...listed,
    ...(more > 0 ? [sentence(language, 'catalogue-more', { count: String(more) })] : []),
  ].join(' ');
}

/** The permission that an import needs besides update: it also creates. */
export const importNeeds = `${semiFinishes.permission}.create`;
