import { type RawBuilder, sql } from 'kysely';
import { within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { searchColumns } from '#server/platform/db/list-columns.ts';
import { searchSql } from '#server/platform/db/list-sql.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { FoundRecord, SearchOptions } from '#server/platform/resource/slice.ts';

interface Searched {
  readonly table: RawBuilder<unknown>;
  /** `within` of the caller's scope, on the column with the company. */
  readonly company: string;
  /** The indexed text, spelt as its index spells it. */
  readonly text: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  /** A further condition. */
  readonly and?: RawBuilder<unknown>;
}

// A word that half of all records have is answered from the first ones found; people type more to see others.
const maxCandidates = 200;

/** Finds records by an indexed text. Hits whose title starts with the first word come first. */
export function searchOf(
  rank: number,
  { table, company, text, columns, and = sql`true` }: Searched,
): SearchOptions {
  const search = searchColumns([{ folded: text }]);
  return {
    rank,
    async find({ db, scope }: Context, words, max) {
      const { rows } = await sql<FoundRecord>`
        select hit.* from (
          select ${columns} from ${table}
          where ${sql.ref(`${company.split('.')[0]}.deleted_at`)} is null and ${within(scope, company)} and ${searchSql(words, search) ?? sql`false`} and ${and}
          limit ${maxCandidates}
        ) hit
        order by position(norm(${words[0] ?? ''}) in norm(title)) = 1 desc, title collate natural_order, id
        limit ${max}`.execute(db);
      return rows;
    },
  };
}

/** The names of companies by id. */
export async function companyNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('companies')
    .where('id', 'in', [...new Set(ids)])
    .select(['id', 'name'])
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}
