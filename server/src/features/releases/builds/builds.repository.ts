import { sql } from 'kysely';
import type { Build } from '#contract/releases/builds.ts';
import { releaseKey } from '#contract/releases/versions.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../releases.tables.ts';

const columns = ['id', 'version', 'build', 'notes', 'url', 'created_at as createdAt'] as const;

/** Stores a build, or gives the stored one with the same version and build. */
export async function insertOnce(
  db: Db,
  build: Pick<Build, 'version' | 'build' | 'notes' | 'url'>,
  now: Date,
): Promise<{ readonly build: Build; readonly isNew: boolean }> {
  const made = await db
    .insertInto('builds')
    .values({
      id: newId(now.getTime()),
      ...build,
      release_key: releaseKey(build),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('release_key').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (made) return { build: made, isNew: true };
  const present = await find(db, releaseKey(build));
  if (!present) throw new Error('a stored build cannot be found');
  return { build: present, isNew: false };
}

/** The build of a version, or undefined. */
export function find(db: Db, key: string): Promise<Build | undefined> {
  return db.selectFrom('builds').where('release_key', '=', key).select(columns).executeTakeFirst();
}

/** The builds without a release (§H7), the highest first; a release in the trash is none. */
export function listWithoutRelease(db: Db, max: number): Promise<Build[]> {
  return db
    .selectFrom('builds')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('releases')
            .select(sql`1`.as('one'))
            .whereRef('releases.release_key', '=', 'builds.release_key')
            .where('releases.deleted_at', 'is', null),
        ),
      ),
    )
    .select(columns)
    .orderBy('builds.release_key', 'desc')
    .limit(max)
    .execute();
}
