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

/** How the history shows the records of a resource. */
export interface AuditOptions<T> {
  /** The record as its history shows it, by wire field; absent: all its fields but the hidden ones. */
  readonly snapshot?: (record: T) => Readonly<Record<string, unknown>>;
  /** Fields that the history does not show, such as computed ones: `fullName`, `address.fullAddress`. */
  readonly hidden?: readonly string[];
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
 * const audit = auditOf<Module>(modules, { hidden: ['deleted'] });
 * return audit(tx, ctx, { before, after: await load(tx, ctx, id) });
 */
export function auditOf<T extends { readonly id: string }>(
  { permission: entity, path: resource }: Pick<ResourceDefinition, 'permission' | 'path'>,
  {
    hidden = [],
    snapshot = (record) => flatFields(record, hidden),
    companyOf = companyIdOf,
    notify,
  }: AuditOptions<T> = {},
): Audit<T> {
  return async (tx, ctx, { before, after, verb = defaultVerb(before, after) }) => {
    const record = after ?? before;
    if (!record) throw new Error(`a change of ${entity} without a record`);
    const [id, companyId] = [record.id, companyOf(record)];
    const [old, now] = [before && snapshot(before), after && snapshot(after)];
    await recordChange(tx, ctx, {
      entity,
      entityId: id,
      companyId,
      verb,
      ...(old ? { before: old } : {}),
      ...(now ? { after: now } : {}),
    });
    if (old && now)
      for (const { fields, run } of ctx.links.changed.get(resource) ?? [])
        if (fields.some((field) => old[field] !== now[field])) await run(tx, ctx, { id, companyId });
    if (notify) await notify(tx, ctx, record, before);
    else await ctx.events.publish(tx, { resource, companyId, id });
    return record;
  };
}

/** The fields of a record, those of objects inside it by dotted name: `address.street`. */
export function flatFields(record: object, hidden: readonly string[] = []): Record<string, unknown> {
  const fields = Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([part, inner]: [string, unknown]) => [`${name}.${part}`, inner] as const)
      : [[name, value] as const],
  );
  return Object.fromEntries(fields.filter(([name]) => !hidden.includes(name)));
}

function defaultVerb(before: unknown, after: unknown): string {
  if (before === undefined) return 'create';
  return after === undefined ? 'remove' : 'update';
}

/** The company of a record by its field `companyId`; `noCompany` where it has none. */
export function companyIdOf(record: object): string {
  return 'companyId' in record && typeof record.companyId === 'string' ? record.companyId : noCompany;
}
