import type { documents } from '#contract/documents/documents.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import * as repository from './documents.repository.ts';

type Stored = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

export const documentsService: ResourceService<typeof documents> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return { ...page, rows: page.rows.map((row) => spoken(ctx, row)) };
  },
  async find(ctx, id) {
    const found = await repository.findById(ctx.db, ctx.scope, id);
    return found ? spoken(ctx, found) : null;
  },
};

function spoken(ctx: Context, { reasons, ...row }: Stored): Rec<typeof documents> {
  const reasonCodes = knownReasons(reasons);
  return { ...row, reasonCodes, reason: reasonText(ctx.language, reasons) };
}
