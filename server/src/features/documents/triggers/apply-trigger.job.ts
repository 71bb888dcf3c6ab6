import { sql } from 'kysely';
import { documents } from '#contract/documents/documents.ts';
import { longestTriggerText } from '#contract/documents/triggers.ts';
import type { Caller, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { announceDocument } from '../announce.ts';
import { StateNumber } from '../document-state.ts';
import { type DocumentJob, recogniseJob } from '../jobs.ts';
import { listIds, listTriedOn } from './documents-text.repository.ts';
import type { DocumentRead, Matcher } from './matcher.ts';
import { listRules } from './triggers.repository.ts';
import '../documents.tables.ts';

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
const atOnce = 100;

/** Queues what the trigger reads with every value that it asks for; the others stay as they are. */
export async function applyTrigger(
  services: Services,
  matcher: Matcher,
  { triggerId, by }: ApplyTriggerJob,
): Promise<void> {
  const { db } = services;
  const everywhere = { reach: 'system', userId: by.userId } as const;
  const trigger = await db
    .selectFrom('triggers')
    .where('id', '=', triggerId)
    .where('deleted_at', 'is', null)
    .select('company_id')
    .executeTakeFirst();
  if (!trigger) return;
  const rules = await listRules(db, trigger.company_id === null ? null : [trigger.company_id]);
  const ids = await listIds(db, everywhere, 'unknown', trigger.company_id, maxUnknown);
  for (let at = 0; at < ids.length; at += atOnce) {
    const tried = await listTriedOn(db, everywhere, ids.slice(at, at + atOnce));
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
  const at = services.now().toISOString();
  const taken = await tx
    .updateTable('documents')
    .set({
      state: StateNumber.Reading,
      reasons: [],
      last_error: '',
      is_correct: null,
      verdict_at: null,
      verdict_by: null,
      updated_at: at,
      row_version: sql`row_version + 1`,
    })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', StateNumber.Unknown)
    .where('deleted_at', 'is', null)
    // What a person wrote wins over any later trigger run (§D10).
    .where('is_edited', '=', false)
    .where('sha256', '<>', '')
    .returning(['id', 'company_id as companyId'])
    .execute();
  for (const { id, companyId } of taken) {
    await services.jobs.send(
      tx,
      recogniseJob,
      { companyId, documentId: id, by, keepsText: true },
      { key: id, priority: -1 },
    );
    await announceDocument(services, tx, { companyId, documentId: id });
  }
  const who = { ...services, caller: callerOf(by) };
  await recordChanges(
    tx,
    who,
    taken.map(({ id, companyId }) => ({
      entity: documents.permission,
      entityId: id,
      companyId,
      verb: 'retry',
    })),
  );
}

// Whoever saved the trigger had these documents read.
function callerOf({ userId, name }: DocumentJob['by']): Caller {
  return { userId, companyId: '', companyName: '', isProvider: false, name, email: '', permissions: [] };
}
