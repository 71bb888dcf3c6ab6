import { sql } from 'kysely';
import type { z } from 'zod';
import { defaultReleaseSettings, type releaseSettings } from '#contract/releases/releases.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import '../releases.tables.ts';

/** When a release switches itself off. */
export type ReleaseSettings = z.output<typeof releaseSettings>;

/** The stored settings, or the default ones. */
export async function findSettings(db: Db): Promise<ReleaseSettings> {
  const found = await db
    .selectFrom('release_settings as s')
    .leftJoin('users as u', 'u.id', 's.updated_by')
    .select([
      's.is_automatic as isAutomatic',
      's.failing_installations as failingInstallations',
      's.failing_companies as failingCompanies',
      's.failing_percentage as failingPercentage',
      's.row_version as rowVersion',
      's.updated_at as updatedAt',
      sql<string | null>`trim(u.first_name || ' ' || u.last_name)`.as('updatedBy'),
    ])
    .executeTakeFirst();
  return found ?? { ...defaultReleaseSettings, rowVersion: 0, updatedAt: null, updatedBy: null };
}

/** Locks the settings until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await lockByKey(tx, advisoryLocks.releaseSettings);
}

/** Stores the settings. */
export async function saveSettings(
  tx: Tx,
  ctx: Context,
  settings: Pick<
    ReleaseSettings,
    'isAutomatic' | 'failingInstallations' | 'failingCompanies' | 'failingPercentage'
  >,
): Promise<void> {
  const values = {
    ...snakeValues(settings),
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
  };
  await tx
    .insertInto('release_settings')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...values, row_version: sql`release_settings.row_version + 1` }),
    )
    .execute();
}
