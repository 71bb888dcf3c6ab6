import { notes } from '#contract/annotations/annotations.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { belongsTo, childReaders, newChild, sharedColumns } from '../child-records.repository.ts';
import type { Owner } from '../owners.ts';

export const { list, findById } = childReaders({
  base: (db, owner) =>
    db
      .selectFrom('notes')
      .where(belongsTo('notes', owner))
      .select([...sharedColumns('notes'), 'notes.description']),
  columns: listColumns(notes.fields, {
    id: 'notes.id',
    description: { sql: 'notes.description', nullable: false },
    'user/fullName': { sql: 'notes.created_by_name', natural: true, nullable: false },
    createdAt: { sql: 'notes.created_at', nullable: false },
  }),
  search: searchColumns(['notes.description', 'notes.created_by_name']),
});

/** A stored note. */
export type StoredNote = NonNullable<Awaited<ReturnType<typeof findById>>>;

export async function insert(tx: Tx, ctx: Context, owner: Owner, description: string): Promise<string> {
  const row = { ...newChild(ctx, owner), description };
  await tx.insertInto('notes').values(row).execute();
  return row.id;
}
