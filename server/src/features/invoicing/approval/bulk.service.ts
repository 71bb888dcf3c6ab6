import type { z } from 'zod';
import type { bulkCommand, bulkOutcome } from '#contract/invoicing/invoices.ts';
import type { Context } from '#server/platform/context.ts';
import { sentenceOf } from '#server/platform/http/errors.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { findBulkSetting } from '../settings/settings.repository.ts';
import { approveInvoice, holdInvoice, undoDecision } from './approval.service.ts';
import { findUnopened } from './openings.repository.ts';

type Outcome = z.output<typeof bulkOutcome>;

/**
 * Decides on several invoices one after the other, each in a transaction of its own: what is refused says why, and the
 * others go on. Approving leaves out what is on hold, and where the company wants it so what the caller never opened.
 */
export async function decideMany(
  ctx: Context,
  { verb, ids }: z.output<typeof bulkCommand>,
): Promise<Outcome[]> {
  const wanted = [...new Set(ids)];
  const unopened = verb === 'approve' ? await ctx.once(() => unopenedOf(ctx, wanted)) : [];
  const outcomes: Outcome[] = [];
  for (const id of wanted) outcomes.push(await decideOne(ctx, verb, id, unopened));
  return outcomes;
}

async function decideOne(
  ctx: Context,
  verb: z.output<typeof bulkCommand>['verb'],
  id: string,
  unopened: readonly string[],
): Promise<Outcome> {
  try {
    if (unopened.includes(id)) throw new Problem('wrong-state', { sentence: 'invoice-not-opened' });
    if (verb === 'approve') await approveInvoice(ctx, id, { approve: true }, { isBulk: true });
    else if (verb === 'hold' || verb === 'resume') await holdInvoice(ctx, id, { hold: verb === 'hold' });
    else await undoDecision(ctx, id);
    return { id, outcome: 'done', reason: '' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const leftOut = ['invoice-not-opened', 'invoice-on-hold'];
    return {
      id,
      outcome:
        error.kind === 'open-stop' || leftOut.includes(error.extras.sentence ?? '') ? 'left-out' : 'failed',
      reason: sentenceOf(error, ctx.language),
    };
  }
}

async function unopenedOf(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { db, caller } = ctx;
  if (!(await findBulkSetting(db, caller.companyId))) return [];
  return findUnopened(db, ctx.scope, ids);
}
