import type { EInvoiceDifference, PassedOn } from '#contract/invoicing/deliveries.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';

/** What one delivery holds, and whose books it goes to. */
export interface ExportedBatch {
  readonly administration: { readonly id: string; readonly name: string; readonly kvk: string };
  /** The journal of purchases in the package; empty where none is set. */
  readonly journal: string;
  readonly invoices: readonly ExportedInvoice[];
  /** The bytes of an original. */
  readonly read: (sha256: string) => Promise<Uint8Array>;
}

/** What keeps a batch from being written; `about` names the creditor, the invoice or the administration, by `aboutId` where it has one. */
export interface ExportObstacle {
  readonly code:
    | 'account-missing'
    | 'creditor-number-missing'
    | 'journal-missing'
    | 'kvk-missing'
    | 'unbalanced';
  readonly about: string;
  readonly aboutId: string | null;
}

/** Writes a batch as a package reads it. */
export interface Exporter {
  /** The first thing that is missing, or undefined. */
  readonly obstacle: (batch: Omit<ExportedBatch, 'read'>) => ExportObstacle | undefined;
  /** The files of the batch in the order in which a package may see them; several leave as a ZIP. */
  readonly filesOf: (batch: ExportedBatch) => Promise<readonly ExportedFile[]>;
}

/** One file of a batch. */
export interface ExportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The invoice that it is the UBL of, and what became of an e-invoice that came in. */
  readonly eInvoice?: {
    readonly invoiceId: string;
    readonly passedOn: PassedOn | null;
    readonly differences: readonly EInvoiceDifference[];
  };
}

/** A reading of batches that most packages share: each line has an account, and debit equals credit. */
export function bookingObstacle({ invoices }: Pick<ExportedBatch, 'invoices'>): ExportObstacle | undefined {
  for (const { id: aboutId, documentNumber: about, lines } of invoices) {
    if (lines.length === 0 || lines.some(({ ledgerNumber }) => ledgerNumber === ''))
      return { code: 'account-missing', about, aboutId };
    const sum = lines.reduce((total, line) => total + line.debitInCents - line.creditInCents, 0);
    if (sum !== 0) return { code: 'unbalanced', about, aboutId };
  }
  return undefined;
}

/** Like `bookingObstacle`, for packages that book on a creditor by its number and in a journal. */
export function journalObstacle(batch: Omit<ExportedBatch, 'read'>): ExportObstacle | undefined {
  const { name, id } = batch.administration;
  if (batch.journal === '') return { code: 'journal-missing', about: name, aboutId: id };
  const unknown = batch.invoices.find(({ creditor }) => creditor.number === null);
  if (unknown)
    return {
      code: 'creditor-number-missing',
      about: unknown.creditor.name,
      aboutId: unknown.creditor.id,
    };
  return bookingObstacle(batch);
}
