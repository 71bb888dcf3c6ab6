import type { Services } from '#server/platform/context.ts';
import { type Db, violatedConstraint } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import type { PurgeHandler } from '#server/platform/resource/record-links.ts';
import { partsOf, type Slice } from '#server/platform/resource/slice.ts';
import type { TrashedRecord, TrashKind } from '#server/platform/resource/trash.ts';
import * as repository from './trash.repository.ts';
import { trashEdge } from './trash.service.ts';

/** Purges, every night, what has been in the trash for thirty days (§B6), and deletes what is stored for that long only. */
export const purgeTrashJob = defineJob<object>('core-purge-trash', {
  retries: 2,
  expireSeconds: 3600,
  cron: '20 3 * * *',
});

/** Whether a record must stay although its days in the trash are over (§C9); areas register theirs. */
export type TrashRetention = (
  db: Db,
  record: { readonly entity: string; readonly id: string; readonly companyId: string | null },
  now: Date,
) => Promise<boolean>;

const batchSize = 200;

/** Purges every kind; records that must stay or are still referred to wait for another night. Gives the number by kind. */
export async function purgeTrash(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  slices: readonly Slice[],
  retentions: readonly TrashRetention[],
): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  const onPurged = slices.flatMap(({ links }) => links.onPurged ?? []);
  for (const kind of partsOf(slices, 'trash')) {
    const handlers = onPurged.filter(({ target }) => target.path === kind.path).map(({ run }) => run);
    let after = noCompany;
    for (;;) {
      const old = await repository.listOld(db, kind, trashEdge(now()), after, batchSize);
      for (const record of old) {
        if (await purgeOne({ db, now }, { kind, handlers }, record, retentions))
          purged[kind.entity] = (purged[kind.entity] ?? 0) + 1;
      }
      after = old.at(-1)?.id ?? after;
      if (old.length < batchSize) break;
    }
  }
  log.info({ purged }, 'trash purged');
  return purged;
}

// One transaction per record: one that cannot be purged does not stop the others.
async function purgeOne(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { kind, handlers }: { readonly kind: TrashKind; readonly handlers: readonly PurgeHandler[] },
  record: TrashedRecord,
  retentions: readonly TrashRetention[],
): Promise<boolean> {
  for (const mustStay of retentions)
    if (await mustStay(db, { entity: kind.entity, ...record }, now())) return false;
  try {
    await db.transaction().execute(async (tx) => {
      await repository.lock(tx, record.id);
      for (const run of handlers) await run(tx, record);
      await kind.purge(tx, record);
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    return false;
  }
}
