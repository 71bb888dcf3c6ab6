import type { z } from 'zod';
import type { obstaclesResult } from '#contract/invoicing/deliveries.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { readBatch } from './batch.repository.ts';
import { findById } from './delivery-settings.repository.ts';
import { kindOfObstacle } from './exported-batch.ts';
import { exporterOf, obstaclesOf } from './exporters.ts';
import { isWaiting } from './waiting.ts';

/** What keeps the oldest approved invoices that wait from being delivered: before anything is taken (§C33). */
export async function listObstacles(ctx: Context, id: string): Promise<z.output<typeof obstaclesResult>> {
  const { companyId, coupling } = orNotFound(await findById(ctx.db, ctx.scope, id));
  const exporter = exporterOf(coupling);
  if (!exporter) return [];
  const books = { companyId, administrationId: id, coupling };
  const batch = await readBatch(ctx.db, books, isWaiting(companyId, id));
  if (batch.invoices.length === 0) return [];
  return obstaclesOf(exporter, batch).map(({ code, about, aboutId }) => ({
    kind: kindOfObstacle[code],
    id: aboutId,
    name: about,
    reason: sentence(ctx.language, `delivery-${code}`),
  }));
}
