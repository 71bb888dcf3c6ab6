import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { DocumentKey } from './values/values.repository.ts';

/** How far the invoice of a document is. `settled`: approved, or on its way to it, so that recognition is fixed (§D2). */
export type InvoiceStage = 'none' | 'open' | 'settled';

/**
 * What invoicing does when recognition changes its mind, in the same transaction. Invoicing stands to the left, so `app`
 * hands this over (decision 0022).
 */
export interface InvoiceDesk {
  /** Holds the invoice until the transaction ends. */
  stageOf(tx: Tx, key: DocumentKey): Promise<InvoiceStage>;
  /** A Concept of a rejected document goes. */
  withdraw(tx: Tx, ctx: Context, key: DocumentKey): Promise<void>;
  /** The undo of that. False when there is none to bring back. */
  bringBack(tx: Tx, ctx: Context, key: DocumentKey): Promise<boolean>;
  /** The values of the document changed: its Concept follows. */
  follow(tx: Tx, ctx: Context, key: DocumentKey): Promise<void>;
}
