import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { problem } from '../http/problem.ts';
import { type Db, type Tx, violatedConstraint } from './database.ts';
import type { Change } from './history.ts';
import { isId } from './ids.ts';
import type { Tables } from './schema.ts';

type Who = Pick<Context, 'caller' | 'now'>;

/** Who made a new record, and when. */
export function madeBy(ctx: Who): {
  created_at: string;
  created_by: string;
  updated_at: string;
  updated_by: string;
} {
  const at = ctx.now().toISOString();
  return { created_at: at, created_by: ctx.caller.userId, updated_at: at, updated_by: ctx.caller.userId };
}

/** Who changed a record, and when; its version goes up. */
export function changedBy(ctx: Who): {
  updated_at: string;
  updated_by: string;
  row_version: RawBuilder<number>;
} {
  return {
    updated_at: ctx.now().toISOString(),
    updated_by: ctx.caller.userId,
    row_version: sql<number>`row_version + 1`,
  };
}

/** Puts a record in the trash; after 30 days it is purged (§B6). */
export function removedBy(ctx: Who): { deleted_at: string; deleted_by: string } {
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

/** Rows that are deleted along with their owner: their table, and its column that refers to the owner. */
export interface ChildTable {
  readonly table: keyof Tables;
  readonly owner: string;
}

/**
 * Puts a row with audit columns in the trash, and its children with it (§B6); gives whether it was not there yet. The
 * same moment and person tell a restore which children were deleted along.
 */
export async function softDelete(
  tx: Tx,
  ctx: Who,
  table: keyof Tables,
  key: RowKey,
  children: readonly ChildTable[] = [],
): Promise<boolean> {
  if (!isKey(key)) return false;
  const [at, userId] = [ctx.now().toISOString(), ctx.caller.userId];
  for (const child of children) {
    await sql`update ${sql.table(child.table)} set deleted_at = ${at}, deleted_by = ${userId}
      where company_id = ${key.companyId} and ${sql.ref(child.owner)} = ${key.id} and deleted_at is null`.execute(
      tx,
    );
  }
  const { numAffectedRows } = await sql`update ${sql.table(table)}
    set deleted_at = ${at}, deleted_by = ${userId}, updated_at = ${at}, updated_by = ${userId}, row_version = row_version + 1
    where ${whereKey(key)} and deleted_at is null`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * For `.catch` of a write: turns the violation of a unique constraint into `taken` at its field.
 *
 * @param fields field id by the name of the constraint
 */
export function asTakenField(fields: Readonly<Record<string, string>>): (error: unknown) => never {
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
