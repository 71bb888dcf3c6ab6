import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

/** What was added to a list and removed from it; without a new list, nothing. */
export function changeOf(
  before: readonly string[],
  after: readonly string[] | undefined,
): { added: string[]; removed: string[] } {
  if (after === undefined) return { added: [], removed: [] };
  const [had, has] = [new Set(before), new Set(after)];
  return { added: [...has].filter((id) => !had.has(id)), removed: [...had].filter((id) => !has.has(id)) };
}

type LinkColumn = 'user_id' | 'group_id' | 'permission';

/** Changes the rows of a link table that one user or group has; without a new list, nothing. */
export async function changeLinks(
  tx: Tx,
  table: 'group_users' | 'group_permissions' | 'user_permissions',
  [owner, id]: readonly [LinkColumn, string],
  column: LinkColumn,
  before: readonly string[],
  after: readonly string[] | undefined,
): Promise<void> {
  const { added, removed } = changeOf(before, after);
  if (removed.length > 0)
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id} and ${sql.ref(column)} = any(${removed})`.execute(tx);
  if (added.length > 0)
    await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(column)})
      values ${sql.join(added.map((value) => sql`(${id}, ${value})`))} on conflict do nothing`.execute(tx);
}
