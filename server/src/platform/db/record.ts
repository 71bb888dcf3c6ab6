import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { problem } from '../http/problem.ts';

type Who = Pick<Context, 'caller' | 'now'>;

/** Who made a new record, and when. */
export function madeBy(ctx: Who): { created_at: string; created_by: string; updated_at: string; updated_by: string } {
  const at = ctx.now().toISOString();
  return { created_at: at, created_by: ctx.caller.userId, updated_at: at, updated_by: ctx.caller.userId };
}

/** Who changed a record, and when; its version goes up. */
export function changedBy(ctx: Who): { updated_at: string; updated_by: string; row_version: RawBuilder<number> } {
  return { updated_at: ctx.now().toISOString(), updated_by: ctx.caller.userId, row_version: sql<number>`row_version + 1` };
}

/** Puts a record in the trash; after 30 days it is purged (§B6). */
export function removedBy(ctx: Who): { deleted_at: string; deleted_by: string } {
  return { deleted_at: ctx.now().toISOString(), deleted_by: ctx.caller.userId };
}

/** Refuses to overwrite what the sender has not seen (§B5); without a version the last write wins. */
export function refuseStale<T extends { readonly rowVersion: number }>(current: T, sent: number | undefined): void {
  if (sent !== undefined && sent !== current.rowVersion) throw problem.of('stale', { current });
}
