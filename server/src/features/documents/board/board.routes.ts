import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { positivesForAutomatic, supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { mountResource, type ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import * as repository from './board.repository.ts';

type Supplier = Rec<typeof supplierBoard>;
type Row = NonNullable<Awaited<ReturnType<typeof repository.findSupplier>>>;

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

/** Results of recognition per trigger; those per supplier are a slice. */
export function boardRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, triggerBoard, {
    async list(ctx, query) {
      const page = await repository.listTriggers(ctx, query);
      return { ...page, rows: page.rows.map((row) => withFailures(ctx, row)) };
    },
  });
}

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

// Off is always possible; on is earned.
async function setAutomatic(ctx: Context, id: string, isAutomatic: boolean): Promise<Supplier> {
  return ctx.transaction(async (tx) => {
    const held = orNotFound(await repository.lockSupplier(tx, ctx, id));
    if (isAutomatic && !held.isAutomatic && held.positivesInARow < positivesForAutomatic)
      throw problem.of('wrong-state', { sentence: 'board-not-yet' });
    if (isAutomatic !== held.isAutomatic) {
      await repository.setAutomatic(tx, held.companyId, id, isAutomatic);
      await recordChange(tx, ctx, {
        entity: supplierBoard.permission,
        entityId: id,
        companyId: held.companyId,
        verb: 'update',
        before: { isAutomatic: held.isAutomatic },
        after: { isAutomatic },
      });
      await ctx.events.publish(tx, { resource: supplierBoard.path, companyId: held.companyId, id });
    }
    return shown(ctx, orNotFound(await repository.findSupplier(tx, ctx, id)));
  });
}
