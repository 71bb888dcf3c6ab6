import { z } from 'zod';
import { country, kvkNumber, vatId } from '../party-codes.ts';
import {
  audited,
  day,
  defineResource,
  id,
  instant,
  optionalText,
  rowVersion,
  shortText,
} from '../resource.ts';

const row = z.object({
  id,
  companyId: id,
  company: z.object({ name: z.string() }),
  name: z.string(),
  city: z.string(),
  kvk: z.string().nullable(),
  vatId: z.string().nullable(),
  isBlocked: z.boolean(),
  invoiceCount: z.int(),
  lastInvoiceDate: day.nullable(),
  /** Invoices that are not Processed with an open stop. */
  stopCount: z.int(),
});

/** A creditor that was merged into this one. */
export const creditorMerge = z.object({
  id,
  creditor: z.object({ id, name: z.string() }),
  mergedAt: instant,
  mergedBy: z.string(),
});

const number = z.object({ administrationId: id, number: z.string().trim().min(1).max(40) });

/** Suppliers of a company, as its invoices name them. They come into being with their first invoice. */
export const creditors = defineResource({
  name: 'creditor',
  path: 'fmmodule/creditors',
  permission: 'fmmodule.creditors',
  fields: {
    id: 'id',
    name: 'text',
    city: 'text',
    kvk: 'text',
    vatId: 'text',
    isBlocked: 'boolean',
    'company/name': 'text',
  },
  defaultSort: 'name asc',
  row,
  record: row.extend({
    street: z.string(),
    postalCode: z.string(),
    /** ISO 3166; empty where no document said it. */
    country: z.string(),
    email: z.string(),
    blockedAt: instant.nullable(),
    blockedBy: z.string().nullable(),
    blockReason: z.string(),
    /** The creditor that took its place. */
    mergedInto: z.object({ id, name: z.string() }).nullable(),
    merges: z.array(creditorMerge),
    /** Creditors that may be the same, and why: an equal number, account, or nearly the same name. */
    suggestions: z.array(
      z.object({
        id,
        name: z.string(),
        reason: z.enum(['kvk', 'vatId', 'iban', 'name']),
        invoiceCount: z.int(),
      }),
    ),
    /** The number by which each administration's bookkeeping knows it. */
    numbers: z.array(number.extend({ administration: z.string() })),
    accountCount: z.int(),
    /** Invoices that are not Processed: what blocking stops. */
    openInvoices: z.int(),
    ...audited,
  }),
  update: z.object({
    name: shortText(),
    street: optionalText(),
    postalCode: optionalText(20),
    city: optionalText(),
    country,
    email: optionalText(),
    kvk: kvkNumber,
    vatId,
    numbers: z.array(number).max(200).optional(),
    rowVersion: rowVersion.optional(),
  }),
});

/** `POST creditors/{id}/block`: stops all its invoices. */
export const blockCreditorCommand = z.object({ reason: shortText(), rowVersion: rowVersion.optional() });

/** `POST creditors/{id}/unblock` */
export const unblockCreditorCommand = z.object({ reason: shortText(), rowVersion: rowVersion.optional() });

/** `POST creditors/{id}/merge`: the named one goes up in this one. */
export const mergeCreditorCommand = z.object({ creditorId: id });

/** `POST creditors/{id}/undo-merge` */
export const undoMergeCommand = z.object({ mergeId: id });

/** `GET creditors/lookup`: for fields in which people choose one. */
export const creditorLookupQuery = z.object({
  query: z.string().max(100).default(''),
  companyId: id.optional(),
});
/** A creditor to choose. */
export const creditorChoice = z.object({ id, name: z.string(), city: z.string() });
