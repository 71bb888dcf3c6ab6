import { z } from 'zod';
import type { history } from '#contract/core/history.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { isId } from '#server/platform/db/ids.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import * as repository from './history.repository.ts';

/** A kind of record that has a history. Areas to the left register theirs through `app`. */
export interface HistoryKind {
  /** The name that its changes are written under, a permission name; reading needs `{entity}.read`. */
  readonly entity: string;
  /** The company that its history stands under, when the caller may read the record; the context reaches as far as his right. */
  readonly companyOf: (ctx: Context, id: string) => Promise<string | undefined>;
  /** Fields that this caller may not know; they are left out of every line. */
  readonly hidden?: (ctx: Context) => readonly string[];
}

const stored = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));

/** What happened to one record, for who may read it now. */
export async function list(
  ctx: Context,
  kind: HistoryKind,
  entityId: string,
  query: ListQuery,
): Promise<Page<Row<typeof history>>> {
  const companyId = orNotFound(isId(entityId) ? await kind.companyOf(ctx, entityId) : undefined);
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
