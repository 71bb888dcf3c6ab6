import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '../auth/scope.ts';
import type { Db } from './database.ts';
import { isId } from './ids.ts';
import { columnAt } from './list-columns.ts';
import { type ScopedList, scopedList, type ScopedListSource } from './list-page.ts';
import { streamList } from './stream-list.ts';
import { type Expression, sql, type SqlBool } from 'kysely';

/** The three ways to read records whose row and record are the same select. */
export interface Readers<Row> {
  /** A page of the list (§B2). */
  readonly list: ScopedList<Row>;
  /** The complete list in its order, for an export; see `streamList`. */
  stream(db: Db, scope: Scope, query: ListQuery): AsyncGenerator<Row>;
  /** One record, or undefined if it is unknown, deleted or outside the scope. */
  findById(db: Db, scope: Scope, id: string): Promise<Row | undefined>;
}

/**
 * Makes the readers of a repository from the select that its list is made of.
 *
 * @example
 * export const { list, stream, findById } = readers({ base: visible, columns, search });
 */
export function readers<DB, TB extends keyof DB, Row>(source: ScopedListSource<DB, TB, Row>): Readers<Row> {
  const idColumn = columnAt(source.columns, 'id').sql;
  return {
    list: scopedList(source),
    stream: (db, scope, query) => streamList(db, query, { ...source, base: source.base(db, scope) }),
    async findById(db, scope, id) {
      if (!isId(id)) return undefined;
      const isIt: Expression<SqlBool> = sql<SqlBool>`${idColumn} = ${id}`;
      return source.base(db, scope).where(isIt).executeTakeFirst();
    },
  };
}
