import { invoices } from '#contract/invoicing/invoices.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Change, recordChange, type Writer } from '#server/platform/db/history.ts';

/** Writes a change of an invoice to its history, and notifies open screens. */
export async function auditInvoice(
  tx: Tx,
  who: Writer & Pick<Services, 'events'>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  change: Pick<Change, 'verb' | 'before' | 'after'>,
): Promise<void> {
  await recordChange(tx, who, { entity: invoices.permission, entityId: id, companyId, ...change });
  await who.events.publish(tx, { resource: invoices.path, companyId, id });
}
