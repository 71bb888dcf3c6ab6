import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { DocumentKey } from './document-rows.ts';

/** How far the invoice of a document is. `settled`: approved, or on its way to it, so that recognition is fixed (§D2). */
export type InvoiceStage = 'none' | 'open' | 'settled';

/**
 * What invoicing does when the recognition of a document changes, in the same transaction. Documents may not import
 * invoicing, so `app` passes this in (decision 0022).
 */
export interface InvoiceHooks {
  /** Locks the invoice until the transaction ends. */
  stageOf(tx: Tx, key: DocumentKey): Promise<InvoiceStage>;
  /** Removes the Concept of a rejected document. */
  withdraw(tx: Tx, ctx: Context, key: DocumentKey): Promise<void>;
  /** Undoes `withdraw`. False when there is none to restore. */
  restore(tx: Tx, ctx: Context, key: DocumentKey): Promise<boolean>;
  /** The day until which a Processed invoice keeps its document (§C9); null where none does. */
  keptUntil(tx: Tx, key: DocumentKey): Promise<string | null>;
  /** Updates the Concept with the changed values of the document. */
  update(tx: Tx, ctx: Context, key: DocumentKey): Promise<void>;
}
