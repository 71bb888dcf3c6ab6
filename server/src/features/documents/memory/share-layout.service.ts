import type { z } from 'zod';
import { supplierBoard } from '#contract/documents/board.ts';
import type { LayoutSharing, shareLayoutCommand } from '#contract/documents/memory.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { problem } from '#server/platform/http/problem.ts';
import { shareableFields, type SharedField } from '#server/recognition/index.ts';
import { listExamples, type SupplierKey } from './memory.repository.ts';
import { keyOf } from './memory.service.ts';
import * as repository from './shared-layouts.repository.ts';

/** What of a supplier's layout staff may share with all companies (§D12), and what they did share. */
export async function findSharing(ctx: Context, id: string): Promise<LayoutSharing> {
  return sharingOf(ctx.db, await keyOfStaff(ctx, id));
}

/** Shares the fields of which staff looked at the label; none of them takes the layout back. */
export async function shareLayout(
  ctx: Context,
  id: string,
  { properties }: z.output<typeof shareLayoutCommand>,
): Promise<LayoutSharing> {
  const key = await keyOfStaff(ctx, id);
  return ctx.transaction(async (tx) => {
    const codes = await repository.findCodes(tx, key);
    const before = await repository.findShared(tx, key);
    const known = shareableFields(await listExamples(tx, key));
    const fields = known.filter(({ field }) => properties.includes(field));
    if (properties.some((property) => !known.some(({ field }) => field === property)))
      throw problem.validation({ properties: ['unknown'] });
    if (fields.length === 0) await repository.takeBack(tx, key);
    else if (codes.kvk === null && codes.vatId === null)
      throw problem.of('wrong-state', { sentence: 'layout-without-codes' });
    else await repository.share(tx, key, codes, fields, ctx.caller.userId, ctx.now());
    await recordChange(tx, ctx, {
      entity: supplierBoard.permission,
      entityId: id,
      companyId: key.companyId,
      verb: fields.length === 0 ? 'take-back-layout' : 'share-layout',
      before: { sharedFields: namesOf(before?.fields) },
      after: { sharedFields: namesOf(fields) },
    });
    await ctx.events.publish(tx, { resource: supplierBoard.path, companyId: key.companyId, id });
    return sharingOf(tx, key);
  });
}

async function keyOfStaff(ctx: Context, id: string): Promise<SupplierKey> {
  const key = await keyOf(ctx, id);
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
  return key;
}

function namesOf(fields: readonly SharedField[] = []): string {
  return fields.map(({ field }) => field).join(', ');
}

async function sharingOf(db: Db, key: SupplierKey): Promise<LayoutSharing> {
  const codes = await repository.findCodes(db, key);
  const shared = await repository.findShared(db, key);
  const elsewhere = await labelsElsewhere(db, key, codes);
  const known = shareableFields(await listExamples(db, key));
  return {
    mayBeShared: codes.kvk !== null || codes.vatId !== null,
    sharedAt: shared?.sharedAt ?? null,
    fields: known.map(({ field, side, label }) => ({
      property: field,
      side,
      label,
      isCommon: elsewhere.has(`${field} ${label}`),
      isShared: shared?.fields.some((one) => one.field === field && one.label === label) ?? false,
    })),
  };
}

async function labelsElsewhere(
  db: Db,
  key: SupplierKey,
  codes: Awaited<ReturnType<typeof repository.findCodes>>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const other of await repository.listElsewhere(db, key, codes))
    for (const { field, label } of shareableFields(await listExamples(db, other)))
      found.add(`${field} ${label}`);
  return found;
}
