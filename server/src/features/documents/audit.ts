import { documents } from '#contract/documents/documents.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { documentRecordPath, recognitionPath } from './paths.ts';

interface DocumentChange {
  readonly verb: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes the same change to the history of each document, and notifies open screens once per company. */
export async function auditDocuments(
  tx: Tx,
  who: Pick<Context, 'caller' | 'now' | 'events'>,
  changed: readonly { readonly id: string; readonly companyId: string }[],
  change: DocumentChange,
): Promise<void> {
  await recordChanges(
    tx,
    who,
    changed.map(({ id, companyId }) => ({
      entity: documents.permission,
      entityId: id,
      companyId,
      ...change,
    })),
  );
  const documentId = changed.length === 1 ? changed[0]?.id : undefined;
  for (const companyId of new Set(changed.map((document) => document.companyId)))
    await notifyDocument(who, tx, { companyId, documentId });
}

/**
 * Notifies open screens that a document changed, or several of one company. It stands in more than one list, and a
 * change of state moves it from one to another: what waits for a verdict, what is unknown, and what came in (decision
 * 0035).
 */
export async function notifyDocument(
  { events }: Pick<Services, 'events'>,
  db: Db,
  { companyId, documentId }: { readonly companyId: string; readonly documentId?: string | undefined },
): Promise<void> {
  const about = documentId === undefined ? { companyId } : { companyId, id: documentId };
  const lists = [documents.path, documentRecordPath, recognitionPath, intakeLog.path];
  await events.publish(db, ...lists.map((resource) => ({ resource, ...about })));
}
