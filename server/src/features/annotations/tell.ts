import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Change, recordChange } from '#server/platform/db/history.ts';
import type { Owner } from './owners.ts';

/** Writes what hangs on a record into the record's own history, and tells open screens. */
export async function tell(
  tx: Tx,
  ctx: Context,
  { kind, entityId, companyId }: Owner,
  { resource, ...change }: Pick<Change, 'verb' | 'before' | 'after'> & { readonly resource: string },
): Promise<void> {
  await recordChange(tx, ctx, { entity: kind.entity, entityId, companyId, ...change });
  await ctx.events.publish(tx, { resource, companyId, id: entityId });
}
