import { documents } from '#contract/documents/documents.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { Services } from '#server/platform/context.ts';
import { documentRecordPath, recognitionPath } from './paths.ts';

/**
 * Tells open screens that a document changed, or several of one company. It stands in more than one list, and a change
 * of state moves it from one to another: what waits to be judged, what is unknown, and what came in (decision 0035).
 */
export async function announceDocument(
  { events }: Pick<Services, 'events'>,
  tx: Services['db'],
  { companyId, documentId }: { readonly companyId: string; readonly documentId?: string | undefined },
): Promise<void> {
  const about = documentId === undefined ? { companyId } : { companyId, id: documentId };
  const lists = [documents.path, documentRecordPath, recognitionPath, intakeLog.path];
  await events.publish(tx, ...lists.map((resource) => ({ resource, ...about })));
}
