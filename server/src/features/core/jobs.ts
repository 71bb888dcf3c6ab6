import { forgetDevices, forgetSignInEvents, forgetUnknownSignIns } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Slice } from '#server/platform/resource/slice.ts';
import { webhookHandlers, webhookKinds } from './webhooks/webhook-jobs.ts';
import { forgetEventsJob, forgetOldEvents } from './events/forget-events.job.ts';
import { endInspectors, endInspectorsJob } from './inspectors/end-inspectors.job.ts';
import { sealHistory, sealHistoryJob } from './history/seal-history.job.ts';
import { purgeTrash, purgeTrashJob, type TrashRetention } from './trash/purge.job.ts';

/** What `app` hands to the area's background work. */
export interface CoreJobOptions {
  /** The resources of all areas; those that refer to others come before them. */
  readonly slices: readonly Slice[];
  /** Records that stay although their days in the trash are over (§C9). */
  readonly trashHolds?: readonly TrashRetention[];
}

/** The background work of the management area. */
export const coreJobs = {
  kinds: [
    purgeTrashJob,
    sealHistoryJob,
    forgetEventsJob,
    endInspectorsJob,
    ...webhookKinds,
  ] satisfies readonly JobKind<object>[],
  async handlers(services: Services, { slices, trashHolds = [] }: CoreJobOptions): Promise<void> {
    await services.jobs.work(sealHistoryJob, async () => void (await sealHistory(services)));
    await webhookHandlers(services);
    await services.jobs.work(endInspectorsJob, async () => void (await endInspectors(services)));
    await services.jobs.work(forgetEventsJob, () => forgetOldEvents(services));
    await services.jobs.work(purgeTrashJob, async () => {
      await purgeTrash(services, slices, trashHolds);
      await forgetUnknownSignIns(services.db, services.now());
      await forgetDevices(services.db, services.now());
      await forgetSignInEvents(services.db, services.now());
    });
  },
};
