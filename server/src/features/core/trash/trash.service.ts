import { type trash, trashDays } from '#contract/core/trash.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { kindName } from '#contract/problem-texts.ts';
import type { Row } from '#contract/resource.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { violatedConstraint } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { TrashKind } from '#server/platform/resource/trash.ts';
import * as repository from './trash.repository.ts';

const dayMs = 24 * 3600 * 1000;

/** The moment before which a delete is for good. */
export function trashEdge(now: Date): string {
  return new Date(now.getTime() - trashDays * dayMs).toISOString();
}

/** What the caller could read if it were not deleted. */
export async function list(
  ctx: Context,
  kinds: readonly TrashKind[],
  query: ListQuery,
): Promise<Page<Row<typeof trash>>> {
  const visible = kinds.flatMap((kind) => visibleTo(ctx, kind, 'read') ?? []);
  if (visible.length === 0) return { rows: [], ...(query.count ? { count: 0 } : {}) };
  const { rows, ...rest } = await repository.list(ctx.db, visible, trashEdge(ctx.now()), query);
  return {
    ...rest,
    rows: rows.map((row) => ({
      ...row,
      purgedAt: new Date(Date.parse(row.deletedAt) + trashDays * dayMs).toISOString(),
    })),
  };
}

/** All of it for an export, each record with what it is in words. */
export async function* stream(ctx: Context, kinds: readonly TrashKind[], query: ListQuery) {
  const visible = kinds.flatMap((kind) => visibleTo(ctx, kind, 'read') ?? []);
  if (visible.length === 0) return;
  for await (const row of repository.stream(ctx.db, visible, trashEdge(ctx.now()), query)) {
    yield { ...row, kind: kindName(ctx.language, row.entity) ?? row.entity };
  }
}

/** Puts a record back, with what went along with it. */
export async function restore(
  ctx: Context,
  kinds: readonly TrashKind[],
  entity: string,
  id: string,
): Promise<{ id: string; entity: string; name: string }> {
  const kind = orNotFound(kinds.find((known) => known.entity === entity));
  const visible = visibleTo(ctx, kind, 'create');
  if (!visible) throw problem.forbidden();
  const within = { ...ctx, scope: visible.scope };
  return ctx
    .transaction(async (tx) => {
      await repository.lock(tx, id);
      const found = orNotFound(await repository.find(tx, visible, trashEdge(ctx.now()), id));
      await kind.restore(tx, within, found);
      const companyId = found.companyId ?? noCompany;
      await recordChange(tx, ctx, { entity, entityId: id, companyId, verb: 'restore' });
      await ctx.events.publish(tx, { resource: kind.path, companyId, id });
      return { id, entity, name: found.name };
    })
    .catch(asTaken(kind.uniqueFields));
}

// As far as the right to the trash and the right to the record both reach.
function visibleTo(
  ctx: Context,
  kind: TrashKind,
  verb: 'read' | 'create',
): repository.VisibleKind | undefined {
  const scope = ctx.reach(`${kind.entity}.${verb}`)?.scope;
  return scope && { kind, scope: narrower(ctx.scope, scope) };
}

const width: Readonly<Record<Scope['reach'], number>> = { user: 0, company: 1, system: 2 };

function narrower(a: Scope, b: Scope): Scope {
  return width[a.reach] <= width[b.reach] ? a : b;
}

// Unique values were free while the record was in the trash (§B6).
function asTaken(uniqueFields: TrashKind['uniqueFields']): (error: unknown) => never {
  return (error) => {
    const constraint = violatedConstraint(error);
    if (constraint === undefined) throw error;
    const field = uniqueFields[constraint];
    throw problem.of('taken', { codes: field === undefined ? {} : { [field]: ['taken'] } });
  };
}
