import type { ResourceDefinition } from '#contract/resource.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { recordChange } from '../db/history.ts';
import { noCompany } from '../db/ids.ts';

/** A change of one record. Without `before` it was created, without `after` removed. */
export interface RecordChange<T> {
  readonly before?: T | undefined;
  readonly after?: T | undefined;
  /** The business word in the history; absent: `create`, `update` or `remove`. */
  readonly verb?: string;
}

/** Writes a change to the history and notifies open screens; gives the record as it is now. */
export type Audit<T> = (tx: Tx, ctx: Context, change: RecordChange<T>) => Promise<T>;

interface AuditOptions<T> {
  /** The record as its history shows it, by wire field. */
  readonly snapshot: (record: T) => Readonly<Record<string, unknown>>;
  /** The company that the record belongs to; absent: its `companyId`, or none. */
  readonly companyOf?: (record: T) => string;
  /** Notifies open screens; absent: of the record by its id. */
  readonly notify?: (tx: Tx, ctx: Context, record: T, before: T | undefined) => Promise<void>;
}

/**
 * Makes the function that writes the history of a resource's records and notifies open screens, both in the
 * transaction of the change. Without a difference no line is written.
 *
 * @example
 * const audit = auditOf(modules, { snapshot: ({ id, name, code }: Module) => ({ id, name, code }) });
 * return audit(tx, ctx, { before, after: await load(tx, ctx, id) });
 */
export function auditOf<T extends { readonly id: string }>(
  { permission: entity, path: resource }: Pick<ResourceDefinition, 'permission' | 'path'>,
  { snapshot, companyOf = companyIdOf, notify }: AuditOptions<T>,
): Audit<T> {
  return async (tx, ctx, { before, after, verb = defaultVerb(before, after) }) => {
    const record = after ?? before;
    if (!record) throw new Error(`a change of ${entity} without a record`);
    const [id, companyId] = [record.id, companyOf(record)];
    await recordChange(tx, ctx, {
      entity,
      entityId: id,
      companyId,
      verb,
      ...(before ? { before: snapshot(before) } : {}),
      ...(after ? { after: snapshot(after) } : {}),
    });
    if (notify) await notify(tx, ctx, record, before);
    else await ctx.events.publish(tx, { resource, companyId, id });
    return record;
  };
}

function defaultVerb(before: unknown, after: unknown): string {
  if (before === undefined) return 'create';
  return after === undefined ? 'remove' : 'update';
}

/** The company of a record by its field `companyId`; `noCompany` where it has none. */
export function companyIdOf(record: object): string {
  return 'companyId' in record && typeof record.companyId === 'string' ? record.companyId : noCompany;
}
