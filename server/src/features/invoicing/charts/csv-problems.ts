import type { FieldCode, Language } from '#contract/problem.ts';
import { fieldText, sentence } from '#contract/problem-texts.ts';
import { type CsvFile, readCsv } from '#server/platform/csv/read-csv.ts';
import { type Problem, problem } from '#server/platform/http/problem.ts';

/** What is wrong with a line of a file: its number, the column's head, and why. */
export interface LineProblem {
  readonly line: number;
  readonly column: string;
  readonly code: FieldCode;
}

const maxRows = 20_000;
// Somebody mends a file by the first lines that are wrong.
const maxProblems = 50;

/** A file of people as lines; 400 on `file` where it is none. */
export function csvFileOf(bytes: Buffer): CsvFile {
  const file = readCsv(bytes, { maxRows });
  if (!('fault' in file)) return file;
  if (file.fault === 'too-many-rows') throw problem.validation({ file: ['too-many'] });
  throw problem.validation({ file: [file.fault === 'empty' ? 'required' : 'invalid'] });
}

/** Everything that is wrong with the lines of a file, as one problem on `file`. */
export function lineProblem(language: Language, problems: readonly LineProblem[]): Problem {
  const texts = problems.slice(0, maxProblems).map(({ line, column, code }) =>
    sentence(language, 'chart-import-line', {
      line: String(line),
      column,
      reason: fieldText(language, '', code),
    }),
  );
  const more = problems.length - texts.length;
  if (more > 0) texts.push(sentence(language, 'chart-import-more', { count: String(more) }));
  return problem.of('validation', { codes: { file: ['invalid'] }, texts: { file: texts } });
}
