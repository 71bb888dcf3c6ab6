import type { z } from 'zod';
import {
  type blockCreditorCommand,
  type creditorLookupQuery,
  creditors,
  type unblockCreditorCommand,
} from '#contract/invoicing/creditors.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import { nameKey } from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, asTakenField, lockRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { checkAll } from '../warnings/check-warnings.ts';
import { listUnprocessed } from '../warnings/facts.repository.ts';
import * as repository from './creditors.repository.ts';

/** A creditor as it travels. */
export type Creditor = Rec<typeof creditors>;

export const audit = auditOf<Creditor>(creditors, {
  snapshot: ({
    name,
    street,
    postalCode,
    city,
    country,
    email,
    kvk,
    vatId,
    isBlocked,
    blockReason,
    numbers,
  }) => ({
    name,
    street,
    postalCode,
    city,
    country,
    email,
    kvk,
    vatId,
    isBlocked,
    blockReason,
    numbers: numbers.map(({ administration, number }) => `${administration}: ${number}`).join(', '),
  }),
});

export const creditorsService: ResourceService<typeof creditors> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: async (ctx, id) => (await repository.findById(ctx.db, ctx.scope, id)) ?? null,
  update,
};

/** Creditors to choose from in a field. */
export async function lookupCreditors(
  ctx: Context,
  { query, companyId }: z.output<typeof creditorLookupQuery>,
) {
  const words = nameKey(query)
    .split(' ')
    .filter((word) => word !== '');
  return repository.lookup(ctx.db, ctx.scope, { companyId, words });
}

/** The creditor as it is, locked until the transaction ends; 409 for one that went up in another. */
export async function lockCreditor(tx: Tx, ctx: Context, id: string): Promise<Creditor> {
  const { companyId } = await load(tx, ctx, id);
  await lockRow(tx, 'creditors', { companyId, id });
  const found = await load(tx, ctx, id);
  if (found.mergedInto !== null)
    throw problem.of('wrong-state', { sentence: 'creditor-merged', values: { who: found.mergedInto.name } });
  return found;
}

export async function load(tx: Tx, ctx: Context, id: string): Promise<Creditor> {
  return orNotFound(await repository.findById(tx, ctx.scope, id));
}

async function update(ctx: Context, id: string, body: UpdateBody<typeof creditors>): Promise<Creditor> {
  const { rowVersion, numbers, kvk, vatId, ...values } = body;
  return ctx.transaction(async (tx) => {
    const before = await lockCreditor(tx, ctx, id);
    assertVersion(before, rowVersion);
    const key = { companyId: before.companyId, id };
    // Empty is none: recognition compares only what there is.
    const codes = { kvk: kvk === '' ? null : kvk, vatId: vatId === '' ? null : vatId };
    const isRenamed = values.name !== before.name;
    await repository.update(tx, ctx, key, { ...values, ...codes, isRenamed });
    if (numbers) await saveNumbers(tx, key, numbers);
    const after = await audit(tx, ctx, { before, after: await load(tx, ctx, id) });
    await checkAll(tx, ctx, key.companyId, await listUnprocessed(tx, key.companyId, [id]));
    return after;
  });
}

async function saveNumbers(
  tx: Tx,
  key: { readonly companyId: string; readonly id: string },
  numbers: NonNullable<UpdateBody<typeof creditors>['numbers']>,
): Promise<void> {
  const known = await repository.listAdministrations(
    tx,
    key.companyId,
    numbers.map(({ administrationId }) => administrationId),
  );
  if (numbers.some(({ administrationId }) => !known.includes(administrationId)))
    throw problem.validation({ numbers: ['unknown'] });
  if (new Set(known).size < numbers.length) throw problem.validation({ numbers: ['repeated'] });
  await repository
    .replaceNumbers(tx, key, numbers)
    .catch(asTakenField({ creditor_numbers_taken: 'numbers' }));
}

/** Blocks a creditor: stops all its invoices (§C14). */
export function blockCreditor(
  ctx: Context,
  id: string,
  { reason, rowVersion }: z.output<typeof blockCreditorCommand>,
): Promise<Creditor> {
  return setBlocked(ctx, id, { rowVersion, verb: 'block', reason });
}

/** Lets the invoices of a blocked creditor through again. */
export function unblockCreditor(
  ctx: Context,
  id: string,
  { reason, rowVersion }: z.output<typeof unblockCreditorCommand>,
): Promise<Creditor> {
  return setBlocked(ctx, id, { rowVersion, verb: 'unblock', reason });
}

async function setBlocked(
  ctx: Context,
  id: string,
  { rowVersion, verb, reason }: { rowVersion: number | undefined; verb: 'block' | 'unblock'; reason: string },
): Promise<Creditor> {
  return ctx.transaction(async (tx) => {
    const before = await lockCreditor(tx, ctx, id);
    assertVersion(before, rowVersion);
    if (before.isBlocked === (verb === 'block')) return before;
    await repository.setBlocked(tx, ctx, before, verb === 'block' ? reason : null);
    const { companyId } = before;
    await checkAll(tx, ctx, companyId, await listUnprocessed(tx, companyId, [id]));
    const after = await load(tx, ctx, id);
    // Unblocking empties the reason, so the one that was given is said by itself.
    await auditWith(tx, ctx, { before, after, verb, reason });
    return after;
  });
}

/** As `audit`, with the reason that somebody gave. */
async function auditWith(
  tx: Tx,
  ctx: Context,
  { before, after, verb, reason }: { before: Creditor; after: Creditor; verb: string; reason: string },
): Promise<void> {
  await audit(tx, ctx, { before, after: { ...after, blockReason: reason }, verb });
}
