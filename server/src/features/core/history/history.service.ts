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

/** What happened to one record, for those who may read it now. Resources may share a permission name, as kinds do here. */
export async function list(
  ctx: Context,
  kinds: readonly HistoryKind[],
  entityId: string,
  query: ListQuery,
): Promise<Page<Row<typeof history>>> {
  const { kind, companyId } = orNotFound(isId(entityId) ? await findKind(ctx, kinds, entityId) : undefined);
  const hidden = new Set(kind.hidden?.(ctx) ?? []);
  const { rows, ...rest } = await repository.list(
    ctx.db,
    { companyId, entity: kind.entity, entityId, hidden: [...hidden] },
    query,
  );
  return {
    ...rest,
    rows: rows.map(({ changes, ...line }) => ({
      ...line,
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
