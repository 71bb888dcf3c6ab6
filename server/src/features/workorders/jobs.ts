import type { Services } from '#server/platform/context.ts';
import { mailAnswer, offerAnsweredJob } from './offers/answered.job.ts';
import { reindexRenamed, renamedJob } from './work-orders/search.job.ts';

/** The background work of the area. */
export const workOrderJobs = {
  kinds: [offerAnsweredJob, renamedJob],
  /** Mails answers, and indexes orders of renamed records, in a worker process. */
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(offerAnsweredJob, (answer) => mailAnswer(services, answer));
    await services.jobs.work(renamedJob, (renamed) => reindexRenamed(services, renamed));
  },
} as const;
