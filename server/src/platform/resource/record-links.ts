import { type SelectQueryBuilder, sql } from 'kysely';
import type { UsedBy } from '#contract/problem.ts';
import { kindName } from '#contract/problem-texts.ts';
import type { ResourceDefinition } from '#contract/resource.ts';
import type { Scope } from '../auth/scope.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import type { TrashedRecord } from './trash.ts';

/** A record that is about to be deleted. A company is its own company. */
export interface LinkedRecord {
  readonly id: string;
  readonly companyId: string;
}

/** Finds what uses a record: `count` is all of it, `first` at most five that the caller may read (§B6). */
export type RecordUse = (
  tx: Tx,
  ctx: Context,
  record: LinkedRecord,
) => Promise<{ readonly count: number; readonly first: readonly UsedBy[] }>;

/**
 * For a `RecordUse`: counts records of a resource, and reads the first five that the caller may read.
 *
 * @param readable the same records within the scope, in their order, by id and name
 */
export async function findUseOf<DB, TB extends keyof DB>(
  ctx: Context,
  { path, permission }: Pick<ResourceDefinition, 'path' | 'permission'>,
  records: SelectQueryBuilder<DB, TB, object>,
  readable: (scope: Scope) => SelectQueryBuilder<DB, TB, { id: string; name: string }>,
): ReturnType<RecordUse> {
  const { count } = await records
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  const reader = ctx.reach(`${permission}.read`);
  if (count === 0 || !reader) return { count, first: [] };
  const found = await readable(reader.scope).limit(5).execute();
  return { count, first: found.map((record) => ({ resource: path, ...record })) };
}

/** Runs when something happens to a record, in the same transaction; it may refuse by throwing. */
export type RecordHandler = (tx: Tx, ctx: Context, record: LinkedRecord) => Promise<void>;

/** Runs when a record is deleted for good, in the same transaction. */
export type PurgeHandler = (tx: Tx, record: TrashedRecord) => Promise<void>;

/** What happens when one of these fields of a record of another resource changes, by the names of its history. */
export interface ChangeLink {
  readonly target: ResourceDefinition;
  readonly fields: readonly string[];
  readonly run: RecordHandler;
}

/** What a resource says about the records of other resources. */
export interface LinksOfSlice {
  /** Records that this resource uses, and so keeps from being deleted (§B6). */
  readonly blocks?: readonly { readonly target: ResourceDefinition; readonly findUse: RecordUse }[];
  /** What it does when a record of another resource goes to the trash. */
  readonly onRemoved?: readonly { readonly target: ResourceDefinition; readonly run: RecordHandler }[];
  /** What it does when fields of a record of another resource change. */
  readonly onChanged?: readonly ChangeLink[];
  /** What it checks before a record of another resource is made active. */
  readonly beforeActivated?: readonly { readonly target: ResourceDefinition; readonly run: RecordHandler }[];
  /** What it does right before a record of another resource is deleted for good. */
  readonly onPurged?: readonly { readonly target: ResourceDefinition; readonly run: PurgeHandler }[];
}

/** What all resources say about records, by the path of the target. */
export interface RecordLinks {
  readonly uses: ReadonlyMap<string, readonly RecordUse[]>;
  readonly removed: ReadonlyMap<string, readonly RecordHandler[]>;
  readonly changed: ReadonlyMap<string, readonly ChangeLink[]>;
  readonly activated: ReadonlyMap<string, readonly RecordHandler[]>;
}

/** Groups what all slices say by its target. */
export function recordLinks(slices: readonly LinksOfSlice[]): RecordLinks {
  return {
    uses: byTarget(slices.flatMap(({ blocks = [] }) => blocks.map((one) => ({ ...one, does: one.findUse })))),
    removed: byTarget(
      slices.flatMap(({ onRemoved = [] }) => onRemoved.map((one) => ({ ...one, does: one.run }))),
    ),
    changed: byTarget(
      slices.flatMap(({ onChanged = [] }) => onChanged.map((one) => ({ ...one, does: one }))),
    ),
    activated: byTarget(
      slices.flatMap(({ beforeActivated = [] }) => beforeActivated.map((one) => ({ ...one, does: one.run }))),
    ),
  };
}

function byTarget<Does>(links: readonly { readonly target: ResourceDefinition; readonly does: Does }[]) {
  const groups = Map.groupBy(links, ({ target }) => target.path);
  return new Map([...groups].map(([path, all]) => [path, all.map(({ does }) => does)]));
}

/**
 * Refuses to delete a record that others use (§B6).
 *
 * @throws Problem `in-use` with all that uses the record
 */
export async function assertUnused(
  tx: Tx,
  ctx: Context,
  { path }: ResourceDefinition,
  record: LinkedRecord,
): Promise<void> {
  let count = 0;
  const first: UsedBy[] = [];
  for (const findUse of ctx.links.uses.get(path) ?? []) {
    const found = await findUse(tx, ctx, record);
    count += found.count;
    first.push(...found.first.map((used) => ({ ...used, kind: kindName(ctx.language, used.resource) })));
  }
  if (count > 0) throw problem.of('in-use', { usedBy: { count, first: first.slice(0, 5) } });
}

/** Runs what other resources do when a record goes to the trash, or check before it is made active. */
export async function runHandlers(
  tx: Tx,
  ctx: Context,
  event: 'removed' | 'activated',
  { path }: ResourceDefinition,
  record: LinkedRecord,
): Promise<void> {
  for (const run of ctx.links[event].get(path) ?? []) await run(tx, ctx, record);
}
