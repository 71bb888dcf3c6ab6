import type { ResourceDefinition } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { ChangeLink } from '#server/platform/resource/record-links.ts';
import { listOrdersOf, type NamedTable, reindexOrders } from './search.repository.ts';

/** A record whose name changed. */
export interface Renamed {
  readonly companyId: string;
  readonly table: NamedTable;
  readonly id: string;
}

/** Stores the new name of a record in the search texts of its orders. */
export const renamedJob = defineJob<Renamed>('workorders-renamed', { retries: 10, expireSeconds: 3600 });

// Short transactions: whoever writes one of these orders waits for one batch at most.
const batchSize = 500;

/** Indexes the orders of a renamed record again, newest first. Batches that are done are not written again. */
export async function reindexRenamed({ db }: Pick<Services, 'db'>, renamed: Renamed): Promise<void> {
  const ids = await listOrdersOf(db, renamed);
  for (let from = 0; from < ids.length; from += batchSize)
    await reindexOrders(db, renamed.companyId, ids.slice(from, from + batchSize));
}

// An order that is written while a name changes may read the old one, and be committed behind the job: it runs once more.
const secondRunAfterSeconds = 60;

/** Has the orders of a record indexed again when one of these fields changes. */
export function whenRenamed(
  target: ResourceDefinition,
  table: NamedTable,
  fields: readonly string[],
): ChangeLink {
  return {
    target,
    fields,
    async run(tx, ctx, { id, companyId }) {
      for (const afterSeconds of [0, secondRunAfterSeconds])
        await ctx.jobs.send(tx, renamedJob, { companyId, table, id }, { afterSeconds });
    },
  };
}
