import { oneOffLines } from '#contract/billing/one-off-lines.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { assertVersion, lockRow, softDelete } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertProvider } from '../assert-provider.ts';
import { assertCompany } from '../companies.ts';
import { lockPrices } from '../final-days.repository.ts';
import * as repository from './one-off-lines.repository.ts';

type Line = Rec<typeof oneOffLines>;

const audit = auditOf<Line>(oneOffLines, { hidden: ['companyId', 'amount', 'invoiceNumber'] });

/** What customers pay once. */
export const oneOffLinesService: ResourceService<typeof oneOffLines> = {
  async list(ctx, query, { companyId }) {
    await assertCompany(ctx, companyId);
    return repository.list(ctx.db, ctx.scope, query, { companyId });
  },
  find: (ctx, id, { companyId }) => repository.findById(ctx.db, ctx.scope, id, { companyId }),
  async create(ctx, body: CreateBody<typeof oneOffLines>, { companyId }) {
    assertProvider(ctx);
    await assertCompany(ctx, companyId);
    return ctx.transaction(async (tx) => {
      await lockPrices(tx);
      const id = await repository.insert(tx, ctx, companyId, body);
      return audit(tx, ctx, { after: await find(tx, ctx, companyId, id) });
    });
  },
  async update(ctx, id, body: UpdateBody<typeof oneOffLines>, { companyId }) {
    assertProvider(ctx);
    return ctx.transaction(async (tx) => {
      const before = await lockOpen(tx, ctx, companyId, id);
      assertVersion(before, body.rowVersion);
      await repository.update(tx, ctx, before, body);
      return audit(tx, ctx, { before, after: await find(tx, ctx, companyId, id) });
    });
  },
  async remove(ctx, id, { companyId }) {
    assertProvider(ctx);
    await ctx.transaction(async (tx) => {
      const before = await lockOpen(tx, ctx, companyId, id);
      await softDelete(tx, ctx, 'one_off_lines', before);
      await audit(tx, ctx, { before });
    });
  },
};

async function find(tx: Tx, ctx: Context, companyId: string, id: string): Promise<Line> {
  return orNotFound(await repository.findById(tx, ctx.scope, id, { companyId }));
}

// What a final invoice has stays as it is.
async function lockOpen(tx: Tx, ctx: Context, companyId: string, id: string): Promise<Line> {
  await lockPrices(tx);
  await lockRow(tx, 'one_off_lines', { companyId, id });
  const line = await find(tx, ctx, companyId, id);
  if (line.invoiceNumber !== '') throw problem.of('wrong-state', { sentence: 'one-off-billed' });
  return line;
}
