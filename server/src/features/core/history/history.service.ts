import { z } from 'zod';
import type { history } from '#contract/core/history.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { isId } from '#server/platform/db/ids.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import type { HistoryKind } from '#server/platform/resource/slice.ts';
import * as repository from './history.repository.ts';

const stored = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));

/** The kinds that have the name of a record's, and all, whose records may be parts of it. */
interface Kinds {
  readonly known: readonly HistoryKind[];
  readonly all: readonly HistoryKind[];
}

/** What happened to one record, for those who may read it now. Resources may share a permission name, as kinds do here. */
export async function list(
  ctx: Context,
  { known, all }: Kinds,
  entityId: string,
  query: ListQuery,
): Promise<Page<Row<typeof history>>> {
  const { kind, companyId } = orNotFound(isId(entityId) ? await findKind(ctx, known, entityId) : undefined);
  const parts = await partsOf(ctx, all, { entity: kind.entity, companyId, id: entityId });
  const hidden = new Set([...(kind.hidden?.(ctx) ?? []), ...parts.flatMap((part) => part.hidden)]);
  const { rows, ...rest } = await repository.list(
    ctx.db,
    { companyId, entity: kind.entity, entityId, parts, hidden: [...hidden] },
    query,
  );
  return {
    ...rest,
    rows: rows.map(({ changes, entity, partId, ...line }) => ({
      ...line,
      part: partOf(parts, entity, partId),
      changes: Object.entries(stored.parse(changes))
        .filter(([field]) => !hidden.has(field))
        .map(([field, change]) => ({ field, old: change.old, new: change.new })),
    })),
  };
}

async function findKind(ctx: Context, kinds: readonly HistoryKind[], entityId: string) {
  for (const kind of kinds) {
    const companyId = await kind.companyOf(ctx, entityId);
    if (companyId !== undefined) return { kind, companyId };
  }
  return undefined;
}

/** The parts of a record that the caller may read. */
async function partsOf(
  ctx: Context,
  kinds: readonly HistoryKind[],
  { entity, ...owner }: { readonly entity: string; readonly companyId: string; readonly id: string },
): Promise<repository.Parts[]> {
  const found = kinds.map(async ({ partOf, hidden, ...kind }) => {
    const reader = partOf?.entity === entity ? ctx.reach(`${kind.entity}.read`) : null;
    if (!partOf || !reader) return [];
    const names = new Map((await partOf.find(reader, owner)).map(({ id, name }) => [id, name]));
    return [{ entity: kind.entity, names, hidden: hidden?.(reader) ?? [] }];
  });
  return (await Promise.all(found)).flat();
}

function partOf(parts: readonly repository.Parts[], entity: string, id: string) {
  const name = parts.find((part) => part.entity === entity)?.names.get(id);
  return name === undefined ? null : { entity, id, name };
}
