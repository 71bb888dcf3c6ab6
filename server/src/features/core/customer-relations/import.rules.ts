import type { z } from 'zod';
import { fieldOfHead } from '#contract/column-texts.ts';
import type { ImportIssue } from '#contract/core/imports.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { codesOfIssues, type FieldCode, fieldId, type Language } from '#contract/problem.ts';
import { fieldText } from '#contract/problem-texts.ts';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';

// The company is not a column: an import is for one company, which is known.
const body = customerRelations.create.omit({ companyId: true });

/** The values of a valid line. */
export type ImportBody = z.output<typeof body>;

/** A column of the file, and the field that it goes to. */
export interface ImportColumn {
  readonly head: string;
  readonly field: string | null;
}

/** A checked line: its values, or its errors. */
export type JudgedLine = CsvRow &
  (
    | { readonly body: ImportBody; readonly codes?: never }
    | { readonly codes: Readonly<Record<string, readonly FieldCode[]>> }
  );

/** Which column goes to which field; of two columns for one field the first counts. */
export function matchColumns(heads: readonly string[]): ImportColumn[] {
  const taken = new Set<string>();
  return heads.map((head) => {
    const field = fieldOfHead('customer-relations', head);
    if (field === undefined || taken.has(field)) return { head, field: null };
    taken.add(field);
    return { head, field };
  });
}

/** Judges every line by the rules of the form; a relation number may stand on one line only. */
export function judgeLines({ rows }: CsvFile, columns: readonly ImportColumn[]): JudgedLine[] {
  const tagIndex = columns.findIndex(({ field }) => field === 'tag');
  const counts = new Map<string, number>();
  for (const { cells } of rows) {
    const tag = (cells[tagIndex] ?? '').toLowerCase();
    if (tag !== '') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return rows.map((row) => {
    const parsed = body.safeParse(written(row.cells, columns), { reportInput: true });
    const codes = parsed.success ? {} : codesOfIssues(parsed.error.issues);
    if ((counts.get((row.cells[tagIndex] ?? '').toLowerCase()) ?? 0) > 1)
      (codes['tag'] ??= []).push('repeated');
    return parsed.success && Object.keys(codes).length === 0
      ? { ...row, body: parsed.data }
      : { ...row, codes };
  });
}

function written(cells: readonly string[], columns: readonly ImportColumn[]): object {
  const value: Record<string, unknown> = {};
  for (const [index, { field }] of columns.entries()) {
    if (field === null) continue;
    const [outer = '', inner] = field.split('.');
    const cell = cells[index] ?? '';
    value[outer] = inner === undefined ? cell : { ...Object(value[outer]), [inner]: cell };
  }
  return value;
}

/** What is wrong with a line, as sentences. */
export function issuesOf(
  line: JudgedLine,
  columns: readonly ImportColumn[],
  language: Language,
): ImportIssue[] {
  return Object.entries(line.codes ?? {}).flatMap(([field, codes]) => {
    const column =
      columns.find((other) => other.field !== null && fieldId(other.field) === field)?.head ?? '';
    return codes.map((code) => ({
      line: line.line,
      field,
      column,
      code,
      reason: fieldText(language, field, code),
    }));
  });
}
