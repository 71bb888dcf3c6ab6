import { z } from 'zod';
import { parseDay } from '../dates.ts';
import { cents, day, defineResource, id, instant } from '../resource.ts';
import { history } from '../core/history.ts';
import { documentPage, pageBox } from '../documents/properties.ts';
import { approvalLineStates, approvalStates, invoiceStatuses } from './invoices.ts';
import { commentKinds } from './approval-work.ts';

/** Where the archive is: invoices in every status, with everything that was read on their pages (§C18). */
export const archive = {
  name: 'archived invoice',
  path: 'fmmodule/archive',
  permission: 'fmmodule.archive',
} as const;

/** How many invoices a page of the archive has. */
export const archivePageSize = 25;

/** A place in the archive: the day of an invoice and its id. */
const archivePlace = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .refine((place) => parseDay(place.slice(0, 10)) !== undefined);

/** `GET fmmodule/archive`: the newest invoice date first; 'next' of an answer leads to what came before. */
export const archiveQuery = z
  .object({
    /** Words and "phrases", all of which stand on one page; empty: all invoices. */
    q: z.string().trim().max(200).default(''),
    status: z.enum(invoiceStatuses).optional(),
    administrationId: id.optional(),
    /** Days of the invoice date, both included. */
    from: day.optional(),
    to: day.optional(),
    /** Only counts for who reaches every company; absent: their own. */
    companyId: id.optional(),
    /** What 'next' of the answer before was. */
    before: archivePlace.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'ends-before-start',
  });
/** A question to the archive. */
export type ArchiveQuery = z.output<typeof archiveQuery>;

const piece = z.object({ text: z.string(), isHit: z.boolean() });

/** An invoice in the archive. */
export const archiveRow = z.object({
  id,
  documentId: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: day,
  creditor: z.object({ name: z.string() }),
  administration: z.object({ id, name: z.string() }).nullable(),
  currency: z.string(),
  totalAmount: cents,
  statusValue: z.enum(invoiceStatuses),
  approvalState: z.enum(approvalStates),
  /** Pages on which all that was sought stands, at most three, with the place where most of it stands. */
  matches: z.array(z.object({ page: z.int(), pieces: z.array(piece).readonly() })),
  /** On how many pages it stands. */
  matchCount: z.int(),
});

/** What `GET fmmodule/archive` answers. */
export const archiveAnswer = z.object({
  result: z.array(archiveRow),
  metadata: z.object({
    /** For `before`, where there may be more. */
    next: archivePlace.nullable(),
  }),
});

/** `GET fmmodule/archive/administrations`: those whose invoices the caller may see, by name. */
export const archivedAdministration = z.object({ id, name: z.string() });

/** `GET fmmodule/archive/{id}?q=`. */
export const archivedQuery = z.object({ q: z.string().trim().max(200).default('') });

/** `GET fmmodule/archive/{id}`: an invoice as it is kept, with its pages, files, decisions, comments and history. */
export const archivedInvoice = archiveRow.omit({ matches: true, matchCount: true }).extend({
  companyId: id,
  description: z.string(),
  dueDate: day.nullable(),
  exclAmount: cents.nullable(),
  vatAmount: cents.nullable(),
  iban: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** The last day on which it is kept (§C9); null before it is Processed. */
  keptUntil: day.nullable(),
  pages: z.array(
    documentPage.omit({ textSource: true }).extend({
      /** Where what was sought stands on the page. */
      hits: z.array(z.object({ text: z.string(), box: pageBox })),
    }),
  ),
  /** What came in, what page work made of it, and the e-invoice beside it, with the hash that each is kept under. */
  files: z.array(
    z.object({
      role: z.enum(['received', 'edited', 'data']),
      filename: z.string(),
      mime: z.string(),
      sha256: z.string(),
    }),
  ),
  decisions: z.array(
    z.object({
      id,
      fullName: z.string(),
      onBehalfOfName: z.string().nullable(),
      state: z.enum(approvalLineStates),
      decidedAt: instant.nullable(),
      comment: z.string(),
      round: z.int(),
    }),
  ),
  comments: z.array(
    z.object({ id, at: instant, userName: z.string(), kind: z.enum(commentKinds), text: z.string() }),
  ),
  /** What happened to it, the oldest first. */
  history: z.array(history.row.omit({ part: true })),
});
/** An invoice as it is kept. */
export type ArchivedInvoice = z.output<typeof archivedInvoice>;

/** The most invoices that one file of the archive has. */
export const maxArchiveInvoices = 30_000;

/** The states of a file of the archive. The order is the number in the database. */
export const archiveFileStates = ['waiting', 'running', 'done', 'failed', 'removed'] as const;

const archiveFile = z.object({
  id,
  companyId: id,
  administration: z.object({ id, name: z.string() }).nullable(),
  fromDay: day,
  toDay: day,
  state: z.enum(archiveFileStates),
  /** How many invoices it will have, and how many it has. */
  invoiceCount: z.int(),
  doneCount: z.int(),
  filename: z.string(),
  bytes: z.int(),
  error: z.string().nullable(),
  createdAt: instant,
  createdByName: z.string(),
  finishedAt: instant.nullable(),
});

/** ZIP files of a period: originals, audit pages, an index and hashes (§C18). Every route takes `fmmodule.archive.export`. */
export const archiveFiles = defineResource({
  name: 'archive file',
  path: 'fmmodule/archive-files',
  permission: 'fmmodule.archive',
  fields: {
    id: 'id',
    fromDay: 'day',
    toDay: 'day',
    state: 'text',
    createdAt: 'instant',
    createdByName: 'text',
  },
  defaultSort: 'createdAt desc',
  row: archiveFile,
  record: archiveFile,
});

/** `POST fmmodule/archive-files`: the invoices of a company whose date is in the period, by a job. */
export const archiveFileCommand = z
  .object({
    /** Only counts for who reaches every company; absent: their own. */
    companyId: id.optional(),
    administrationId: id.optional(),
    from: day,
    to: day,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'ends-before-start' });

/** What can be wrong with an original. The order is the number in the database. */
export const originalStates = ['damaged', 'missing'] as const;

/** An original that is not as it was stored. */
export const damagedOriginal = z.object({
  invoiceId: id,
  documentId: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: day,
  creditor: z.string(),
  filename: z.string(),
  sha256: z.string(),
  state: z.enum(originalStates),
  foundAt: instant,
  checkedAt: instant,
});

/** The most damaged originals that are listed. */
export const maxDamagedShown = 200;

/** `GET fmmodule/archive/originals`: whether the originals of a company are as they were stored (§C24). */
export const originalsAnswer = z.object({
  /** When a round last saw every original, and how many files that were; null before the first. */
  seenAt: instant.nullable(),
  seenCount: z.int(),
  /** When all of them were last whole. */
  wholeAt: instant.nullable(),
  /** The round that goes on. */
  round: z.object({ beganAt: instant, checked: z.int(), planned: z.int() }).nullable(),
  damaged: z.array(damagedOriginal),
});
/** What is known of the originals of a company. */
export type Originals = z.output<typeof originalsAnswer>;
