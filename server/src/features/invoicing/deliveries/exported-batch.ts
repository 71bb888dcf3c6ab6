import type { EInvoiceDifference, obstacleKinds, PassedOn } from '#contract/invoicing/deliveries.ts';
import type { LineCodeKind } from '#contract/invoicing/package-codes.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';

/** What one delivery holds, and whose books it goes to. */
export interface ExportedBatch {
  readonly administration: { readonly id: string; readonly name: string; readonly kvk: string };
  /** The journal of purchases in the package; empty where none is set. */
  readonly journal: string;
  readonly invoices: readonly ExportedInvoice[];
  /** What has no code of the package, where the administration says that everything has one (§C33). */
  readonly unmapped: readonly ExportObstacle[];
  /** The bytes of an original. */
  readonly read: (sha256: string) => Promise<Uint8Array>;
}

/** What is known of a batch before its originals are read. */
export type BatchContent = Omit<ExportedBatch, 'read'>;

/** What keeps a batch from being written; `about` names the creditor, the invoice, the administration or the code, by `aboutId` where it has one. */
export interface ExportObstacle {
  readonly code:
    | `unmapped-${LineCodeKind}`
    | 'account-missing'
    | 'creditor-number-missing'
    | 'journal-missing'
    | 'kvk-missing'
    | 'unbalanced';
  readonly about: string;
  readonly aboutId: string | null;
}

/** Whom or what an obstacle is about. */
export const kindOfObstacle = {
  'account-missing': 'invoice',
  unbalanced: 'invoice',
  'creditor-number-missing': 'creditor',
  'journal-missing': 'administration',
  'kvk-missing': 'administration',
  'unmapped-account': 'account',
  'unmapped-costcenter': 'costcenter',
  'unmapped-costUnit': 'costUnit',
  'unmapped-vatCode': 'vatCode',
} as const satisfies Record<ExportObstacle['code'], (typeof obstacleKinds)[number]>;

/** Writes a batch as a package reads it. */
export interface Exporter {
  /** What is missing, each thing once. */
  readonly obstacles: (batch: BatchContent) => readonly ExportObstacle[];
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

/** What most packages need: each line has an account, and debit equals credit. */
export function bookingObstacles({ invoices }: Pick<ExportedBatch, 'invoices'>): readonly ExportObstacle[] {
  return invoices.flatMap(({ id: aboutId, documentNumber: about, lines }): ExportObstacle[] => {
    if (lines.length === 0 || lines.some(({ ledgerNumber }) => ledgerNumber === ''))
      return [{ code: 'account-missing', about, aboutId }];
    const sum = lines.reduce((total, line) => total + line.debitInCents - line.creditInCents, 0);
    return sum === 0 ? [] : [{ code: 'unbalanced', about, aboutId }];
  });
}

/** Like `bookingObstacles`, for packages that book on a creditor by its number and in a journal. */
export function journalObstacles(batch: BatchContent): readonly ExportObstacle[] {
  const { name, id } = batch.administration;
  return [
    ...(batch.journal === '' ? [{ code: 'journal-missing', about: name, aboutId: id } as const] : []),
    ...creditorObstacles(batch),
    ...bookingObstacles(batch),
  ];
}

/** The creditors without a number in the package. */
export function creditorObstacles({ invoices }: Pick<ExportedBatch, 'invoices'>): readonly ExportObstacle[] {
  const unknown = invoices.filter(({ creditor }) => creditor.number === null);
  const once = new Map(unknown.map(({ creditor: { id, name } }) => [id ?? name, { id, name }]));
  return [...once.values()].map(({ id, name }) => ({
    code: 'creditor-number-missing',
    about: name,
    aboutId: id,
  }));
}
