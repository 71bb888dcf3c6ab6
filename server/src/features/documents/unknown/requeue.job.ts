import { unprocessableBelow } from '#contract/documents/unknown-documents.ts';
import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { unreadStates } from '../document-state.ts';
import { type DocumentJob, recogniseJob } from '../jobs.ts';
import '../documents.tables.ts';

/** A retry whose documents are to be queued. */
export interface RequeueJob {
  readonly retryId: string;
  readonly force: boolean;
  readonly by: DocumentJob['by'];
}

/** Queues the documents of a retry, so that the person gets his answer at once however many there are. */
export const requeueJob = defineJob<RequeueJob>('documents-requeue', { retries: 2, expireSeconds: 600 });

const atOnce = 500;
// People who wait for an upload come before a pile of retries.
const priority = -1;

/** Cut off half way it starts over: a document that is queued twice is read once. */
export async function requeue(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { retryId, force, by }: RequeueJob,
): Promise<void> {
  for (let after = noCompany; ;) {
    const documents = await db
      .selectFrom('documents')
      .where('retry_id', '=', retryId)
      .where('state', 'in', unreadStates)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .select(['id', 'company_id as companyId', 'text_length as textLength', 'page_count as pageCount'])
      .execute();
    await db.transaction().execute(async (tx) => {
      for (const { id, companyId, textLength, pageCount } of documents) {
        // With text enough, reading again would bring nothing: only finding is done anew (§D6).
        const keepsText = !force && textLength >= unprocessableBelow && pageCount > 0;
        await jobs.send(
          tx,
          recogniseJob,
          { companyId, documentId: id, by, ...(keepsText ? { keepsText } : {}) },
          { key: id, priority },
        );
      }
    });
    const last = documents.at(-1);
    if (!last || documents.length < atOnce) return;
    after = last.id;
  }
}
