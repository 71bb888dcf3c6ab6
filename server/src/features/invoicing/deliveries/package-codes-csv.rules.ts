import { columnHead, fieldOfHead } from '#contract/column-texts.ts';
import { packageCodeKinds } from '#contract/invoicing/package-codes.ts';
import type { Language } from '#contract/problem.ts';
import type { CsvFile } from '#server/platform/csv/read-csv.ts';
import type { LineProblem } from '../charts/csv-problems.ts';
import { excelCsv, textCell } from '../exports/csv.rules.ts';
import type { CodeToSave, NamedCreditor, PackageCodeRow } from './package-codes.repository.ts';

const list = 'package-codes';
const columns = ['kind', 'ours', 'name', 'theirs'] as const;
type Column = (typeof columns)[number];

/** A code as a file has it. */
export type FileCode = Pick<PackageCodeRow, 'ours' | 'name' | 'theirs'> & Pick<CodeToSave, 'kind'>;

/** The codes, a row each. */
export function packageCodesCsv(language: Language, codes: readonly FileCode[]): Buffer {
  const heads = columns.map((column) => columnHead(language, list, column));
  const rows = codes.map(({ kind, ours, name, theirs }) => [
    columnHead(language, list, `kinds.${kind}`),
    ours,
    name,
    theirs,
  ]);
  return excelCsv([heads, ...rows].map((cells) => cells.map(textCell)));
}

/** What a file calls a creditor: the first of its KvK number and VAT number that no other has, else its id. */
export function creditorKeys(creditors: readonly NamedCreditor[]): ReadonlyMap<string, string> {
  const ids = idsOf(creditors);
  return new Map(
    creditors.map(({ id, kvk, vatId }) => {
      const key = [kvk, vatId].find((code) => code !== null && ids.get(code) === id);
      return [id, key ?? id];
    }),
  );
}

// By id, KvK number, VAT number or name; what two of them have names none.
function idsOf(creditors: readonly NamedCreditor[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const wordsOf of [byName, byNumbers, ({ id }: NamedCreditor) => [id]]) {
    const named = creditors.flatMap((creditor) =>
      wordsOf(creditor).map((word) => [word, creditor.id] as const),
    );
    for (const [word, found] of Map.groupBy(named, ([key]) => key))
      if (new Set(found.map(([, id]) => id)).size === 1) ids.set(word, found[0]?.[1] ?? '');
      else ids.delete(word);
  }
  return ids;
}
const byName = ({ name }: NamedCreditor) => [name];
const byNumbers = ({ kvk, vatId }: NamedCreditor) => [kvk, vatId].filter((code) => code !== null);

/** A line of a file, to be saved. */
export type ReadCode = CodeToSave & { readonly line: number };

/** What a file says, or everything that is wrong with it; undefined: a column is missing that has to be there. */
export function readPackageCodes(
  file: CsvFile,
  creditors: readonly NamedCreditor[],
): { readonly codes: readonly ReadCode[]; readonly problems: readonly LineProblem[] } | undefined {
  const fields = file.heads.map((head) => fieldOfHead(list, head));
  const placeOf = (column: Column) => fields.indexOf(column);
  if ((['kind', 'ours', 'theirs'] as const).some((column) => placeOf(column) < 0)) return undefined;
  const ids = idsOf(creditors);
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  const codes = file.rows.flatMap(({ line, cells }): ReadCode[] => {
    const cellOf = (column: Column) => cells[placeOf(column)] ?? '';
    const add = (column: Column, code: LineProblem['code']) => {
      problems.push({ line, column: file.heads[placeOf(column)] ?? column, code });
      return [];
    };
    const word = fieldOfHead(list, cellOf('kind'));
    const kind = packageCodeKinds.find((one) => word === `kinds.${one}`);
    if (kind === undefined) return add('kind', 'not-a-choice');
    const [given, theirs] = [cellOf('ours'), cellOf('theirs')];
    if (given === '') return add('ours', 'required');
    const ours = kind === 'creditor' ? ids.get(given) : given;
    if (ours === undefined) return add('ours', 'unknown');
    if (ours.length > 40) return add('ours', 'too-long');
    if (theirs.length > 40) return add('theirs', 'too-long');
    if (seen.has(`${kind} ${ours}`)) return add('ours', 'repeated');
    seen.add(`${kind} ${ours}`);
    return [{ kind, ours, theirs, line }];
  });
  return { codes, problems };
}

/** The codes that would give a number of the package to two creditors: `numbers` are those that others have. */
export function takenIn<T extends CodeToSave>(
  codes: readonly T[],
  stored: readonly PackageCodeRow[],
): readonly T[] {
  const given = codes.filter(({ kind, theirs }) => kind === 'creditor' && theirs !== '');
  const moved = new Set(codes.filter(({ kind }) => kind === 'creditor').map(({ ours }) => ours));
  const others = new Set(stored.filter(({ ours }) => !moved.has(ours)).map(({ theirs }) => theirs));
  return given.filter(
    ({ theirs }, index) =>
      others.has(theirs) || given.findIndex((other) => other.theirs === theirs) !== index,
  );
}
