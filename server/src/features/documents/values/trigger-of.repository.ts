import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** The trigger that recognised a document, also one that was deleted since; null without one. */
export async function findTriggerOf(db: Db, id: string | null): Promise<{ id: string; name: string } | null> {
  if (id === null) return null;
  const { rows } = await sql<{ id: string; name: string }>`select id, name from triggers where id = ${id}::uuid limit 1`.execute(db);
  return rows[0] ?? null;
}
