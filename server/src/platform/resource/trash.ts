import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ResourceDefinition } from '#contract/resource.ts';
import { type Scope, within } from '../auth/scope.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { changedBy, type ChildTable } from '../db/record.ts';
import type { Tables } from '../db/schema.ts';

/** A record in the trash; of no company for modules and system groups. */
export interface TrashedRecord {
  readonly id: string;
  readonly companyId: string | null;
}

/** A kind of record that goes to the trash when it is deleted, as the trash works with it. */
export interface TrashKind {
  /** The permission name of its resource. */
  readonly entity: string;
  /** The resource's path, for live events. */
  readonly path: string;
  /** Field id by the unique constraint that a restored record may run into. */
  readonly uniqueFields: Readonly<Record<string, string>>;
  /**
   * `select id, company_id, name, deleted_at, deleted_by`: what is in the trash by itself, within the scope. What was
   * deleted along with its owner is not.
   */
  readonly deleted: (scope: Scope) => RawBuilder<unknown>;
  /** Restores a record of `deleted`, with all that was deleted along with it. Fails if a unique value was taken. */
  readonly restore: (tx: Tx, ctx: Context, record: TrashedRecord) => Promise<void>;
  /** Deletes a record for good, with what belongs to it. Fails if something still refers to it. */
  readonly purge: (tx: Tx, record: TrashedRecord) => Promise<void>;
}

/** How records of one table with audit columns go to the trash. */
export interface TrashOptions {
  readonly table: keyof Tables;
  /** What the record is called in the trash. */
  readonly name: RawBuilder<unknown>;
  /** The column with the company; `company_id` if absent. Null: of no company, for the scope `system` only. */
  readonly company?: string | null;
  /** Who sees a deleted record, where the company alone does not say it. */
  readonly visible?: (scope: Scope) => Expression<SqlBool>;
  /** Only while this holds does a record stand by itself: its owner is not in the trash. */
  readonly standsAlone?: RawBuilder<unknown>;
  /** Rows that are deleted along (`softDelete`): they are restored along too. */
  readonly children?: readonly ChildTable[];
  readonly uniqueFields?: Readonly<Record<string, string>>;
  /** Runs after a restore in its transaction, and may refuse it by throwing. */
  readonly afterRestore?: (tx: Tx, ctx: Context, record: TrashedRecord) => Promise<void>;
  /** Statements that clear the way for a purge. */
  readonly beforePurge?: (record: TrashedRecord) => readonly RawBuilder<unknown>[];
}

/** What the trash does with the records of a resource. */
export function trashKind(
  { permission: entity, path }: Pick<ResourceDefinition, 'permission' | 'path'>,
  {
    table,
    name,
    company = 'company_id',
    visible = (scope) => reached(scope, table, company),
    standsAlone = sql`true`,
    children = [],
    uniqueFields = {},
    afterRestore,
    beforePurge = () => [],
  }: TrashOptions,
): TrashKind {
  const ref = sql.table(table);
  // Keys of tenants' tables start with the company.
  const keyOf = (alias: string, { id, companyId }: TrashedRecord) =>
    company === null || companyId === null
      ? sql`${sql.ref(`${alias}.id`)} = ${id}`
      : sql`${sql.ref(`${alias}.${company}`)} = ${companyId} and ${sql.ref(`${alias}.id`)} = ${id}`;
  return {
    entity,
    path,
    uniqueFields,
    deleted: (scope) => sql`
      select ${sql.ref(`${table}.id`)}, ${company === null ? sql`null::uuid` : sql.ref(`${table}.${company}`)} as company_id,
        ${name} as name, ${sql.ref(`${table}.deleted_at`)}, ${sql.ref(`${table}.deleted_by`)}
      from ${ref}
      where ${sql.ref(`${table}.deleted_at`)} is not null and ${visible(scope)} and ${standsAlone}`,
    async restore(tx, ctx, record) {
      const { updated_at, updated_by } = changedBy(ctx);
      for (const child of children) {
        // A moment alone could be shared by chance; with the person it is the same delete.
        await sql`update ${sql.table(child.table)} set deleted_at = null, deleted_by = null
          from ${ref} as owner
          where ${keyOf('owner', record)} and ${sql.ref(`${child.table}.company_id`)} = ${record.companyId}
            and ${sql.ref(`${child.table}.${child.owner}`)} = owner.id
            and ${sql.ref(`${child.table}.deleted_at`)} = owner.deleted_at
            and ${sql.ref(`${child.table}.deleted_by`)} is not distinct from owner.deleted_by`.execute(tx);
      }
      await sql`update ${ref} set deleted_at = null, deleted_by = null, updated_at = ${updated_at}, updated_by = ${updated_by},
        row_version = row_version + 1 where ${keyOf(table, record)} and deleted_at is not null`.execute(tx);
      await afterRestore?.(tx, ctx, record);
    },
    async purge(tx, record) {
      for (const statement of beforePurge(record)) await statement.execute(tx);
      await sql`delete from ${ref} where ${keyOf(table, record)} and deleted_at is not null`.execute(tx);
    },
  };
}

/** Holds while the company of the table's rows is not in the trash itself. */
export function companyStays(table: keyof Tables): RawBuilder<unknown> {
  return sql`exists (select from companies c where c.id = ${sql.ref(`${table}.company_id`)} and c.deleted_at is null)`;
}

function reached(scope: Scope, table: string, company: string | null): Expression<SqlBool> {
  return company === null
    ? sql<SqlBool>`${sql.lit(scope.reach === 'system')}`
    : within(scope, `${table}.${company}`);
}
