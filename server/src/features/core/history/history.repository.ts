import { sql } from 'kysely';
import { history } from '#contract/core/history.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';

const columns = listColumns(history.fields, {
  id: 'history.id',
  at: 'history.at',
  userName: 'history.user_name',
  verb: 'history.verb',
});

/** The parts of a record that its history tells of, such as the lines of an order. */
export interface Parts {
  readonly entity: string;
  /** By id, as people call them. */
  readonly names: ReadonlyMap<string, string>;
  readonly hidden: readonly string[];
}

/** A record whose history is read; who may read it was found out before. */
export interface Subject {
  readonly companyId: string;
  readonly entity: string;
  readonly entityId: string;
  readonly parts: readonly Parts[];
  /** Fields that the reader may not know: a word is not sought in them either. */
  readonly hidden: readonly string[];
}

/** The lines of one record. The company comes from the record itself, read within the caller's scope. */
export function list(db: Db, { companyId, entity, entityId, parts, hidden }: Subject, query: ListQuery) {
  const base = db
    .selectFrom('history')
    .where('history.company_id', '=', companyId)
    .where((e) => {
      const of = (name: string, ids: readonly string[]) =>
        e.and([e('history.entity', '=', name), sql<boolean>`history.entity_id = any(${[...ids]}::uuid[])`]);
      return e.or([of(entity, [entityId]), ...parts.map((part) => of(part.entity, [...part.names.keys()]))]);
    })
    .select([
      'history.id',
      'history.at',
      'history.user_id as userId',
      'history.user_name as userName',
      'history.verb',
      sql<boolean>`exists (select from history_seals s where s.company_id = ${companyId} and s.line_id = history.id)`.as(
        'isSealed',
      ),
      'history.changes',
      'history.entity',
      'history.entity_id as partId',
    ]);
  return listPage(query, { base, columns, search: searchOf(hidden) });
}

// Who did it, and what stood and stands in the fields.
const searchOf = (hidden: readonly string[]) =>
  searchColumns([
    'history.user_name',
    sql`(select string_agg(concat_ws(' ', field.value ->> 'old', field.value ->> 'new'), ' ')
      from jsonb_each(history.changes) field where field.key <> all(${hidden}::text[]))`,
  ]);
