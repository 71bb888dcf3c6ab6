import type { CompiledQuery } from 'kysely';
import type { Scope } from '../auth/scope.ts';
import { type Db, executeAfterCommit, executeLast, executeLater } from './database.ts';
import { inCompanyOfScope, inOneCompany } from './one-company.ts';

/** What is filled in, by slot: texts; the statement casts where PostgreSQL cannot know what they are. */
export type Values<Name extends string> = Readonly<Record<Name, string | null>>;

/** Stands for a value that is known only when the statement runs. It may be a parameter, and never be looked at. */
export type Slot<Name extends string> = (name: Name) => string;

/** What a builder gives: a query of the query builder, or an `sql` text. */
export interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/** A statement that is put together once, and filled in from then on. */
export interface Statement<Name extends string, Row> {
  all(db: Db, values: Values<Name>): Promise<Row[]>;
  first(db: Db, values: Values<Name>): Promise<Row | undefined>;
  /** For when nobody reads what it gives: it travels with the next one (see `executeLater`). */
  later(db: Db, values: Values<Name>): Promise<void>;
  /** News only: sent behind the commit (see `executeAfterCommit`). */
  afterCommit(db: Db, values: Values<Name>): Promise<void>;
}

/** A statement that is put together once for each reach of a scope. */
export interface ScopedStatement<Name extends string, Row> {
  all(db: Db, scope: Scope, values: Values<Name>): Promise<Row[]>;
  first(db: Db, scope: Scope, values: Values<Name>): Promise<Row | undefined>;
  later(db: Db, scope: Scope, values: Values<Name>): Promise<void>;
  /** As `first`, and the last of its transaction: the commit travels with it (see `executeLast`). */
  firstAndCommit(db: Db, scope: Scope, values: Values<Name>): Promise<Row | undefined>;
}

/**
 * A statement that is put together at its first use only: for the query builder that is a good part of a small
 * request (decision 0016). Made once, beside the repository.
 *
 * @example
 * const nameOf = statement((db, slot: Slot<'id'>) =>
 *   db.selectFrom('groups').select('name').where('id', '=', slot('id')));
 * const found = await nameOf.first(tx, { id });
 */
export function statement<Name extends string, Row>(
  build: (db: Db, slot: Slot<Name>) => Compilable<Row>,
  { company }: { readonly company?: NoInfer<Name> } = {},
): Statement<Name, Row> {
  const made = once((caller: Db) => {
    // For all callers, whatever company the first one is of.
    const bare = caller.withoutPlugins();
    const db = company === undefined ? bare : inOneCompany(bare, slotNamed(company));
    return fill(build(db, slotNamed).compile(db));
  });
  const all = async (db: Db, values: Values<Name>) => (await db.executeQuery(made(db)(values))).rows;
  return {
    all,
    first: async (db, values) => (await all(db, values))[0],
    later: (db, values) => executeLater(db, made(db)(values)),
    afterCommit: (db, values) => executeAfterCommit(db, made(db)(values)),
  };
}

/** Like `statement`, for what a scope narrows: within the builder its ids are slots too. */
export function scopedStatement<Name extends string, Row>(
  build: (db: Db, scope: Scope, slot: Slot<Name>) => Compilable<Row>,
): ScopedStatement<Name, Row> {
  const [userId, companyId] = [slotNamed('scope user'), slotNamed('scope company')];
  const made = (scope: Scope) =>
    once((caller: Db) => {
      const bare = caller.withoutPlugins();
      const db = inCompanyOfScope(bare, scope);
      return fill(build(db, scope, slotNamed).compile(db));
    });
  const by = {
    system: made({ reach: 'system', userId }),
    company: made({ reach: 'company', userId, companyId }),
    user: made({ reach: 'user', userId, companyId }),
  };
  const madeFor = (scope: Scope) =>
    // A choice of administrations stands in the text: it is of few callers, and not worth a statement of its own.
    scope.reach !== 'system' && scope.administrationIds
      ? made({ ...scope, userId, companyId })
      : by[scope.reach];
  const filled = (db: Db, scope: Scope, values: Values<Name>) =>
    madeFor(scope)(db)({
      ...values,
      'scope user': scope.userId,
      'scope company': scope.reach === 'system' ? null : scope.companyId,
    });
  const all = async (db: Db, scope: Scope, values: Values<Name>) =>
    (await db.executeQuery(filled(db, scope, values))).rows;
  return {
    all,
    first: async (db, scope, values) => (await all(db, scope, values))[0],
    later: (db, scope, values) => executeLater(db, filled(db, scope, values)),
    firstAndCommit: async (db, scope, values) => (await executeLast(db, filled(db, scope, values))).rows[0],
  };
}

// PostgreSQL keeps no NUL in a text, so that no value of people can look like this.
const mark = '\0slot ';
const slotNamed = (name: string): string => mark + name;

function fill<Row>(
  compiled: CompiledQuery<Row>,
): (values: Readonly<Record<string, string | null>>) => CompiledQuery<Row> {
  const slots = compiled.parameters.map((value) => {
    if (typeof value !== 'string' || !value.includes(mark)) return null;
    if (!value.startsWith(mark)) throw new Error('a slot is a value of its own');
    return value.slice(mark.length);
  });
  return (values) => ({
    ...compiled,
    parameters: compiled.parameters.map((value, index) => {
      const slot = slots[index];
      return slot === null || slot === undefined ? value : values[slot];
    }),
  });
}

function once<Value>(make: (db: Db) => Value): (db: Db) => Value {
  let made: { readonly value: Value } | undefined;
  return (db) => (made ??= { value: make(db) }).value;
}
