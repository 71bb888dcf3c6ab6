import { forgetUnknownSignIns } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { purgeTrash, purgeTrashJob, type TrashHold } from './trash/purge.job.ts';
import { coreTrash } from './trash/trash.kinds.ts';
import type { TrashKind } from './trash/trash.kind.ts';

/** What areas to the left tell the background work of the management area. */
export interface CoreJobNeighbours {
  /** Their records that go to the trash; those that point at others first, and all before the management area's own. */
  readonly trash?: readonly TrashKind[];
  /** What must be kept although its days in the trash are over (§C9). */
  readonly trashHolds?: readonly TrashHold[];
}

/** The background work of the management area. */
export const coreJobs = {
  kinds: [purgeTrashJob] satisfies readonly JobKind<object>[],
  async handlers(services: Services, { trash = [], trashHolds = [] }: CoreJobNeighbours): Promise<void> {
    await services.jobs.work(purgeTrashJob, async () => {
      await purgeTrash(services, [...trash, ...coreTrash], trashHolds);
      await forgetUnknownSignIns(services.db, services.now());
    });
  },
};
