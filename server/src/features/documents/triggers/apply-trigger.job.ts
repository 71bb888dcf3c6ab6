import { longestTriggerText } from '#contract/documents/triggers.ts';
import type { Caller, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { auditDocuments } from '../audit.ts';
import { type DocumentJob, recogniseJob } from '../jobs.ts';
import { listIds, listTriedOn } from './documents-text.repository.ts';
import type { DocumentRead, Matcher } from './matcher.ts';
import { findOwner, listRules } from './triggers.repository.ts';
import { takeForTrigger } from '../unknown/retry.repository.ts';

/** A trigger that was saved, and by whom. */
export interface ApplyTriggerJob {
  readonly triggerId: string;
  readonly by: DocumentJob['by'];
}

/** Lets a saved trigger read the unknown documents that it fits (decision 0032). */
export const applyTriggerJob = defineJob<ApplyTriggerJob>('documents-apply-trigger', {
  retries: 2,
  expireSeconds: 600,
});

const maxUnknown = 20_000;
const batchSize = 100;

/** Queues what the trigger reads with every value that it asks for; the others stay as they are. */
export async function applyTrigger(
  services: Services,
  matcher: Matcher,
  { triggerId, by }: ApplyTriggerJob,
): Promise<void> {
  const { db } = services;
  const everywhere = { reach: 'system', userId: by.userId } as const;
  const trigger = await findOwner(db, triggerId);
  if (!trigger) return;
  const rules = await listRules(db, trigger.companyId === null ? null : [trigger.companyId]);
  const ids = await listIds(db, everywhere, 'unknown', trigger.companyId, maxUnknown);
  for (let at = 0; at < ids.length; at += batchSize) {
    const tried = await listTriedOn(db, everywhere, ids.slice(at, at + batchSize));
    const texts = tried.map(({ id, companyId, pdf, ocr }) => ({
      id,
      companyId,
      pdf: pdf.slice(0, longestTriggerText),
      ocr: ocr && ocr.slice(0, longestTriggerText),
    }));
    const reads = (await matcher.read(rules, texts, triggerId)) ?? [];
    const fitting = tried.filter((_, index) => fits(reads[index], triggerId)).map(({ id }) => id);
    if (fitting.length > 0) await db.transaction().execute((tx) => queue(services, tx, fitting, by));
  }
}

function fits(read: DocumentRead | undefined, triggerId: string): boolean {
  const reading = read?.reading;
  if (!reading || reading.triggerId !== triggerId) return false;
  return reading.asked.length > 0 && reading.asked.every((field) => reading.values[field] !== undefined);
}

async function queue(
  services: Services,
  tx: Tx,
  ids: readonly string[],
  by: DocumentJob['by'],
): Promise<void> {
  const taken = await takeForTrigger(tx, ids, services.now());
  for (const { id, companyId } of taken) {
    const job = { companyId, documentId: id, by, keepsText: true };
    await services.jobs.send(tx, recogniseJob, job, { key: id, priority: -1 });
  }
  await auditDocuments(tx, { ...services, caller: callerOf(by) }, taken, { verb: 'retry' });
}

// Whoever saved the trigger had these documents read.
function callerOf({ userId, name }: DocumentJob['by']): Caller {
  return { userId, companyId: '', companyName: '', isProvider: false, name, email: '', permissions: [] };
}
