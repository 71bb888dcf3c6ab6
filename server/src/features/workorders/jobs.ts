import type { Services } from '#server/platform/context.ts';
import { mailAnswer, offerAnsweredJob } from './offers/answered.job.ts';
import { checkAllCounts, checkCountsJob } from './work-orders/check-counts.job.ts';
import { reindexRenamed, renamedJob } from './work-orders/search.job.ts';

/** The background work of the area. */
export const workOrderJobs = {
  kinds: [offerAnsweredJob, renamedJob, checkCountsJob],
  /** Mails answers, indexes orders of renamed records and checks stored counts, in a worker process. */
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(offerAnsweredJob, (answer) => mailAnswer(services, answer));
    await services.jobs.work(renamedJob, (renamed) => reindexRenamed(services, renamed));
    await services.jobs.work(checkCountsJob, async () => void (await checkAllCounts(services)));
  },
} as const;
