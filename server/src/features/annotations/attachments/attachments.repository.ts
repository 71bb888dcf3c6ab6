import { attachments } from '#contract/annotations/annotations.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { removedBy } from '#server/platform/db/record.ts';
import type { Owner } from '../owners.ts';
import '../annotations.tables.ts';

const columns = listColumns(attachments.fields, {
  id: 'attachments.id',
  name: { sql: 'attachments.name', natural: true, nullable: false },
  mimeType: { sql: 'attachments.mime', nullable: false },
  size: { sql: 'attachments.bytes', nullable: false },
  'user/fullName': { sql: 'attachments.created_by_name', natural: true, nullable: false },
  createdAt: { sql: 'attachments.created_at', nullable: false },
});
const search = searchColumns(['attachments.name', 'attachments.created_by_name']);

// Whoever found the owner may read what hangs on it: the owner stands for the scope.
function of(db: Db, { kind, entityId, companyId }: Owner) {
  return db
    .selectFrom('attachments')
    .where('attachments.company_id', '=', companyId)
    .where('attachments.entity_id', '=', entityId)
    .where('attachments.owner_kind', '=', kind.entity)
    .where('attachments.deleted_at', 'is', null)
    .select([
      'attachments.id',
      'attachments.entity_id as entityId',
      'attachments.name',
      'attachments.sha256',
      'attachments.mime as mimeType',
      'attachments.bytes as size',
      'attachments.is_fixed as isFixed',
      'attachments.created_by as userId',
      'attachments.created_by_name as fullName',
      'attachments.created_at as createdAt',
    ]);
}

export function list(db: Db, owner: Owner, query: ListQuery) {
  return listPage(query, { base: of(db, owner), columns, search });
}

export async function findById(db: Db, owner: Owner, id: string) {
  if (!isId(id)) return undefined;
  return of(db, owner).where('attachments.id', '=', id).executeTakeFirst();
}

/** The file of that name and those bytes that another record made, which a client may post again (§E5). */
export async function findFixed(db: Db, owner: Owner, { name, sha256 }: Pick<KeptFile, 'name' | 'sha256'>) {
  return of(db, owner)
    .where('attachments.is_fixed', '=', true)
    .where('attachments.name', '=', name)
    .where('attachments.sha256', '=', sha256)
    .executeTakeFirst();
}

/** Bytes that are kept already, as an attachment. */
export interface KeptFile {
  readonly name: string;
  readonly sha256: string;
  readonly mime: string;
  readonly bytes: number;
  /** Made by another record, and gone with it only. */
  readonly isFixed?: boolean;
}

export async function insert(
  tx: Tx,
  ctx: Context,
  { kind, entityId, companyId }: Owner,
  { isFixed = false, ...file }: KeptFile,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('attachments')
    .values({
      company_id: companyId,
      id,
      owner_kind: kind.entity,
      entity_id: entityId,
      ...file,
      is_fixed: isFixed,
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  return id;
}

/** Takes an attachment away; false when somebody did already. */
export async function remove(tx: Tx, ctx: Context, { companyId }: Owner, id: string): Promise<boolean> {
  const gone = await tx
    .updateTable('attachments')
    .set(removedBy(ctx))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
