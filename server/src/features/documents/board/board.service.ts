import { z } from 'zod';
import { positivesForAutomatic, supplierBoard, type triggerBoard } from '#contract/documents/board.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { lockRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import { switchSupplierRule } from '../rules/supplier-rules.repository.ts';
import * as repository from './board.repository.ts';

type Supplier = Rec<typeof supplierBoard>;
type Row = NonNullable<Awaited<ReturnType<typeof repository.findSupplier>>>;

const audit = auditOf(supplierBoard, { snapshot: ({ isAutomatic }: Row) => ({ isAutomatic }) });

const offReason = z.enum(['', 'negative-verdict', 'new-iban']).catch('');

export const supplierBoardService: ResourceService<typeof supplierBoard> = {
  async list(ctx, query) {
    const page = await repository.listSuppliers(ctx, query);
    return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
  },
  async find(ctx, id) {
    const found = await repository.findSupplier(ctx.db, ctx, id);
    return found && shown(ctx, found);
  },
  update: (ctx, id, { isAutomatic }) => setAutomatic(ctx, id, isAutomatic),
};

export const triggerBoardService: ResourceService<typeof triggerBoard> = {
  async list(ctx, query) {
    const page = await repository.listTriggers(ctx, query);
    return { ...page, rows: page.rows.map((row) => withFailures(ctx, row)) };
  },
};

function withFailures<T extends { readonly failures: readonly repository.Failure[] }>(
  ctx: Context,
  { failures, ...row }: T,
) {
  const lastFailures = failures.map(({ reasons, ...failure }) => ({
    ...failure,
    reason: reasonText(ctx.language, knownReasons(reasons)),
  }));
  return { ...row, lastFailures };
}

function shown(ctx: Context, { automaticOff, positivesInARow, ...row }: Row): Supplier {
  return {
    ...withFailures(ctx, row),
    mayBeAutomatic: row.isAutomatic || positivesInARow >= positivesForAutomatic,
    offReason: row.isAutomatic ? '' : offReason.parse(automaticOff),
  };
}

// Off is always possible; on takes enough positive verdicts.
async function setAutomatic(ctx: Context, id: string, isAutomatic: boolean): Promise<Supplier> {
  return ctx.transaction(async (tx) => {
    const find = async () => orNotFound(await repository.findSupplier(tx, ctx, id));
    const { companyId } = await find();
    await lockRow(tx, 'creditors', { companyId, id });
    const before = await find();
    if (isAutomatic && !before.isAutomatic && before.positivesInARow < positivesForAutomatic)
      throw problem.of('wrong-state', { sentence: 'board-not-yet' });
    if (isAutomatic === before.isAutomatic) return shown(ctx, before);
    await lockByKey(tx, advisoryLocks.touchlessRules(companyId));
    const { userId, name } = ctx.caller;
    await switchSupplierRule(tx, companyId, id, isAutomatic, { userId, name, at: ctx.now() });
    return shown(ctx, await audit(tx, ctx, { before, after: await find() }));
  });
}
