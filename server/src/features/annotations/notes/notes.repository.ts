import { notes } from '#contract/annotations/annotations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { removedBy } from '#server/platform/db/record.ts';
import type { Owner } from '../owners.ts';
import '../annotations.tables.ts';

const columns = listColumns(notes.fields, {
  id: 'notes.id',
  description: { sql: 'notes.description', nullable: false },
  'user/fullName': { sql: 'notes.created_by_name', natural: true, nullable: false },
  createdAt: { sql: 'notes.created_at', nullable: false },
});
const search = searchColumns(['notes.description', 'notes.created_by_name']);

// Whoever found the owner may read what hangs on it: the owner stands for the scope.
function of(db: Db, { kind, entityId, companyId }: Owner) {
  return db
    .selectFrom('notes')
    .where('notes.company_id', '=', companyId)
    .where('notes.entity_id', '=', entityId)
    .where('notes.owner_kind', '=', kind.entity)
    .where('notes.deleted_at', 'is', null)
    .select([
      'notes.id',
      'notes.entity_id as entityId',
      'notes.description',
      'notes.created_by as userId',
      'notes.created_by_name as fullName',
      'notes.created_at as createdAt',
    ]);
}

export function list(db: Db, owner: Owner, query: ListQuery) {
  return listPage(query, { base: of(db, owner), columns, search });
}

export async function findById(db: Db, owner: Owner, id: string) {
  if (!isId(id)) return undefined;
  return of(db, owner).where('notes.id', '=', id).executeTakeFirst();
}

export async function insert(
  tx: Tx,
  ctx: Context,
  { kind, entityId, companyId }: Owner,
  description: string,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('notes')
    .values({
      company_id: companyId,
      id,
      owner_kind: kind.entity,
      entity_id: entityId,
      description,
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  return id;
}

/** Takes a note away; false when somebody did already. */
export async function remove(tx: Tx, ctx: Context, { companyId }: Owner, id: string): Promise<boolean> {
  const gone = await tx
    .updateTable('notes')
    .set(removedBy(ctx))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
