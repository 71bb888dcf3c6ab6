import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { ListQuery } from '#contract/list-query.ts';
import type { ListFields, ResourceDefinition } from '#contract/resource.ts';
import { type Scope, within } from '../auth/scope.ts';
import { actorName } from './actor-name.ts';
import type { Db } from './database.ts';
import { isId } from './ids.ts';
import {
  type ColumnOptions,
  type ColumnSpec,
  columnsOf,
  fragment,
  type ListSpec,
  type SearchSpec,
  searchColumns,
} from './list-columns.ts';
import { listPage, scopedList } from './list-page.ts';
import type { Tables } from './schema.ts';
import { type SnakeCase, snakeCase } from './snake-case.ts';
import { streamList } from './stream-list.ts';

/** The fields that are read of a resource: its definition, or one with `record.omit(…)` or `record.extend(…)`. */
type Readable = Pick<ResourceDefinition, 'fields' | 'row' | 'record'>;

/** The paths of the values of a record: `name`, `address/street`. */
type Paths<T> = {
  [K in keyof T & string]-?: T[K] extends readonly unknown[]
    ? K
    : T[K] extends object
      ? `${K}/${Paths<T[K]>}`
      : K;
}[keyof T & string];

type PathsOf<R extends Readable> =
  | Paths<z.output<R['row']>>
  | Paths<z.output<R['record']>>
  | (keyof R['fields'] & string);

/** A column, an SQL fragment, or what differs from the column of the same name; of what is only shown, by scope too. */
type FieldSpec =
  | string
  | Expression<unknown>
  | Partial<ColumnOptions>
  | ListSpec<ListFields>
  | ((scope: Scope) => Expression<unknown>);

/** The paths for which the table has a column of the same name. `updatedBy` is the name of a user, not their id. */
type OwnPaths<R extends Readable, T extends keyof Tables> = {
  [Path in PathsOf<R>]: SnakeCase<Path> extends keyof Tables[T] ? Path : never;
}[PathsOf<R>];

/** SQL of the fields of a record by path; it may be left out where the table has a column of the same name. */
export type RecordColumns<R extends Readable, T extends keyof Tables> = Readonly<
  Record<Exclude<PathsOf<R>, OwnPaths<R, T>>, FieldSpec> & Partial<Record<OwnPaths<R, T>, FieldSpec>>
>;

/** What records are read from. */
export interface RecordSource<R extends Readable, T extends keyof Tables, DB, TB extends keyof DB> {
  readonly table: T;
  /** The rows that the caller may see, with joins, without columns. The ids of the scope may only be values. */
  readonly rows: (db: Db, scope: Scope) => SelectQueryBuilder<DB, TB, object>;
  readonly columns: RecordColumns<R, T>;
  readonly search?: readonly SearchSpec[];
}

/** What columns of the table must be, by wire name: `{ companyId }`. */
export type Parent = Readonly<Record<string, string>>;

/** The three ways to read the records of a resource; with a parent, those below it only. */
export interface RecordReaders<R extends Readable> {
  /** A page of the list (§B2). */
  list(
    db: Db,
    scope: Scope,
    query: ListQuery,
    parent?: Parent,
  ): Promise<{ rows: z.output<R['row']>[]; count?: number }>;
  /** The complete list in its order, for an export; see `streamList`. */
  stream(db: Db, scope: Scope, query: ListQuery, parent?: Parent): AsyncGenerator<z.output<R['row']>>;
  /** One record, or undefined if it is unknown, deleted or outside the scope. */
  findById(db: Db, scope: Scope, id: string, parent?: Parent): Promise<z.output<R['record']> | undefined>;
}

/**
 * Makes the readers of a resource's repository. Each field of the contract has one column, by which it is selected,
 * filtered and sorted. An object inside a record is built as JSON in SQL, so it cannot hold moments.
 *
 * @example
 * export const { list, stream, findById } = recordReaders(administrations, {
 *   table: 'administrations',
 *   rows: rowsOf('administrations'),
 *   columns: { name: { natural: true }, mailbox: 'administrations.mail_mailbox' },
 *   search: ['administrations.name'],
 * });
 */
export function recordReaders<R extends Readable, T extends keyof Tables, DB, TB extends keyof DB>(
  { fields, row, record }: R,
  { table, rows, columns: specs, search: searched = [] }: RecordSource<R, T, DB, TB>,
): RecordReaders<R> {
  const given = new Map<string, FieldSpec>(Object.entries(specs));
  const specOf = (path: string) => fullSpec(table, path, given.get(path));
  const columns = columnsOf(
    fields,
    Object.fromEntries(Object.keys(fields).map((path) => [path, filterable(path, specOf(path))])),
  );
  const search = searchColumns(searched);
  const base = (db: Db, scope: Scope) =>
    rows(db, scope)
      .select(selection(row, scope, specOf))
      .$castTo<z.output<R['row']>>();
  const below = (db: Db, scope: Scope, parent: Parent) => ({
    base: base(db, scope).where(hasValues(table, parent)),
    columns,
    search,
  });
  const listAll = scopedList({ base, columns, search });
  return {
    list: (db, scope, query, parent) =>
      parent ? listPage(query, below(db, scope, parent)) : listAll(db, scope, query),
    stream: (db, scope, query, parent = {}) => streamList(db, query, below(db, scope, parent)),
    async findById(db, scope, id, parent = {}) {
      const key = { ...parent, id };
      if (!Object.values(key).every(isId)) return undefined;
      const found = rows(db, scope)
        .where(hasValues(table, key))
        .select(selection(record, scope, specOf));
      return (await sql<z.output<R['record']>>`${found}`.execute(db)).rows[0];
    },
  };
}

/** The rows of a table of tenants within the scope that are not in the trash. */
export function rowsOf(table: keyof Tables, administration?: string) {
  return (db: Db, scope: Scope) =>
    db
      .selectFrom<keyof Tables>(table)
      .where(sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`)
      .where(within(scope, `${table}.company_id`, undefined, administration));
}

type FullSpec = ColumnSpec | ListSpec<ListFields> | ((scope: Scope) => Expression<unknown>);

function fullSpec(table: keyof Tables, path: string, spec: FieldSpec | undefined): FullSpec {
  const own = path === 'updatedBy' ? actorName(`${table}.updated_by`) : `${table}.${snakeCase(path)}`;
  if (typeof spec !== 'object') return spec ?? own;
  return 'toOperationNode' in spec || 'any' in spec ? spec : { sql: own, ...spec };
}

function filterable(path: string, spec: FullSpec): ColumnSpec | ListSpec<ListFields> {
  if (typeof spec === 'function') throw new Error(`${path} depends on the scope: lists cannot filter on it`);
  return spec;
}

function hasValues(table: keyof Tables, values: Parent): RawBuilder<SqlBool> {
  const conditions = Object.entries(values).map(
    ([name, value]) => sql`${sql.ref(`${table}.${snakeCase(name)}`)} = ${value}`,
  );
  return sql`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

function selection(schema: z.ZodObject, scope: Scope, specOf: (path: string) => FullSpec) {
  const valueOf = (field: unknown, path: string): RawBuilder<unknown> => {
    if (field instanceof z.ZodObject) {
      const parts = Object.entries(field.shape).flatMap(([name, part]) => [
        sql.lit(name),
        valueOf(part, `${path}/${name}`),
      ]);
      return sql`json_build_object(${sql.join(parts)})`;
    }
    const spec = specOf(path);
    if (typeof spec === 'function') return sql`${spec(scope)}`;
    if (typeof spec === 'object' && 'any' in spec) throw new Error(`${path} is a list: it has no value`);
    return sql`${fragment(typeof spec === 'object' && 'sql' in spec ? spec.sql : spec)}`;
  };
  return Object.entries(schema.shape).map(([name, field]) => valueOf(field, name).as(name));
}
