import type { z } from 'zod';
import type { retryCommand, retryRun } from '#contract/documents/unknown-documents.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { auditDocuments } from '../audit.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import { requeueJob } from './requeue.job.ts';
import * as repository from './retry.repository.ts';

type Run = z.output<typeof retryRun>;

/** Queues every unknown document in scope, or gives the run in progress (§D6). A retry never bills a second scan. */
export async function retryDocuments(ctx: Context, command: z.output<typeof retryCommand>): Promise<Run> {
  return ctx.transaction(async (tx) => {
    await repository.lockScope(tx, ctx);
    const running = await findRun(ctx, tx);
    if (running?.isRunning) return { ...running, wasRunning: true };
    const id = newId(ctx.now().getTime());
    const queued = await repository.take(tx, ctx, id, command.ids);
    await repository.insert(tx, ctx, id, queued.length);
    const by = { userId: ctx.caller.userId, name: ctx.caller.name };
    if (queued.length > 0)
      await ctx.jobs.send(tx, requeueJob, { retryId: id, force: command.force, by }, { key: id });
    await auditDocuments(tx, ctx, queued, { verb: 'retry' });
    return orNotFound(await findRun(ctx, tx));
  });
}

/** The last run of the caller's scope with its progress and result, or null. */
export async function findRun(ctx: Context, db: Db = ctx.db): Promise<Run | null> {
  const found = await repository.findLast(db, ctx);
  if (!found) return null;
  const { busy, recognised, unknown, failed, ...run } = found;
  const isRunning = busy > 0;
  const failures = await repository.listFailures(db, ctx, run.id);
  return {
    ...run,
    doneCount: run.nrOfDocuments - busy,
    recognisedCount: recognised,
    unknownCount: unknown,
    failedCount: failed,
    isRunning,
    wasRunning: false,
    finishedAt: isRunning ? null : (run.finishedAt ?? run.startedAt),
    failures: failures.map(({ reasons, ...row }) => ({
      ...row,
      reason: reasonText(ctx.language, knownReasons(reasons)),
    })),
  };
}
