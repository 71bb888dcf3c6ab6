import type { z } from 'zod';
import {
  type packageCode,
  packageCodeKinds,
  type PackageCodeKind,
  type readPackageCodesResult,
  type savePackageCodesCommand,
} from '#contract/invoicing/package-codes.ts';
import { columnHead, listTitle } from '#contract/column-texts.ts';
import { deliverySettings } from '#contract/invoicing/deliveries.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { asTakenField } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { csvFileOf, lineProblem } from '../charts/csv-problems.ts';
import { findById } from './delivery-settings.repository.ts';
import { creditorKeys, packageCodesCsv, readPackageCodes, takenIn } from './package-codes-csv.rules.ts';
import * as repository from './package-codes.repository.ts';
import type { Books, CodeToSave, PackageCodeRow } from './package-codes.repository.ts';

type Code = z.output<typeof packageCode>;

async function booksOf(ctx: Context, id: string) {
  const { companyId, administration } = orNotFound(await findById(ctx.db, ctx.scope, id));
  return { companyId, administrationId: id, name: administration.name };
}

/** The codes of one kind of an administration, with those of its package. */
export async function listPackageCodes(ctx: Context, id: string, kind: PackageCodeKind): Promise<Code[]> {
  return repository.listCodes(ctx.db, await booksOf(ctx, id), kind);
}

/** Writes codes of the package; what was taken already keeps its file (§C33). */
export async function savePackageCodes(
  ctx: Context,
  id: string,
  { kind, codes }: z.output<typeof savePackageCodesCommand>,
): Promise<Code[]> {
  const books = await booksOf(ctx, id);
  return ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.deliverySettings(id));
    const before = await repository.listCodes(tx, books, kind);
    const given = codes.map((code, index) => ({ ...code, kind, index }));
    const bad: Record<string, FieldCode[]> = {};
    const note = (index: number, field: string, code: FieldCode) => {
      bad[fieldId(`codes.${index}.${field}`)] = [code];
    };
    for (const { ours, index } of given)
      if (codes.findIndex((other) => other.ours === ours) !== index) note(index, 'ours', 'repeated');
    const creditors = kind === 'creditor' ? await repository.listNamedCreditors(tx, books.companyId) : [];
    if (kind === 'creditor')
      for (const { ours, index } of given)
        if (!creditors.some((creditor) => creditor.id === ours)) note(index, 'ours', 'unknown');
    for (const { index } of takenIn(given, before)) note(index, 'theirs', 'taken');
    if (Object.keys(bad).length > 0) throw problem.validation(bad);
    await save(tx, ctx, books, given, new Map([[kind, before]]));
    return repository.listCodes(tx, books, kind);
  });
}

/** The codes of all kinds as a file, also those without one of the package. */
export async function packageCodesFile(ctx: Context, id: string) {
  const books = await booksOf(ctx, id);
  const keys = creditorKeys(await repository.listNamedCreditors(ctx.db, books.companyId));
  const codes = [];
  for (const kind of packageCodeKinds)
    for (const { ours, name, theirs } of await repository.listCodes(ctx.db, books, kind))
      codes.push({ kind, ours: kind === 'creditor' ? (keys.get(ours) ?? ours) : ours, name, theirs });
  return {
    name: `${listTitle(ctx.language, 'package-codes')} ${books.name}.csv`,
    bytes: packageCodesCsv(ctx.language, codes),
  };
}

/** Reads such a file; nothing is stored while any line of it is wrong. */
export async function readPackageCodesFile(
  ctx: Context,
  id: string,
  bytes: Buffer,
): Promise<z.output<typeof readPackageCodesResult>> {
  const books = await booksOf(ctx, id);
  const file = csvFileOf(bytes);
  return ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.deliverySettings(id));
    const read = readPackageCodes(file, await repository.listNamedCreditors(tx, books.companyId));
    if (read === undefined) throw problem.validation({ file: ['column-missing'] });
    const before = new Map<PackageCodeKind, readonly PackageCodeRow[]>();
    for (const kind of packageCodeKinds) before.set(kind, await repository.listCodes(tx, books, kind));
    const column = columnHead(ctx.language, 'package-codes', 'theirs');
    const taken = takenIn(read.codes, before.get('creditor') ?? []).map(({ line }) => ({
      line,
      column,
      code: 'taken' as const,
    }));
    const problems = [...read.problems, ...taken];
    if (problems.length > 0) throw lineProblem(ctx.language, problems);
    if (read.codes.length === 0) throw problem.validation({ file: ['required'] });
    return { changedCount: await save(tx, ctx, books, read.codes, before) };
  });
}

type Before = ReadonlyMap<PackageCodeKind, readonly PackageCodeRow[]>;

// Writes what differs, with its history; gives how much that was.
async function save(
  tx: Tx,
  ctx: Context,
  books: Books,
  codes: readonly CodeToSave[],
  before: Before,
): Promise<number> {
  const storedOf = ({ kind, ours }: CodeToSave) => before.get(kind)?.find((row) => row.ours === ours);
  const changed = codes.filter((code) => (storedOf(code)?.theirs ?? '') !== code.theirs);
  if (changed.length === 0) return 0;
  await repository.saveCodes(tx, books, changed).catch(asTakenField({ creditor_numbers_taken: 'codes' }));
  const { companyId, administrationId: id } = books;
  const old = changed.map((code) => ({ ...code, theirs: storedOf(code)?.theirs ?? '' }));
  const named = (each: CodeToSave) => storedOf(each)?.name ?? '';
  await recordChange(tx, ctx, {
    entity: deliverySettings.permission,
    entityId: id,
    companyId,
    verb: 'update',
    before: words(old, named),
    after: words(changed, named),
  });
  await ctx.events.publish(tx, { resource: deliverySettings.path, companyId, id });
  return changed.length;
}

// A history line is read by people: of a file it names the first ones.
const maxNamed = 20;

function words(
  codes: readonly CodeToSave[],
  nameOf: (code: CodeToSave) => string,
): Readonly<Record<string, string>> {
  const byKind = [...Map.groupBy(codes, ({ kind }) => kind)];
  return Object.fromEntries(
    byKind.map(([kind, all]) => {
      const named = all.slice(0, maxNamed).map((code) => {
        const what = kind === 'creditor' ? nameOf(code) || code.ours : code.ours;
        return `${what}: ${code.theirs || '–'}`;
      });
      const more = all.length > maxNamed ? [`+ ${all.length - maxNamed}`] : [];
      return [`packageCodes.${kind}`, [...named, ...more].join('\n')];
    }),
  );
}
