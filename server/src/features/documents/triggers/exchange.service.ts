import type { z } from 'zod';
import type { triggerImport, TriggerImportAnswer } from '#contract/documents/triggers.ts';
import type { Context } from '#server/platform/context.ts';
import { readTriggers, writeTriggers } from './exchange.rules.ts';
import type { Matcher } from './matcher.ts';
import { listRecords } from './triggers.repository.ts';
import { insertTrigger, ownerOf } from './triggers.service.ts';
import { maxTrialMs, tryTrigger } from './try.service.ts';

type ReadTrigger = ReturnType<typeof readTriggers>['triggers'][number];

/** The named triggers, or all within reach, as YAML. */
export async function exportYaml(ctx: Context, ids: readonly string[] | null): Promise<string> {
  return writeTriggers(await listRecords(ctx.db, ctx.scope, ids));
}

/**
 * Takes over the triggers of a file that can run, all in one go, and says of the others what is wrong. An import asks
 * for no confirmation of conflicts: its preview is there to be looked at, and §D7 settles who reads a document.
 */
export async function importTriggers(
  ctx: Context,
  { content, filename, companyId: asked }: z.output<typeof triggerImport>,
  isPreview: boolean,
  matcher: Matcher,
): Promise<TriggerImportAnswer> {
  const companyId = await ownerOf(ctx, asked);
  const { triggers, remarks } = readTriggers(content, ctx.language, filename ?? '');
  if (isPreview) return { triggers: await tryAll(ctx, matcher, companyId, triggers), remarks: [...remarks] };
  const made = await ctx.transaction(async (tx) => {
    const stored: TriggerImportAnswer['triggers'] = [];
    for (const trigger of triggers) {
      const { id } = await insertTrigger(tx, ctx, companyId, trigger);
      stored.push({ id, naam: trigger.naam, tried: null, trigger });
    }
    return stored;
  });
  return { triggers: made, remarks: [...remarks] };
}

// All of them in the time of one.
async function tryAll(
  ctx: Context,
  matcher: Matcher,
  companyId: string | null,
  triggers: readonly ReadTrigger[],
): Promise<TriggerImportAnswer['triggers']> {
  const tried: TriggerImportAnswer['triggers'] = [];
  const endsAt = performance.now() + maxTrialMs;
  for (const [index, trigger] of triggers.entries()) {
    const share = Math.max(0, endsAt - performance.now()) / (triggers.length - index);
    const answer = await tryTrigger(ctx, matcher, companyId, trigger, undefined, share);
    const { isComplete, recognises, changes, ties } = answer;
    tried.push({
      id: null,
      naam: trigger.naam,
      trigger,
      tried: { isComplete, recognises: recognises.count, changes: changes.count, ties: ties.count },
    });
  }
  return tried;
}
