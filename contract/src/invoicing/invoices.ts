import { z } from 'zod';
import { cents, day, defineResource, id, instant, rowVersion } from '../resource.ts';
import { accountKinds } from './bank-accounts.ts';
import { supplierMailCommand } from './supplier-mail.ts';
import { invoiceWarning, warningMark } from './warnings.ts';
import { bookingLine } from './booking.ts';
import { month, touchStops } from './touchless.ts';

/** The four states of an invoice, as they travel (§C1). The order is the number in the database. */
export const invoiceStatuses = ['Concept', 'Duplicate', 'ReadyForProcessing', 'Processed'] as const;
/** One of the four states. */
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Where the approval stands, apart from the state (§C3). The order is the number in the database. */
export const approvalStates = ['pending', 'approved', 'rejected', 'onHold'] as const;
/** One of the approval states. */
export type ApprovalState = (typeof approvalStates)[number];

/** Whether and how an invoice is paid, beside its approval. The order is the number in the database. */
export const paymentStatuses = ['toPay', 'directDebit', 'paid', 'doNotPay'] as const;
/** One of the payment statuses. */
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The maximum length of a comment, in UTF-16 units as the browser counts (§C7). */
export const maxCommentCharacters = 7999;

const row = z.object({
  id,
  documentId: z.string(),
  companyId: id,
  invoiceNumber: z.string(),
  invoiceDate: day,
  dueDate: day.nullable(),
  creditor: z.object({ name: z.string() }),
  description: z.string(),
  currency: z.string(),
  /** Cents including VAT; negative on a credit note. */
  totalAmount: cents,
  statusValue: z.enum(invoiceStatuses),
  approvalState: z.enum(approvalStates),
  administration: z.object({ id, name: z.string() }).nullable(),
  company: z.object({ name: z.string() }),
  /** Whose turn it is, or who decided; empty where anybody who may approve can. */
  approver: z.string(),
  /** File name of the first page's image, for `fmmodule/images?filename=`. */
  invoicePicture: z.string().nullable(),
  createdAt: instant,
  /** NEW: what is noticed about it and open, the gravest first (§C14). */
  warnings: z.array(warningMark),
  /** NEW: whether and how it is paid. */
  paymentStatus: z.enum(paymentStatuses),
  /** NEW: the caller had its pages in view. */
  isOpened: z.boolean(),
  /** NEW: who mentioned the caller, as long as they wrote nothing since. */
  mentionedBy: z.string().nullable(),
});

/** What a file of an invoice is for: a picture for people, or data for programs. */
export const fileRoles = ['picture', 'data'] as const;

/** Supplier invoices on their way to approval. The list has the caller's open ones; `status=` reaches the rest (§C5). */
export const invoices = defineResource({
  name: 'invoice',
  path: 'fmmodule/invoices',
  permission: 'fmmodule.invoices',
  fields: {
    id: 'id',
    documentId: 'text',
    invoiceNumber: 'text',
    invoiceDate: 'day',
    dueDate: 'day',
    'creditor/name': 'text',
    description: 'text',
    currency: 'text',
    totalAmount: 'number',
    statusValue: 'text',
    approvalState: 'text',
    'administration/name': 'text',
    'company/name': 'text',
    iban: 'text',
    kvk: 'text',
    orderNumber: 'text',
    createdAt: 'instant',
    creditorId: 'id',
    paymentStatus: 'text',
    decidedAt: 'instant',
    /** Nobody changed a value or a booking line of it. */
    isUntouched: 'boolean',
    /** An export by hand could not take it, and nothing took it since. */
    isExportFailed: 'boolean',
    /** Why and when it was rejected, in all rounds. */
    rejections: { any: { reason: 'text', decidedAt: 'instant' } },
  },
  defaultSort: 'documentId asc',
  pageSizes: [25, 10, 50, 100, 250],
  row,
  record: row.extend({
    /** The document's own id, for pages and the original. */
    documentKey: id,
    exclAmount: cents.nullable(),
    vatAmount: cents.nullable(),
    iban: z.string().nullable(),
    kvk: z.string(),
    /** The customer's order that the invoice names; empty where it names none. */
    orderNumber: z.string(),
    paymentReference: z.string().nullable(),
    comments: z.string(),
    commentsVersion: z.int(),
    booking: z.object({ lines: z.array(bookingLine) }),
    duplicateOf: z.object({ id, documentId: z.string() }).nullable(),
    /** Same supplier, amount and date under another number: a hint only (§C2). */
    lookalike: z.object({ id, documentId: z.string() }).nullable(),
    /** NEW: null when the supplier is not known. */
    creditorId: id.nullable(),
    /** NEW: to whom the document asks it to be paid; a part of 0 is one of which the amount is not known. */
    payments: z.array(z.object({ iban: z.string(), amount: cents, kind: z.enum(accountKinds) })),
    /** NEW: its open and closed warnings with their evidence, the open and the gravest first (§C14). */
    warningDetails: z.array(invoiceWarning),
    /** NEW: pages of the document on which another invoice seems to start; the values are those of the first. */
    splitBefore: z.array(z.int()),
    /** NEW: to whom it is addressed, as printed, where that is neither the company nor the administration. */
    addressedTo: z.string().nullable(),
    /** It came in as XML, alone, beside a picture or inside a PDF: `e-invoice` judges it. */
    isEInvoice: z.boolean(),
    /** NEW: what came in: what is shown first, then the e-invoice beside it (§C21). `GET …/files/{role}` has the bytes. */
    files: z.array(z.object({ role: z.enum(fileRoles), filename: z.string(), bytes: z.int() })),
    /** A rule decided on it, or did until somebody took that back: `GET …/decision` tells (§C16). */
    isByRule: z.boolean(),
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    /** The version of the flow, and its rule, that the approval lines come from; rule 0 is 'otherwise' (§C13). */
    /** NEW: about real estate, so kept for ten years; its administration may say so of all. */
    isRealEstate: z.boolean(),
    /** NEW: the last day on which it and its originals are kept (§C9); null before it is Processed. */
    keptUntil: day.nullable(),
    flow: z.object({ version: z.int(), rule: z.int(), name: z.string() }).nullable(),
    /** Goes up when a rejected invoice is submitted again. */
    round: z.int(),
    /** NEW: somebody decided in this round, so that values and booking are locked (§C13). */
    isLocked: z.boolean(),
    exportError: z.string().nullable(),
    rowVersion,
  }),
});

const comments = z.string().max(maxCommentCharacters);

const allStates: readonly string[] = [...invoiceStatuses, ...approvalStates];

function isState(text: string): text is InvoiceStatus | ApprovalState {
  return allStates.includes(text);
}

/** Extra parameters of the invoice list: which states, for archive and staff (§C5), and of which company. */
export const invoiceListParameters = z.object({
  /** One or more, repeated or with commas: `status=ReadyForProcessing,Processed`, `status=rejected`. */
  status: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((given) =>
      [given ?? []]
        .flat()
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter(Boolean),
    )
    // Whichever of them is wrong, the parameter is.
    .transform((names, context) => {
      const states = names.filter(isState);
      if (states.length === names.length && names.length <= 20) return states;
      context.addIssue({ code: 'custom', message: 'not-a-choice' });
      return z.NEVER;
    }),
  /** Only counts for who reaches every company. */
  companyId: id.optional(),
  /** Whose turn it is: a person, or `none` where nobody can decide (§C13). */
  approver: z.union([id, z.literal('none')]).optional(),
  /** Why a person was needed, of all that came in; and when that was (§C16). */
  stoppedBy: z.enum(touchStops).optional(),
  month: month.optional(),
});

/** `POST invoices/{id}/approve`: true approves, false rejects and needs comments (§C4). */
export const approveCommand = z.object({
  approve: z.boolean(),
  comments: comments.optional(),
  rowVersion: rowVersion.optional(),
  /** NEW: mails the supplier that it is rejected, with the reason (§C27). */
  supplierMail: supplierMailCommand.optional(),
});

/** `POST invoices/{id}/comments`: the whole text replaces what was there (§C7). */
export const commentsCommand = z.object({
  comments,
  commentsVersion: z.int().optional(),
});

/** `POST invoices/{id}/mark-original`: a Duplicate that is none after all, with the reason (§C1). */
export const markOriginalCommand = z.object({ reason: z.string().trim().min(1).max(1000) });

/** `POST invoices/{id}/hold`: puts the approval on hold or resumes it (§C3). */
export const holdCommand = z.object({ hold: z.boolean() });

/** `POST invoices/{id}/payment-status`: says that it is paid otherwise, or not at all. */
export const paymentStatusCommand = z.object({ paymentStatus: z.enum(paymentStatuses) });

/** `POST invoices/{id}/real-estate`: keeps it for ten years; with a Processed one that is not taken back (§C9). */
export const realEstateCommand = z.object({ isRealEstate: z.boolean() });

/** `POST invoices/{id}/move`: to another administration of the company, as long as nobody decided (§C13). */
export const moveCommand = z.object({ administrationId: id });

/** `POST invoices/{id}/resubmit`: a rejected invoice goes back to its approvers, its lines from the start (§C3). */
export const resubmitCommand = z.object({});

/** `POST invoices/{id}/restore-duplicate`: takes back the removal of a Duplicate, with its document (§C2). */
export const restoreDuplicateCommand = z.object({});

/** `PUT invoices/{id}/opened`: the caller has its pages in view. */
export const openedCommand = z.object({});

/** What is done with several invoices at once. */
export const bulkVerbs = ['approve', 'hold', 'resume', 'undo'] as const;

/** `POST invoices/decide`: each by itself, so that one that fails does not stop the others (§C13). */
export const bulkCommand = z.object({
  verb: z.enum(bulkVerbs),
  ids: z.array(id).min(1).max(250),
});

/** What became of each, in the order in which they were named. */
export const bulkOutcome = z.object({
  id,
  /** Left out before anything was tried, or refused when it was. */
  outcome: z.enum(['done', 'left-out', 'failed']),
  /** Why not, for people; empty where it was done. */
  reason: z.string(),
});

/** `POST invoices/{id}/withdraw-decisions`: takes all decisions back, so that values and bookings can change (§C13). */
export const reviseCommand = z.object({ reason: z.string().trim().min(1).max(1000) });

/** `POST invoices/{id}/withdraw`: undoes an approval while no export took it (§C1). */
export const withdrawCommand = z.object({});

/** `POST invoices/{id}/take-apart`: its two files are two invoices (§C21). */
export const takeApartCommand = z.object({ rowVersion: rowVersion.optional() });

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

/** The states of an approval line (§C6). The order is the number in the database. */
export const approvalLineStates = ['waiting', 'pending', 'approved', 'rejected', 'cancelled'] as const;

/** How many people of a step decide: one of them, or all. The order is the number in the database. */
export const stepModes = ['one', 'all'] as const;

/** Why a line is there (§C13). The order is the number in the database. */
export const approvalOrigins = ['before', 'flow', 'four-eyes', 'hand', 'passed-on', 'escalated'] as const;

/** One person's turn in the approval of an invoice (§C6). */
export const approvalLine = z.object({
  id,
  invoiceId: id,
  /** Who decided; before that, whose line it is. */
  userId: id,
  fullName: z.string(),
  /** The step: lines with the same number have their turn at once. */
  sequence: z.int(),
  state: z.enum(approvalLineStates),
  decidedAt: instant.nullable(),
  /** Whose line it was, where a substitute decided. */
  onBehalfOf: id.nullable(),
  onBehalfOfName: z.string().nullable(),
  comment: z.string(),
  /** Goes up when a rejected invoice is submitted again. */
  round: z.int(),
  mode: z.enum(stepModes),
  origin: z.enum(approvalOrigins),
  /** What was given when somebody added, moved or passed on the line. */
  reason: z.string(),
  /** Who decides meanwhile, while the person of an open line is absent. */
  substitute: z.object({ id, fullName: z.string(), untilDay: day }).nullable(),
});

const reason = z.string().trim().min(1).max(1000);
const sequence = z.int().min(1).max(99);

/** `POST fmmodule/approvals`: adds a person to an invoice that is not decided. */
export const addApprovalCommand = z.object({
  invoiceId: id,
  userId: id,
  sequence,
  mode: z.enum(stepModes).default('all'),
  reason,
});

/** `PUT fmmodule/approvals/{id}`: moves an undecided line to another step. */
export const moveApprovalCommand = z.object({ sequence, reason });

/** `POST fmmodule/approvals/{id}/pass-on`: gives an undecided line to a colleague. */
export const passOnCommand = z.object({ userId: id, reason });

/** `POST invoices/{id}/undo`: takes back the caller's own decision of the last seconds (§C13). */
export const undoCommand = z.object({});

/** For how long a person may take back their own decision; the server grants two more for the way. */
export const undoSeconds = 10;

/** Somebody who may approve invoices of the company (§C6). */
export const companyUser = z.object({ id, companyId: id, fullName: z.string() });

/** The formats that approved invoices can be exported in. */
export const exportFormats = ['csv', 'ubl'] as const;

/** `POST fmmodule/exports`: exports all approved invoices of a company to bookkeeping, by a job (§C1). */
export const exportCommand = z.object({
  companyId: id,
  administrationId: id.optional(),
  format: z.enum(exportFormats),
});

/** The states of an export. The order is the number in the database. */
export const exportStates = ['waiting', 'running', 'done', 'failed'] as const;

/** An export and how it went. */
export const invoiceExport = z.object({
  id,
  companyId: id,
  administrationId: id.nullable(),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  invoiceCount: z.int(),
  /** Empty until there is a file. */
  filename: z.string(),
  error: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});

/** Exports to bookkeeping; every route takes `fmmodule.invoices.export`. */
export const invoiceExports = defineResource({
  name: 'invoice export',
  path: 'fmmodule/exports',
  permission: 'fmmodule.invoices',
  fields: {
    id: 'id',
    format: 'text',
    state: 'text',
    invoiceCount: 'number',
    createdAt: 'instant',
    finishedAt: 'instant',
  },
  defaultSort: 'createdAt desc',
  row: invoiceExport,
  record: invoiceExport,
});
