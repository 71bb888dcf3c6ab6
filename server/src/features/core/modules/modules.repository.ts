import { sql, type SqlBool } from 'kysely';
import { modules } from '#contract/core/modules.ts';
import type { Db } from '#server/platform/db/database.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import type { AuditColumns } from '#server/platform/db/schema.ts';

type ModulesTable = AuditColumns & { id: string; code: string; name: string };

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    modules: ModulesTable;
  }
}

export const uniqueFields = { modules_code_taken: 'code' };

export const { list, stream, findById } = recordReaders(modules, {
  table: 'modules',
  // Modules belong to the provider: visible in the scope `system` only.
  rows: (db, scope) =>
    db
      .selectFrom('modules')
      .where('modules.deleted_at', 'is', null)
      .where(sql<SqlBool>`${sql.lit(scope.reach === 'system')}`),
  columns: {
    name: { natural: true, nullable: false },
    code: { nullable: false },
    deleted: sql`false`,
  },
  search: ['modules.name', 'modules.code'],
});

/** What the modules stand for that there are. */
export async function listCodes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('modules').select('code').where('deleted_at', 'is', null).execute();
  return rows.map(({ code }) => code);
}
