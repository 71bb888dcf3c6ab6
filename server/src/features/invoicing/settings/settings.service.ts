import type { z } from 'zod';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import type { approvalSettingsCommand } from '#contract/invoicing/approval-work.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { mayApprove } from '../flows/assign-flow.ts';
import { findById as findFlow } from '../flows/flows.repository.ts';
import { type ApprovalSettings, findSettings, lockSettings, saveSettings } from './settings.repository.ts';

/** How the approval of a company within the scope goes on by itself (§C13). */
export async function readSettings(ctx: Context, companyId: string): Promise<ApprovalSettings> {
  orNotFound(await findFlow(ctx.db, ctx.scope, companyId));
  return findSettings(ctx.db, companyId);
}

export async function changeSettings(
  ctx: Context,
  companyId: string,
  { rowVersion, ...change }: z.output<typeof approvalSettingsCommand>,
): Promise<ApprovalSettings> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findFlow(tx, ctx.scope, companyId));
    const { rowVersion: stored, ...before } = await lockSettings(tx, companyId);
    assertVersion({ ...before, rowVersion: stored }, rowVersion);
    if (change.escalateTo !== null && !(await mayApprove(tx, companyId, change.escalateTo)))
      throw problem.validation({ escalateTo: ['not-a-choice'] });
    await saveSettings(tx, ctx, companyId, change);
    const entity = { entity: approvalFlows.permission, entityId: companyId, companyId };
    await recordChange(tx, ctx, { ...entity, verb: 'update', before, after: change });
    await ctx.events.publish(tx, { resource: approvalFlows.path, companyId, id: companyId });
    return findSettings(tx, companyId);
  });
}
