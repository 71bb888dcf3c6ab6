import type { z } from 'zod';
import {
  creditors,
  type mergeCreditorCommand,
  type undoMergeCommand,
} from '#contract/invoicing/creditors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { checkAll } from '../warnings/check-warnings.ts';
import { listUnprocessed } from '../warnings/facts.repository.ts';
import { type Creditor, load, lockCreditor } from './creditors.service.ts';
import { findById } from './creditors.repository.ts';
import { mergeAccounts } from './merge.rules.ts';
import * as repository from './merge.repository.ts';

/**
 * Lets one creditor go up in another: its invoices, documents, bookings, numbers and accounts go along, and flows that
 * name it hold for the other. Accounts that only one of them had are seen again (§C14).
 */
export async function mergeCreditor(
  ctx: Context,
  into: string,
  { creditorId: from }: z.output<typeof mergeCreditorCommand>,
): Promise<Creditor> {
  return ctx.transaction(async (tx) => {
    const { companyId } = await load(tx, ctx, into);
    const going = isId(from) ? await findById(tx, ctx.scope, from) : undefined;
    if (!going || going.companyId !== companyId || from === into)
      throw problem.validation({ creditor_id: ['unknown'] });
    const pair = { companyId, from, into };
    await repository.lockBoth(tx, pair);
    const staying = await lockCreditor(tx, ctx, into);
    const gone = await lockCreditor(tx, ctx, from);
    const accounts = mergeAccounts(
      await repository.accountsOf(tx, companyId, into),
      await repository.accountsOf(tx, companyId, from),
    );
    const moved = await repository.moveReferences(tx, pair);
    await repository.moveAccounts(tx, pair, accounts);
    await repository.noteMerge(tx, ctx, pair, { ...moved, accounts });
    return settled(tx, ctx, pair, { staying, gone, verb: 'merge' });
  });
}

/** Undoes a merge: gives back what it moved, with the states that accounts had. */
export async function undoMerge(
  ctx: Context,
  into: string,
  { mergeId }: z.output<typeof undoMergeCommand>,
): Promise<Creditor> {
  return ctx.transaction(async (tx) => {
    const staying = await lockCreditor(tx, ctx, into);
    const { companyId } = staying;
    const merge = orNotFound(
      isId(mergeId) ? await repository.findMerge(tx, companyId, mergeId, into) : undefined,
    );
    const pair = { companyId, from: merge.from, into };
    await repository.moveBack(tx, pair, merge.moved);
    await repository.noteUndone(tx, ctx, pair, mergeId);
    const gone = await load(tx, ctx, merge.from);
    return settled(tx, ctx, pair, { staying, gone, verb: 'undo-merge' });
  });
}

// Both have a line in their history, and what is open is looked at again.
async function settled(
  tx: Tx,
  ctx: Context,
  { companyId, from, into }: { companyId: string; from: string; into: string },
  { staying, gone, verb }: { staying: Creditor; gone: Creditor; verb: 'merge' | 'undo-merge' },
): Promise<Creditor> {
  const entity = creditors.permission;
  await recordChanges(tx, ctx, [
    { entity, entityId: into, companyId, verb, after: { creditor: gone.name } },
    { entity, entityId: from, companyId, verb, after: { creditor: staying.name } },
  ]);
  await checkAll(tx, ctx, companyId, await listUnprocessed(tx, companyId, [from, into]));
  for (const id of [from, into]) await ctx.events.publish(tx, { resource: creditors.path, companyId, id });
  return load(tx, ctx, into);
}
