import type { z } from 'zod';
import type { triggerImport, TriggerImportAnswer } from '#contract/documents/triggers.ts';
import type { Context } from '#server/platform/context.ts';
import { readTriggers, writeTriggers } from './exchange.rules.ts';
import { listRecords } from './triggers.repository.ts';
import { insertTrigger, ownerOf } from './triggers.service.ts';

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
): Promise<TriggerImportAnswer> {
  const companyId = await ownerOf(ctx, asked);
  const { triggers, remarks } = readTriggers(content, ctx.language, filename ?? '');
  const named = (id: string | null) => (trigger: (typeof triggers)[number]) => ({
    id,
    naam: trigger.naam,
    trigger,
  });
  if (isPreview) return { triggers: triggers.map(named(null)), remarks: [...remarks] };
  const made = await ctx.transaction(async (tx) => {
    const stored: TriggerImportAnswer['triggers'] = [];
    for (const trigger of triggers)
      stored.push(named((await insertTrigger(tx, ctx, companyId, trigger)).id)(trigger));
    return stored;
  });
  return { triggers: made, remarks: [...remarks] };
}
