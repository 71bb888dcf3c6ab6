import { sql } from 'kysely';
import { modules } from '#contract/core/modules.ts';
import type { CreateBody } from '#contract/resource.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { asTakenField, changedBy, madeBy } from '#server/platform/db/record.ts';
import { readers } from '#server/platform/db/readers.ts';
import '../core.tables.ts';

export const uniqueFields = { modules_code_taken: 'code' };

/** Modules belong to the provider: visible in the scope `system` only. */
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('modules')
    .leftJoin('users as editor', 'editor.id', 'modules.updated_by')
    .where('modules.deleted_at', 'is', null)
    .where(sql<boolean>`${sql.lit(scope.reach === 'system')}`)
    .select(['modules.id', 'modules.name', 'modules.code', 'modules.created_at as createdAt'])
    .select(['modules.updated_at as updatedAt', 'modules.row_version as rowVersion'])
    .select(sql<boolean>`false`.as('deleted'))
    .select(sql<string | null>`trim(editor.first_name || ' ' || editor.last_name)`.as('updatedBy'));
}

export const { list, stream, findById } = readers({
  base: visible,
  columns: listColumns(modules.fields, {
    id: 'modules.id',
    name: { sql: 'modules.name', natural: true, nullable: false },
    code: { sql: 'modules.code', nullable: false },
    createdAt: 'modules.created_at',
  }),
  search: searchColumns(['modules.name', 'modules.code']),
});

export async function insert(tx: Tx, ctx: Context, { name, code }: CreateBody<typeof modules>) {
  const id = newId(ctx.now().getTime());
  const values = { id, name, code, deleted_at: null, deleted_by: null, ...madeBy(ctx) };
  await tx.insertInto('modules').values(values).execute().catch(asTakenField(uniqueFields));
  return id;
}

export async function rename(tx: Tx, ctx: Context, id: string, name: string): Promise<void> {
  await tx
    .updateTable('modules')
    .set({ name, ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}
