import type { ListQuery } from '#contract/list-query.ts';
import type { ResourceDefinition } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange, type Writer } from '#server/platform/db/history.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { type ChildTable, removeChild } from './child-records.repository.ts';
import { findOwner, mayUpdate, type Owner } from './owners.ts';

/** A kind of child record. */
export interface ChildKind<Stored, Shown> {
  readonly resource: ResourceDefinition;
  readonly table: ChildTable;
  /** What the history of the owner calls it, in verbs and as a field. */
  readonly word: 'note' | 'attachment';
  readonly list: (db: Db, owner: Owner, query: ListQuery) => Promise<Page<Stored>>;
  readonly findById: (db: Db, owner: Owner, id: string) => Promise<Stored | undefined>;
  /** The text by which the history shows it. */
  readonly nameOf: (stored: Stored) => string;
  /** As the caller sees it; `mayUpdateOwner` lets them remove those of others too (§B9). */
  readonly asRecord: (ctx: Context, stored: Stored, mayUpdateOwner: boolean) => Shown;
}

/** Lists and removes the child records of one kind, for callers who may read the owner. */
export function childService<Stored, Shown extends { readonly canDelete: boolean }>(
  child: ChildKind<Stored, Shown>,
) {
  return {
    async list(
      ctx: Context,
      kinds: readonly OwnerKind[],
      entityId: string,
      query: ListQuery,
    ): Promise<Page<Shown>> {
      const owner = await findOwner(ctx, kinds, entityId);
      const mayUpdateOwner = await mayUpdate(ctx, owner);
      const page = await child.list(ctx.db, owner, query);
      return { ...page, rows: page.rows.map((stored) => child.asRecord(ctx, stored, mayUpdateOwner)) };
    },
    async remove(ctx: Context, kinds: readonly OwnerKind[], entityId: string, id: string): Promise<void> {
      const owner = await findOwner(ctx, kinds, entityId);
      const mayUpdateOwner = await mayUpdate(ctx, owner);
      await ctx.transaction(async (tx) => {
        const stored = orNotFound(await child.findById(tx, owner, id));
        if (!child.asRecord(ctx, stored, mayUpdateOwner).canDelete) throw problem.forbidden();
        orNotFound((await removeChild(tx, ctx, child.table, owner, id)) || undefined);
        await auditChild(tx, ctx, owner, child, { before: child.nameOf(stored) });
      });
    },
  };
}

/** Writes a child record that was added or removed into the history of its owner, and notifies open screens. */
export async function auditChild(
  tx: Tx,
  ctx: Writer & Pick<Context, 'events'>,
  { kind, entityId, companyId }: Owner,
  { resource, word }: Pick<ChildKind<never, never>, 'resource' | 'word'>,
  { before, after }: { readonly before?: string; readonly after?: string },
): Promise<void> {
  await recordChange(tx, ctx, {
    entity: kind.entity,
    entityId,
    companyId,
    verb: `${after === undefined ? 'remove' : 'add'}-${word}`,
    ...(before === undefined ? {} : { before: { [word]: before } }),
    ...(after === undefined ? {} : { after: { [word]: after } }),
  });
  await ctx.events.publish(tx, { resource: resource.path, companyId, id: entityId });
}
