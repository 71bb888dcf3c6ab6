import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { FieldType, ListFields, ToMany } from '#contract/resource.ts';

/** Where the value of a wire path is: a column (`companies.name`), an SQL fragment, or one of them with more. */
export type ColumnSpec = string | Expression<unknown> | ColumnOptions;

/** A column with what sorting and searching it need. */
export interface ColumnOptions {
  readonly sql: string | Expression<unknown>;
  /** Sort as people do: numbers inside the text by value, Dutch alphabet (§C8). */
  readonly natural?: boolean;
  /**
   * `false`: declared `not null`, so that `ne` is a plain `<>`, which partial indexes understand. `true`: empty ones
   * sort first when rising and last when falling, as OData has it; an index must be made so to serve that. Left out:
   * conditions mind empty ones, and they sort where PostgreSQL puts them.
   */
  readonly nullable?: boolean;
  /** An expression that equals `norm(column)`, where one is stored or indexed. */
  readonly folded?: Expression<unknown>;
  /**
   * A number of few values, as a status: they stand in the text of a statement, so that a partial index is known to fit and
   * PostgreSQL keeps one plan.
   */
  readonly few?: boolean;
  /** Type of an `id` column, when it is not `uuid`. */
  readonly idType?: 'uuid' | 'bigint' | 'text';
}

/** A list inside the record: how its items are found, and the columns of an item. */
export interface ListSpec<F extends ListFields> {
  /** `exists (select 1 from … where … and ${condition})`, correlated with the row. */
  readonly exists: (condition: Expression<SqlBool>) => Expression<SqlBool>;
  readonly any: ColumnSpecs<F>;
}

/** SQL for every field of a resource: a field that is missing here does not compile. */
export type ColumnSpecs<F extends ListFields> = {
  readonly [Path in keyof F]: F[Path] extends ToMany ? ListSpec<F[Path]['any']> : ColumnSpec;
};

/** A column, ready for use in SQL. */
export interface Column {
  readonly kind: 'column';
  readonly type: FieldType;
  readonly sql: Expression<unknown>;
  readonly natural: boolean;
  readonly nullable: boolean | null;
  readonly folded: Expression<unknown> | null;
  readonly few: boolean;
  readonly idType: 'uuid' | 'bigint' | 'text';
}

/** A list inside the record, ready for use in SQL. */
export interface List {
  readonly kind: 'list';
  readonly exists: (condition: Expression<SqlBool>) => Expression<SqlBool>;
  readonly any: ListColumns;
}

/** The columns of a resource by wire path, made once by `listColumns`. */
export type ListColumns = ReadonlyMap<string, Column | List>;

/**
 * Joins a resource's fields with the SQL of its repository; made once, beside the repository.
 *
 * @example
 * const columns = listColumns(groups.fields, {
 *   id: 'groups.id',
 *   name: { sql: 'groups.name', natural: true },
 *   users: {
 *     exists: (condition) => sql`exists (select 1 from group_users gu join users u on u.id = gu.user_id
 *       where gu.group_id = groups.id and ${condition})`,
 *     any: { id: 'u.id' },
 *   },
 * });
 */
export function listColumns<const F extends ListFields>(fields: F, specs: ColumnSpecs<F>): ListColumns {
  return columnsOf(fields, specs);
}

/** The column of a field. A field without one is our own mistake: the query was read against the same fields. */
export function columnAt(columns: ListColumns, path: string): Column {
  const column = columns.get(path);
  if (column?.kind !== 'column') throw new Error(`no column for ${path}`);
  return column;
}

/** As `listColumns`, for fields that are known when the program runs. */
export function columnsOf(
  fields: ListFields,
  specs: Readonly<Record<string, ColumnSpec | ListSpec<ListFields>>>,
): ListColumns {
  const columns = new Map<string, Column | List>();
  for (const [path, type] of Object.entries(fields)) {
    const spec = specs[path];
    if (spec === undefined) throw new Error(`no SQL for ${path}`);
    if (typeof type === 'object') {
      if (!isListSpec(spec)) throw new Error(`${path} is a list: it needs exists and any`);
      columns.set(path, { kind: 'list', exists: spec.exists, any: columnsOf(type.any, spec.any) });
    } else {
      if (isListSpec(spec)) throw new Error(`${path} is no list`);
      columns.set(path, columnOf(type, spec));
    }
  }
  return columns;
}

function columnOf(type: FieldType, spec: ColumnSpec): Column {
  const given: ColumnOptions = typeof spec === 'string' || 'toOperationNode' in spec ? { sql: spec } : spec;
  const { natural = false, nullable = null, folded = null, few = false, idType = 'uuid' } = given;
  return { kind: 'column', type, sql: fragment(given.sql), natural, nullable, folded, few, idType };
}

function isListSpec(spec: ColumnSpec | ListSpec<ListFields>): spec is ListSpec<ListFields> {
  return typeof spec === 'object' && 'exists' in spec && 'any' in spec;
}

/** A column name or fragment as a fragment. */
export function fragment(spec: string | Expression<unknown>): Expression<unknown> {
  return typeof spec === 'string' ? sql.ref(spec) : spec;
}

/** A text that `query` searches: a column or fragment, or a `folded` one that equals `norm(text)` (stored, indexed). */
export type SearchSpec = string | Expression<unknown> | { readonly folded: Expression<unknown> };

/** A folded text, as search compares it. */
export interface SearchText {
  readonly folded: Expression<unknown>;
  /** Whether it is stored or indexed as it stands. */
  readonly isStored: boolean;
}

/** The texts of a list in one of which each word must occur; made once by `searchColumns`. */
export type SearchColumns = readonly SearchText[];

/**
 * The searched columns of a list (§B4), made once, beside the repository. Plain ones are joined into one text, so that
 * each row is folded once: a word has no spaces, so it cannot match across two of them. Give what an index can find
 * as `folded`, spelt as the index spells it.
 *
 * @example
 * const search = searchColumns([{ folded: sql`norm(c.name || ' ' || c.domain_name)` }]);
 */
export function searchColumns(specs: readonly SearchSpec[]): SearchColumns {
  const texts: SearchText[] = [];
  const plain: Expression<unknown>[] = [];
  for (const spec of specs) {
    if (typeof spec === 'object' && 'folded' in spec) texts.push({ folded: spec.folded, isStored: true });
    else plain.push(fragment(spec));
  }
  if (plain.length > 0)
    texts.push({ folded: sql`norm(concat_ws(' ', ${sql.join(plain)}))`, isStored: false });
  return texts;
}

/**
 * The name that a column of numbers stands for: the number is the place in the list.
 *
 * @example
 * const stateName = nameAt<DocumentState>(documentStates, 'documents.state');
 */
export function nameAt<Name extends string>(
  names: readonly Name[],
  column: string | Expression<unknown>,
): RawBuilder<Name> {
  return sql<Name>`(array[${sql.join(names.map((name) => sql.lit(name)))}])[${fragment(column)} + 1]`;
}
