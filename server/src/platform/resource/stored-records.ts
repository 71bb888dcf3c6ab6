import type { ResourceDefinition } from '#contract/resource.ts';
import type { Scope } from '../auth/scope.ts';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/database.ts';
import { noCompany } from '../db/ids.ts';
import { assertVersion, lockRow, type RowKey, softDelete } from '../db/record.ts';
import type { Tables } from '../db/schema.ts';
import { orNotFound } from '../http/problem.ts';
import { type Audit, auditOf, type AuditOptions } from './audit.ts';
import { assertUnused } from './record-links.ts';

/** Finds one record within the scope; `parent` holds what stands in its address, such as the company. */
type FindById<T> = (
  db: Db,
  scope: Scope,
  id: string,
  parent?: Readonly<Record<string, string>>,
) => Promise<T | null | undefined>;

/** A record by its id and what stands in its address before it: `{ companyId, id }`. */
export type RecordKey = RowKey & Readonly<Record<string, string>>;

/** What the services of plain records do alike, each in the transaction given. All of it answers 404 without a record. */
export interface StoredRecords<T> {
  /** Writes any other change; see `auditOf`. */
  readonly audit: Audit<T>;
  load(tx: Tx, ctx: Context, key: RecordKey): Promise<T>;
  /** Loads it locked until the transaction ends, so that two writers come one after the other. */
  lock(tx: Tx, ctx: Context, key: RecordKey): Promise<T>;
  /** Audits a record that was just inserted; gives it. */
  created(tx: Tx, ctx: Context, key: RecordKey): Promise<T>;
  /** Locks it, refuses a version that the sender has not seen (§B5), lets `write` change it, audits; gives it as it is then. */
  change(
    tx: Tx,
    ctx: Context,
    key: RecordKey,
    rowVersion: number | undefined,
    write: (before: T) => Promise<unknown>,
  ): Promise<T>;
  /** Locks it, refuses what others use, lets `alsoRemove` take what goes with it, puts it in the trash (§B6), audits. */
  remove(tx: Tx, ctx: Context, key: RecordKey, alsoRemove?: (before: T) => Promise<unknown>): Promise<void>;
}

/**
 * Makes what the service of a resource needs of its table.
 *
 * @example
 * const records = storedRecords(modules, 'modules', findById, { hidden: ['deleted'] });
 * return records.change(tx, ctx, { id }, body.rowVersion, () => updateRow(tx, ctx, 'modules', { id }, { name }));
 */
export function storedRecords<T extends { readonly id: string; readonly rowVersion: number }>(
  resource: ResourceDefinition,
  table: keyof Tables,
  findById: FindById<T>,
  options: AuditOptions<T> = {},
): StoredRecords<T> {
  const audit = auditOf(resource, options);
  const load = async (tx: Tx, ctx: Context, { id, ...parent }: RecordKey) =>
    orNotFound(await findById(tx, ctx.scope, id, parent));
  const lock = async (tx: Tx, ctx: Context, key: RecordKey) => {
    await lockRow(tx, table, key);
    return load(tx, ctx, key);
  };
  return {
    audit,
    load,
    lock,
    created: async (tx, ctx, key) => audit(tx, ctx, { after: await load(tx, ctx, key) }),
    async change(tx, ctx, key, rowVersion, write) {
      const before = await lock(tx, ctx, key);
      assertVersion(before, rowVersion);
      await write(before);
      return audit(tx, ctx, { before, after: await load(tx, ctx, key) });
    },
    async remove(tx, ctx, key, alsoRemove) {
      const before = await lock(tx, ctx, key);
      await assertUnused(tx, ctx, resource, { companyId: noCompany, ...key });
      await alsoRemove?.(before);
      await softDelete(tx, ctx, table, key);
      await audit(tx, ctx, { before });
    },
  };
}
