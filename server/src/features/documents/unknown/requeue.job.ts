import { unprocessableBelow } from '#contract/documents/unknown-documents.ts';
import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { type DocumentJob, recogniseJob } from '../jobs.ts';
import { listWaiting } from './retry.repository.ts';

/** A retry whose documents are to be queued. */
export interface RequeueJob {
  readonly retryId: string;
  readonly force: boolean;
  readonly by: DocumentJob['by'];
}

/** Queues the documents of a retry, so that the command answers at once however many there are. */
export const requeueJob = defineJob<RequeueJob>('documents-requeue', { retries: 2, expireSeconds: 600 });

const batchSize = 500;
// Uploads that people wait for come before retries.
const priority = -1;

/** Starts over when it was interrupted: a document that is queued twice is read once. */
export async function requeue(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { retryId, force, by }: RequeueJob,
): Promise<void> {
  for (let after = noCompany; ;) {
    const documents = await listWaiting(db, retryId, after, batchSize);
    await db.transaction().execute(async (tx) => {
      for (const { id, companyId, textLength, pageCount } of documents) {
        // With enough text, reading again would bring nothing new: only its values are extracted again (§D6).
        const keepsText = !force && textLength >= unprocessableBelow && pageCount > 0;
        await jobs.send(
          tx,
          recogniseJob,
          { companyId, documentId: id, by, ...(keepsText ? { keepsText } : { byOcr: true }) },
          { key: id, priority },
        );
      }
    });
    const last = documents.at(-1);
    if (!last || documents.length < batchSize) return;
    after = last.id;
  }
}
