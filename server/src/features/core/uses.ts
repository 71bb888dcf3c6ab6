import type { UsedBy } from '#contract/problem.ts';
import { kindName } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';

/**
 * Tells what of another area uses a record, and so keeps it from being deleted (§B6): `count` is all of it, `first`
 * at most five that the caller may read. Areas to the left register theirs through `app`. A company is its own.
 */
export type RecordUse = (
  tx: Tx,
  ctx: Context,
  record: { readonly id: string; readonly companyId: string },
) => Promise<{ readonly count: number; readonly first: readonly UsedBy[] }>;

/** @throws Problem `in-use` with all that uses the record */
export async function refuseInUse(
  tx: Tx,
  ctx: Context,
  record: Parameters<RecordUse>[2],
  uses: readonly RecordUse[],
): Promise<void> {
  let count = 0;
  const first: UsedBy[] = [];
  for (const findUse of uses) {
    const found = await findUse(tx, ctx, record);
    count += found.count;
    first.push(...found.first.map((one) => ({ ...one, kind: kindName(ctx.language, one.resource) })));
  }
  if (count > 0) throw problem.of('in-use', { usedBy: { count, first: first.slice(0, 5) } });
}
