import { invoices } from '#contract/invoicing/invoices.ts';
import { markProcessed } from '#server/features/documents/index.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChanges } from '#server/platform/db/history.ts';
import { type Booked, setProcessed } from './exported-invoices.repository.ts';

/** Sets what is in the books Processed, with their documents and their history (§C1). */
export async function processTaken(
  tx: Tx,
  now: () => Date,
  taken: Booked,
  by: { readonly userId: string | null; readonly name: string },
): Promise<void> {
  const { companyId } = taken;
  const processed = await setProcessed(tx, taken, now());
  await markProcessed(
    tx,
    companyId,
    processed.map(({ documentId }) => documentId),
    now(),
  );
  await recordChanges(
    tx,
    { caller: by, now },
    processed.map(({ id }) => ({
      entity: invoices.permission,
      entityId: id,
      companyId,
      verb: 'export',
      before: { statusValue: 'ReadyForProcessing' },
      after: { statusValue: 'Processed' },
    })),
  );
}
