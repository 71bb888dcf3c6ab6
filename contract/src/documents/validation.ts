import { z } from 'zod';
import { defineResource, id, instant, rowVersion } from '../resource.ts';
import {
  correction,
  documentLock,
  documentPage,
  documentProperty,
  foundLine,
  foundVatRate,
  foundProperty,
  lineWrite,
} from './properties.ts';

const row = z.object({
  /** The document's own id. */
  id,
  /** The number that people see: `2026-11-0291`. */
  documentId: z.string(),
  companyId: id,
  /** `fmCustomerId` of the company (§J4). */
  customerId: z.string(),
  /** NEW: whose it is, for staff: two companies may have one number. */
  companyName: z.string(),
  administrationId: id.nullable(),
  /** NEW. */
  administrationName: z.string(),
  filename: z.string(),
  createdAt: instant,
  /** `invoice` or `credit-note`. */
  documentType: z.enum(['invoice', 'credit-note']),
  /** The lowest of number, date, total and creditor (§D1), 0..1. */
  confidence: z.number(),
  /** The first pair of `properties`, as product 2.3 has it. */
  property: z.string(),
  value: z.string(),
  /** What was read, in a fixed order. */
  properties: z.array(z.object({ property: documentProperty, value: z.string(), confidence: z.number() })),
  /** NEW: picture of the first page, for `fmmodule/invoicerecognition/images?filename=`. */
  picture: z.string().nullable(),
  /** NEW: who works on it now. */
  lock: documentLock.nullable(),
});

/**
 * Recognised documents that wait for a verdict. `$top=250`, `$count=true`, `$orderby=documentId asc` is the screen's
 * call. `GET …/{id}` has the pages, the boxes and the candidates.
 */
export const unvalidated = defineResource({
  name: 'unvalidated recognition',
  path: 'fmmodule/invoicerecognition/unvalidated',
  permission: 'fmmodule.invoicerecognitiondata',
  fields: {
    id: 'id',
    documentId: 'text',
    customerId: 'text',
    companyId: 'id',
    administrationId: 'id',
    administrationName: 'text',
    filename: 'text',
    createdAt: 'instant',
    documentType: 'text',
    confidence: 'number',
  },
  defaultSort: 'documentId asc',
  pageSizes: [15, 5, 10, 25, 100, 250],
  row,
  record: row.extend({
    properties: z.array(foundProperty),
    lines: z.array(foundLine),
    /** NEW: VAT by rate, where it comes to the VAT; else empty. */
    vatRates: z.array(foundVatRate),
    pages: z.array(documentPage),
    mime: z.string(),
    /** NEW: the trigger that recognised it. */
    trigger: z.object({ id, name: z.string() }).nullable(),
    /** NEW: the invoice that was made of it, and whether its state still takes a verdict (§D2). */
    invoice: z.object({ id, isOpen: z.boolean() }).nullable(),
    /** NEW: pages on which another invoice seems to start; a split is offered there. */
    splitBefore: z.array(z.int()),
    /** NEW: to whom it is addressed, as printed, where that is neither the company nor the administration. */
    addressedTo: z.string().nullable(),
    /** NEW: the verdict that it has, by whom and when; null while it waits for one. */
    judged: z.object({ isCorrect: z.boolean(), at: instant, by: z.string(), isMine: z.boolean() }).nullable(),
    rowVersion,
  }),
});

/** `PUT fmmodule/invoicerecognition/{id}`: the verdict (§D2). `isValidated` other than true is 400. */
export const verdictCommand = z.object({
  id: id.optional(),
  isValidated: z.literal(true),
  isCorrect: z.boolean(),
  /**
   * NEW: which values are wrong, with a negative verdict. Read again, the document is not recognised with these values, nor
   * without a name with all of number, date, total and creditor together (§D2).
   */
  wrong: z.array(documentProperty).max(documentProperty.options.length).optional(),
  rowVersion: rowVersion.optional(),
});

/** The verdict as it stands; until `undoUntil` the opposite one, or the undo, is taken. */
export const verdict = z.object({
  id,
  isValidated: z.boolean(),
  isCorrect: z.boolean(),
  undoUntil: instant.nullable(),
});

/**
 * NEW `POST fmmodule/invoicerecognition/unvalidated/{id}/undo`: takes back the verdict; the document waits again. Body
 * `{}`.
 */
export const undoVerdictCommand = z.object({});

/**
 * NEW `PUT fmmodule/invoicerecognition/{id}/properties/{property}`: corrects one value, which is then confirmed; an open
 * Concept invoice follows. Answers the whole record.
 */
export const correctCommand = correction.extend({ rowVersion: rowVersion.optional() });

/**
 * NEW `PUT fmmodule/invoicerecognition/unvalidated/{id}/lines`: all lines as they are right; later readings leave them
 * alone, and the booking of an open Concept invoice follows. Answers the whole record.
 */
export const linesCommand = z.object({
  lines: z.array(lineWrite).max(1000),
  rowVersion: rowVersion.optional(),
});

// NEW beside them, with the same right to read: `GET fmmodule/invoicerecognition/unvalidated/{id}/pages/{number}` (the
// words of a page), `GET fmmodule/invoicerecognition/images?filename=`; with the right to update: `POST` and `DELETE
// fmmodule/invoicerecognition/unvalidated/{id}/lock`.
