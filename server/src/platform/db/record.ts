import { type InsertType, type RawBuilder, sql } from 'kysely';
import { problem } from '../http/problem.ts';
import { type Db, type Tx, violatedConstraint } from './database.ts';
import type { Change, Writer } from './history.ts';
import { isId, newId } from './ids.ts';
import type { AuditColumns, Tables } from './schema.ts';
import { type SnakeCase, snakeCase } from './snake-case.ts';

/** Who made a new record, and when. */
export function madeBy(ctx: Writer): {
  created_at: string;
  created_by: string | null;
  updated_at: string;
  updated_by: string | null;
} {
  const at = ctx.now().toISOString();
  return { created_at: at, created_by: ctx.caller.userId, updated_at: at, updated_by: ctx.caller.userId };
}

/** Who changed a record, and when; its version goes up. */
export function changedBy(ctx: Writer): {
  updated_at: string;
  updated_by: string | null;
  row_version: RawBuilder<number>;
} {
  return {
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
    row_version: sql<number>`row_version + 1`,
  };
}

/** Puts a record in the trash; after 30 days it is purged (§B6). */
export function removedBy(ctx: Writer): { deleted_at: string; deleted_by: string | null } {
  return { deleted_at: ctx.now().toISOString(), deleted_by: ctx.caller.userId };
}

/** Which row of a table: tables of tenants have the key (company, id). */
export interface RowKey {
  readonly id: string;
  /** Absent in tables without a company, and where the id alone is known. */
  readonly companyId?: string;
}

const whereKey = ({ id, companyId }: RowKey) =>
  companyId === undefined ? sql`id = ${id}` : sql`company_id = ${companyId} and id = ${id}`;
const isKey = ({ id, companyId }: RowKey) => isId(id) && (companyId === undefined || isId(companyId));

/** Locks a row until the transaction ends, so that two writers come one after the other. No row, no lock. */
export async function lockRow(tx: Tx, table: keyof Tables, key: RowKey): Promise<void> {
  if (!isKey(key)) return;
  await sql`select from ${sql.table(table)} where ${whereKey(key)} for update`.execute(tx);
}

/** Whether a row exists and is not in the trash. */
export async function rowExists(db: Db, table: RecordTable, key: RowKey): Promise<boolean> {
  if (!isKey(key)) return false;
  const found =
    await sql`select from ${sql.table(table)} where ${whereKey(key)} and deleted_at is null`.execute(db);
  return found.rows.length > 0;
}

/** Rows that are deleted along with their owner: their table, and its column that refers to the owner. */
export interface ChildTable {
  readonly table: keyof Tables;
  readonly owner: string;
}

const whereOwner = ({ owner }: ChildTable, { id, companyId }: RowKey) =>
  companyId === undefined
    ? sql`${sql.ref(owner)} = ${id}`
    : sql`company_id = ${companyId} and ${sql.ref(owner)} = ${id}`;

/**
 * Puts a row with audit columns in the trash, and its children with it (§B6); gives whether it was not there yet. The
 * same moment and person tell a restore which children were deleted along.
 */
export async function softDelete(
  tx: Tx,
  ctx: Writer,
  table: keyof Tables,
  key: RowKey,
  children: readonly ChildTable[] = [],
): Promise<boolean> {
  if (!isKey(key)) return false;
  const [at, userId] = [ctx.now().toISOString(), ctx.caller.userId];
  for (const child of children) {
    await sql`update ${sql.table(child.table)} set deleted_at = ${at}, deleted_by = ${userId}
      where ${whereOwner(child, key)} and deleted_at is null`.execute(tx);
  }
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set deleted_at = ${at}, deleted_by = ${userId}, updated_at = ${at}, updated_by = ${userId}, row_version = row_version + 1
    where ${whereKey(key)} and deleted_at is null`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Values of a row by wire name: `firstName` is the column `first_name`. What is undefined is left out; a value without a
 * column does not compile, unless it hides in an object of a narrower type.
 */
export type RowValues<T extends keyof Tables, V> = {
  readonly [Name in keyof V]: SnakeCase<Name & string> extends keyof Tables[T]
    ? InsertType<Tables[T][SnakeCase<Name & string>]> | RawBuilder<unknown> | undefined
    : never;
};

/** A table with audit columns. */
type RecordTable = { [T in keyof Tables]: Tables[T] extends AuditColumns ? T : never }[keyof Tables];

/**
 * Inserts a row with audit columns; gives its id. What is undefined becomes the default of its column.
 */
export async function insertRow<T extends RecordTable, V extends RowValues<T, V>>(
  tx: Tx,
  ctx: Writer,
  table: T,
  values: V,
  uniqueFields: UniqueFields = {},
): Promise<string> {
  const [id = ''] = await insertRows(tx, ctx, table, [values], uniqueFields);
  return id;
}

// PostgreSQL takes 65,535 parameters a statement.
const maxInsertedRows = 1000;

/** Like `insertRow`, for many rows with the same columns; gives their ids in order. */
export async function insertRows<T extends RecordTable, V extends RowValues<T, V>>(
  tx: Tx,
  ctx: Writer,
  table: T,
  all: readonly V[],
  uniqueFields: UniqueFields = {},
): Promise<string[]> {
  const rows = all.map((values) => ({ ...values, id: newId(ctx.now().getTime()), ...madeBy(ctx) }));
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(snakeCase(name)));
  for (let index = 0; index < rows.length; index += maxInsertedRows) {
    const tuples = rows
      .slice(index, index + maxInsertedRows)
      .map(
        (row) =>
          sql`(${sql.join(Object.values(row).map((value: unknown) => (value === undefined ? sql`default` : value)))})`,
      );
    await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(tuples)}`
      .execute(tx)
      .catch(asTakenField(uniqueFields));
  }
  return rows.map(({ id }) => id);
}

/**
 * Changes a row with audit columns; its version goes up. What is undefined stays as it is.
 */
export async function updateRow<T extends RecordTable, V extends RowValues<T, V>>(
  tx: Tx,
  ctx: Writer,
  table: T,
  key: RowKey,
  values: V,
  uniqueFields: UniqueFields = {},
): Promise<void> {
  const row = Object.entries({ ...values, ...changedBy(ctx) }).filter(([, value]) => value !== undefined);
  await sql`update ${sql.table(table)} set ${sql.join(row.map(([name, value]) => sql`${sql.ref(snakeCase(name))} = ${value}`))}
    where ${whereKey(key)}`
    .execute(tx)
    .catch(asTakenField(uniqueFields));
}

/** Field id by the name of the unique constraint that a write may violate. */
export type UniqueFields = Readonly<Record<string, string>>;

/** For `.catch` of a write: turns the violation of a unique constraint into `taken` at its field. */
export function asTakenField(fields: UniqueFields): (error: unknown) => never {
  return (error) => {
    const field = fields[violatedConstraint(error) ?? ''];
    if (field === undefined) throw error;
    throw problem.validation({ [field]: ['taken'] });
  };
}

/** Refuses to overwrite what the sender has not seen (§B5); without a version the last write wins. */
export function assertVersion<T extends { readonly rowVersion: number }>(
  current: T,
  sent: number | undefined,
): void {
  if (sent !== undefined && sent !== current.rowVersion) throw problem.of('stale', { current });
}

/**
 * Like `assertVersion`, for a record that does not say itself who changed it last and when: its history does (§B1). The
 * record is asked for only when it is to be shown.
 */
export async function assertVersionByHistory(
  db: Db,
  key: Pick<Change, 'companyId' | 'entity' | 'entityId'>,
  versions: { readonly stored: number; readonly sent: number | undefined },
  current: () => Promise<{ readonly rowVersion: number }>,
): Promise<void> {
  if (versions.sent === undefined || versions.sent === versions.stored) return;
  const last = await db
    .selectFrom('history')
    .where('company_id', '=', key.companyId)
    .where('entity', '=', key.entity)
    .where('entity_id', '=', key.entityId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select(['user_name as updatedBy', 'at as updatedAt'])
    .limit(1)
    .executeTakeFirst();
  throw problem.of('stale', { current: { ...(await current()), ...last } });
}
