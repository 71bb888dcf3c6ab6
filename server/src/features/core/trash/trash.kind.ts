import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { changedBy } from '#server/platform/db/record.ts';

/** A record in the trash; of no company for modules and system groups. */
export interface TrashedRecord {
  readonly id: string;
  readonly companyId: string | null;
}

/** A kind of record that goes to the trash when it is deleted. Areas to the left register theirs through `app`. */
export interface TrashKind {
  /** The permission name of its resource. Seeing it in the trash needs `{entity}.read`, putting it back `{entity}.create`. */
  readonly entity: string;
  /** The resource's path, for live events. */
  readonly path: string;
  /**
   * `select id, company_id, name, deleted_at, deleted_by`: what is in the trash by itself, within the scope. What went
   * along with its owner is not.
   */
  readonly deleted: (scope: Scope) => RawBuilder<unknown>;
  /** Puts a record of `deleted` back, with all that went along. A unique value that was taken meanwhile may just fail. */
  readonly restore: (tx: Tx, ctx: Context, record: TrashedRecord) => Promise<void>;
  /** Takes a record out of the database for good, with what belongs to it and its files. What is pointed at may just fail. */
  readonly purge: (tx: Tx, record: TrashedRecord) => Promise<void>;
}

/** What makes a kind of the trash of one table. */
export interface TrashTable {
  readonly entity: string;
  readonly path: string;
  readonly table: string;
  readonly name: RawBuilder<unknown>;
  /** The column with the company; `company_id` unless told. Null: of no company, for who reaches everything. */
  readonly company?: string | null;
  /** Only while this holds does a record stand by itself: its owner is not in the trash. */
  readonly standsAlone?: RawBuilder<unknown>;
  /** Tables whose rows went along, and the column that points here: they come back if they left in the same moment. */
  readonly along?: readonly { readonly table: string; readonly owner: string }[];
  /** Statements that clear the way for a purge. */
  readonly before?: (record: TrashedRecord) => readonly RawBuilder<unknown>[];
}

/** The usual kind: one table with the audit columns. */
export function trashTable({
  entity,
  path,
  table,
  name,
  company = 'company_id',
  standsAlone = sql`true`,
  along = [],
  before = () => [],
}: TrashTable): TrashKind {
  const ref = sql.table(table);
  // Keys of tenants' tables start with the company.
  const keyOf = (alias: string, { id, companyId }: TrashedRecord) =>
    company === null || companyId === null
      ? sql`${sql.ref(`${alias}.id`)} = ${id}`
      : sql`${sql.ref(`${alias}.${company}`)} = ${companyId} and ${sql.ref(`${alias}.id`)} = ${id}`;
  return {
    entity,
    path,
    deleted: (scope) => sql`
      select ${sql.ref(`${table}.id`)}, ${company === null ? sql`null::uuid` : sql.ref(`${table}.${company}`)} as company_id, ${name} as name,
        ${sql.ref(`${table}.deleted_at`)}, ${sql.ref(`${table}.deleted_by`)}
      from ${ref}
      where ${sql.ref(`${table}.deleted_at`)} is not null and ${reached(scope, table, company)} and ${standsAlone}`,
    async restore(tx, ctx, record) {
      const { updated_at, updated_by } = changedBy(ctx);
      for (const { table: other, owner } of along) {
        // A moment alone could be shared by chance; with the person it is the same delete.
        await sql`update ${sql.table(other)} set deleted_at = null, deleted_by = null
          from ${ref} as gone
          where ${keyOf('gone', record)} and ${sql.ref(`${other}.company_id`)} = ${record.companyId} and ${sql.ref(`${other}.${owner}`)} = gone.id
            and ${sql.ref(`${other}.deleted_at`)} = gone.deleted_at and ${sql.ref(`${other}.deleted_by`)} is not distinct from gone.deleted_by`.execute(
          tx,
        );
      }
      await sql`update ${ref} set deleted_at = null, deleted_by = null, updated_at = ${updated_at}, updated_by = ${updated_by},
        row_version = row_version + 1 where ${keyOf(table, record)} and deleted_at is not null`.execute(tx);
    },
    async purge(tx, record) {
      for (const statement of before(record)) await statement.execute(tx);
      await sql`delete from ${ref} where ${keyOf(table, record)} and deleted_at is not null`.execute(tx);
    },
  };
}

function reached(scope: Scope, table: string, company: string | null): Expression<SqlBool> {
  return company === null
    ? sql<SqlBool>`${sql.lit(scope.reach === 'system')}`
    : within(scope, `${table}.${company}`);
}
