import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { problem } from '../http/problem.ts';
import type { Db } from './database.ts';
import type { Change } from './history.ts';

type Who = Pick<Context, 'caller' | 'now'>;

/** Who made a new record, and when. */
export function madeBy(ctx: Who): {
  created_at: string;
  created_by: string;
  updated_at: string;
  updated_by: string;
} {
  const at = ctx.now().toISOString();
  return { created_at: at, created_by: ctx.caller.userId, updated_at: at, updated_by: ctx.caller.userId };
}

/** Who changed a record, and when; its version goes up. */
export function changedBy(ctx: Who): {
  updated_at: string;
  updated_by: string;
  row_version: RawBuilder<number>;
} {
  return {
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
    row_version: sql<number>`row_version + 1`,
  };
}

/** Puts a record in the trash; after 30 days it is purged (§B6). */
export function removedBy(ctx: Who): { deleted_at: string; deleted_by: string } {
  return { deleted_at: ctx.now().toISOString(), deleted_by: ctx.caller.userId };
}

/** Refuses to overwrite what the sender has not seen (§B5); without a version the last write wins. */
export function refuseStale<T extends { readonly rowVersion: number }>(
  current: T,
  sent: number | undefined,
): void {
  if (sent !== undefined && sent !== current.rowVersion) throw problem.of('stale', { current });
}

/**
 * Like `refuseStale`, for a record that does not say itself who changed it last and when: its history does (§B1). The
 * record is asked for only when it is to be shown.
 */
export async function refuseStaleByHistory(
  db: Db,
  key: Pick<Change, 'companyId' | 'entity' | 'entityId'>,
  versions: { readonly stored: number; readonly sent: number | undefined },
  current: () => Promise<{ readonly rowVersion: number }>,
): Promise<void> {
  if (versions.sent === undefined || versions.sent === versions.stored) return;
  const last = await db
    .selectFrom('history')
    .where('company_id', '=', key.companyId)
    .where('entity', '=', key.entity)
    .where('entity_id', '=', key.entityId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select(['user_name as updatedBy', 'at as updatedAt'])
    .limit(1)
    .executeTakeFirst();
  throw problem.of('stale', { current: { ...(await current()), ...last } });
}
