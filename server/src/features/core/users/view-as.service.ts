import { users } from '#contract/core/users.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { findById } from './users.repository.ts';

/** Records that the caller looks at what this user may do. It gives no rights: the caller goes on as themselves. */
export async function recordViewAs(ctx: Context, id: string, companyId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findById(tx, ctx.scope, id, { companyId }));
    await recordChange(tx, ctx, { entity: users.permission, entityId: id, companyId, verb: 'view-as' });
  });
}
