import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

/** So many verdicts in a row, positive and without an edit, let a supplier be set to automatic. */
export const positivesForAutomatic = 3;

const counts = {
  documentCount: z.int(),
  validatedCount: z.int(),
  positiveCount: z.int(),
  /** Of the validated ones, 0..1; null without any. */
  positiveShare: z.number().nullable(),
  unchangedCount: z.int(),
  /** Of the validated ones: positive, and nobody touched a value. */
  unchangedShare: z.number().nullable(),
  lastDocumentAt: instant.nullable(),
  /** The last five that were rejected or not recognised. */
  lastFailures: z.array(z.object({ id, documentId: z.string(), at: instant, reason: z.string() })),
};

const supplier = z.object({
  /** The creditor's id. */
  id,
  companyId: id,
  customerIdAndName: z.string(),
  name: z.string(),
  ...counts,
  /** Skips the validation queue; never the approval. */
  isAutomatic: z.boolean(),
  /** Whether the switch may be turned on now: three times positive without edits. */
  mayBeAutomatic: z.boolean(),
  /** Why it went off by itself; empty otherwise. */
  offReason: z.enum(['', 'negative-verdict', 'new-iban']),
});

const fields = {
  id: 'id',
  companyId: 'id',
  customerIdAndName: 'text',
  name: 'text',
  documentCount: 'number',
  validatedCount: 'number',
  positiveShare: 'number',
  unchangedShare: 'number',
  lastDocumentAt: 'instant',
} as const;

/** NEW: how recognition does per supplier. `PUT …/{id}` with `{ isAutomatic }` is the switch; 409 when it may not be on. */
export const supplierBoard = defineResource({
  name: 'supplier result',
  path: 'fmmanagement/board/suppliers',
  permission: 'fmmanagement.board',
  fields: { ...fields, isAutomatic: 'boolean' },
  defaultSort: 'documentCount desc',
  pageSizes: [50, 100, 200],
  row: supplier,
  record: supplier,
  update: z.object({ isAutomatic: z.boolean() }),
});

const trigger = z.object({
  /** The trigger's id; companyId is null for a general one. */
  id,
  companyId: id.nullable(),
  customerIdAndName: z.string(),
  name: z.string(),
  ...counts,
});

/** NEW: how recognition does per trigger, in the documents that the caller may see. */
export const triggerBoard = defineResource({
  name: 'trigger result',
  path: 'fmmanagement/board/triggers',
  permission: 'fmmanagement.board',
  fields,
  defaultSort: 'documentCount desc',
  pageSizes: [50, 100, 200],
  row: trigger,
  record: trigger,
});
