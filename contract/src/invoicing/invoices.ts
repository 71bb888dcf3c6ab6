import { z } from 'zod';
import { cents, day, defineResource, id, instant, rowVersion } from '../resource.ts';

/** The four states of an invoice, as they travel (§C1). The order is the number in the database. */
export const invoiceStatuses = ['Concept', 'Duplicate', 'ReadyForProcessing', 'Processed'] as const;
/** One of the four states. */
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Where the approval stands, apart from the state (§C3). The order is the number in the database. */
export const approvalStates = ['pending', 'approved', 'rejected', 'onHold'] as const;
/** One of the approval states. */
export type ApprovalState = (typeof approvalStates)[number];

/** The most characters of a comment, in UTF-16 units as the browser counts (§C7). */
export const mostCommentCharacters = 7999;

const row = z.object({
  id,
  documentId: z.string(),
  companyId: id,
  invoiceNumber: z.string(),
  invoiceDate: day,
  creditor: z.object({ name: z.string() }),
  description: z.string(),
  currency: z.string(),
  /** Cents including VAT; negative on a credit note. */
  totalAmount: cents,
  statusValue: z.enum(invoiceStatuses),
  approvalState: z.enum(approvalStates),
  /** File name of the first page's image, for `fmmodule/images?filename=`. */
  invoicePicture: z.string().nullable(),
  createdAt: instant,
});

/** One line of the proposed booking; amounts in cents. */
export const bookingLine = z.object({
  lineNumber: z.int(),
  ledger: z.object({ number: z.string(), name: z.string() }),
  costcenter: z.string(),
  debit: cents,
  credit: cents,
  description: z.string(),
});

/** Supplier invoices on their way to approval. Who lists them sees his open ones; `status=` reaches the rest (§C5). */
export const invoices = defineResource({
  path: 'fmmodule/invoices',
  permission: 'fmmodule.invoices',
  fields: {
    id: 'id',
    documentId: 'text',
    invoiceNumber: 'text',
    invoiceDate: 'day',
    'creditor/name': 'text',
    description: 'text',
    currency: 'text',
    totalAmount: 'number',
    statusValue: 'text',
    approvalState: 'text',
    createdAt: 'instant',
  },
  defaultSort: 'documentId asc',
  pageSizes: [25, 10, 50, 100, 250],
  row,
  record: row.extend({
    /** The document's own id, for pages and the original. */
    documentKey: id,
    administration: z.object({ id, name: z.string() }).nullable(),
    dueDate: day.nullable(),
    exclAmount: cents.nullable(),
    vatAmount: cents.nullable(),
    iban: z.string().nullable(),
    paymentReference: z.string().nullable(),
    comments: z.string(),
    commentsVersion: z.int(),
    booking: z.object({ lines: z.array(bookingLine) }),
    duplicateOf: z.object({ id, documentId: z.string() }).nullable(),
    /** Same supplier, amount and date under another number: a hint only (§C2). */
    lookalike: z.object({ id, documentId: z.string() }).nullable(),
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    exportError: z.string().nullable(),
    rowVersion,
  }),
});

/** `POST invoices/{id}/approve`: true approves, false rejects and needs comments (§C4). */
export const approveCommand = z.object({
  approve: z.boolean(),
  comments: z.string().max(mostCommentCharacters).optional(),
  rowVersion: rowVersion.optional(),
});

/** `POST invoices/{id}/comments`: the whole text replaces what was there (§C7). */
export const commentsCommand = z.object({
  comments: z.string().max(mostCommentCharacters),
  commentsVersion: z.int().optional(),
});

/** `POST invoices/{id}/mark-original`: a Duplicate that is none after all, with the reason (§C1). */
export const markOriginalCommand = z.object({ reason: z.string().trim().min(1).max(1000) });

/** `POST invoices/{id}/hold`: sets the approval aside or takes it up again (§C3). */
export const holdCommand = z.object({ hold: z.boolean() });

/** `POST invoices/{id}/withdraw`: undo of an approval while no export took it (§C1). */
export const withdrawCommand = z.object({});

/** One page of an invoice's document. */
export const invoicePage = z.object({
  id,
  /** File name for `fmmodule/images?filename=`. */
  invoicePicture: z.string(),
  number: z.int(),
  /** Pixels of the image. */
  width: z.int(),
  height: z.int(),
});

/** The formats that approved invoices can be handed over in. */
export const exportFormats = ['csv', 'ubl'] as const;

/** `POST fmmodule/exports`: hands all approved invoices of a company over to bookkeeping, by a job (§C1). */
export const exportCommand = z.object({
  companyId: id,
  administrationId: id.optional(),
  format: z.enum(exportFormats),
});

/** A handover and how it went. */
export const invoiceExport = z.object({
  id,
  companyId: id,
  format: z.enum(exportFormats),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  invoiceCount: z.int(),
  filename: z.string(),
  error: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
