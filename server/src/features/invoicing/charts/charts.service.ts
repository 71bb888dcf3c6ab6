import type { z } from 'zod';
import {
  type ChartKind,
  charts as resource,
  type saveEntriesCommand,
  type savePeriodsCommand,
  type saveVatCodeCommand,
} from '#contract/invoicing/charts.ts';
import { type FieldCode, fieldId } from '#contract/problem.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { changedEntries, entryWords, periodWords, vatWords } from './charts.rules.ts';
import * as repository from './charts.repository.ts';

type Chart = Rec<typeof resource>;
type Found = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

const rowOf = <T extends Omit<Found, 'unconfirmedVatCodes'>>({
  companyName,
  name,
  tag,
  coupling,
  ...rest
}: T) => ({
  ...rest,
  company: { name: companyName },
  administration: { name, tag, coupling },
});

/** Each administration has one chart; its id is that of the administration. */
export const chartsService: ResourceService<typeof resource> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => rowOf(row)) };
  },
  find: (ctx, id) => load(ctx.db, ctx, id),
};

async function load(db: Db, { scope }: Context, id: string): Promise<Chart | null> {
  const found = await repository.findById(db, scope, id);
  return found ? rowOf(found) : null;
}

/** The key of a chart within the scope; 404 for any other. */
export async function chartKey(ctx: Context, id: string): Promise<repository.ChartKey> {
  return { companyId: orNotFound(await load(ctx.db, ctx, id)).companyId, id };
}

/** The entries of one kind. */
export async function listEntries(ctx: Context, id: string, kind: ChartKind): Promise<repository.Entry[]> {
  return repository.listEntries(ctx.db, await chartKey(ctx, id), kind);
}

/** Adds entries, or changes those with the same number. */
export async function saveEntries(
  ctx: Context,
  id: string,
  { kind, entries }: z.output<typeof saveEntriesCommand>,
): Promise<repository.Entry[]> {
  return changeChart(ctx, id, async (tx, key) => {
    const before = await repository.listEntries(tx, key, kind);
    const codes: Record<string, FieldCode[]> = {};
    const numbers = new Set<string>();
    entries.forEach(({ number, role }, index) => {
      if (numbers.has(number)) codes[fieldId(`entries.${index}.number`)] = ['repeated'];
      numbers.add(number);
      if (role !== 'none' && (kind === 'journal') !== (role === 'purchases'))
        codes[fieldId(`entries.${index}.role`)] = ['not-a-choice'];
    });
    if (Object.keys(codes).length > 0) throw problem.validation(codes);
    await repository.saveEntries(tx, key, kind, entries);
    const after = await repository.listEntries(tx, key, kind);
    const changed = changedEntries(before, after);
    return [
      after,
      { before: { [kind]: entryWords(changed.before) }, after: { [kind]: entryWords(changed.after) } },
    ];
  });
}

/** Deletes an entry that was a mistake; bookings keep its number and name. */
export async function removeEntry(ctx: Context, id: string, kind: ChartKind, number: string): Promise<void> {
  await changeChart(ctx, id, async (tx, key) => {
    const entry = orNotFound(
      (await repository.listEntries(tx, key, kind)).find((one) => one.number === number),
    );
    await repository.removeEntry(tx, key, kind, number);
    return [undefined, { before: { [kind]: entryWords([entry]) }, after: { [kind]: '' } }];
  });
}

/** The VAT codes with their rates. */
export async function listVatCodes(ctx: Context, id: string): Promise<repository.StoredVatCode[]> {
  return repository.listVatCodes(ctx.db, await chartKey(ctx, id));
}

/** Adds a VAT code, or changes the one with this code; its accounts stand in the chart. */
export async function saveVatCode(
  ctx: Context,
  id: string,
  command: z.output<typeof saveVatCodeCommand>,
): Promise<repository.StoredVatCode[]> {
  return changeChart(ctx, id, async (tx, key) => {
    const accounts = await repository.listEntries(tx, key, 'account');
    const codes: Record<string, FieldCode[]> = {};
    for (const field of ['accountNumber', 'dueAccountNumber'] as const) {
      const number = command[field];
      if (number !== '' && !accounts.some((account) => account.number === number))
        codes[fieldId(field)] = ['unknown'];
    }
    const days = command.rates.map(({ fromDay }) => fromDay);
    days.forEach((day, index) => {
      if (days.indexOf(day) !== index) codes[fieldId(`rates.${index}.fromDay`)] = ['repeated'];
    });
    if (Object.keys(codes).length > 0) throw problem.validation(codes);
    const before = await repository.listVatCodes(tx, key);
    await repository.saveVatCode(tx, key, command);
    const after = await repository.listVatCodes(tx, key);
    const words = (all: typeof before) => vatWords(all.filter(({ code }) => code === command.code));
    return [after, { before: { vatCodes: words(before) }, after: { vatCodes: words(after) } }];
  });
}

/** Deletes a VAT code; bookings keep what they say. */
export async function removeVatCode(ctx: Context, id: string, code: string): Promise<void> {
  await changeChart(ctx, id, async (tx, key) => {
    const found = orNotFound((await repository.listVatCodes(tx, key)).find((one) => one.code === code));
    await repository.removeVatCode(tx, key, code);
    return [undefined, { before: { vatCodes: vatWords([found]) }, after: { vatCodes: '' } }];
  });
}

/** The periods of the books. */
export async function listPeriods(ctx: Context, id: string): Promise<repository.StoredPeriod[]> {
  return repository.listPeriods(ctx.db, await chartKey(ctx, id));
}

/** Makes the periods of a book year, and opens or closes them. */
export async function savePeriods(
  ctx: Context,
  id: string,
  command: z.output<typeof savePeriodsCommand>,
): Promise<repository.StoredPeriod[]> {
  return changeChart(ctx, id, async (tx, key) => {
    const before = await repository.listPeriods(tx, key);
    await repository.savePeriods(tx, key, command);
    const after = await repository.listPeriods(tx, key);
    return [after, { before: { closed: periodWords(before) }, after: { closed: periodWords(after) } }];
  });
}

type Words = { readonly before: Record<string, string>; readonly after: Record<string, string> };

/** Changes a chart in one transaction, with its history and an event for open screens. */
export async function changeChart<T>(
  ctx: Context,
  id: string,
  change: (tx: Tx, key: repository.ChartKey) => Promise<[T, Words]>,
): Promise<T> {
  return ctx.transaction(async (tx) => {
    const { companyId } = orNotFound(await load(tx, ctx, id));
    const key = { companyId, id };
    await repository.lock(tx, key);
    const [result, words] = await change(tx, key);
    await recordChange(tx, ctx, {
      entity: resource.permission,
      entityId: id,
      companyId,
      verb: 'update',
      ...words,
    });
    await ctx.events.publish(tx, { resource: resource.path, companyId, id });
    return result;
  });
}
