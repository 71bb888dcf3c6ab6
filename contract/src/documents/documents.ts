import { z } from 'zod';
import { defineResource, id, instant } from '../resource.ts';

/** The states of a document, by their Dutch names on the wire (§D3). The order is the number in the database. */
export const documentStates = ['Nieuw', 'Bezig', 'Herkend', 'Onbekend', 'Onverwerkbaar', 'Verwerkt'] as const;
/** One of the document states. */
export type DocumentState = (typeof documentStates)[number];

/** Why a file cannot be read. */
const refusalReasons = [
  'empty-file',
  /** A PDF that asks for a password. */
  'encrypted',
  'no-pages',
  /** More than 200 pages. */
  'too-many-pages',
  /** More than 25 MB. */
  'too-large',
  /** A picture of more than 50 megapixels; seen in its header, before it is decoded. */
  'too-many-pixels',
  /** By content, whatever the name says. */
  'unsupported-type',
  'damaged',
  /** Drawn from so much that a page takes longer than a minute. */
  'too-slow',
  /** A photo in a format that only its phone's maker may decode. */
  'heic',
  /** A DTD, entities of its own, or nesting that no invoice has. */
  'xml-bomb',
  /** XML, but neither a UBL invoice or credit note nor CII. */
  'not-an-invoice-xml',
  /** More than one invoice in an envelope of XML: no page tells where one ends. */
  'several-invoices',
] as const;
/** One of the reasons why a file cannot be read. */
export type RefusalReason = (typeof refusalReasons)[number];

/** Why a document was refused or not recognised; each has its sentence in the portal's and the contract's locales. */
export const documentReasons = [
  ...refusalReasons,
  'no-number',
  'no-date',
  'no-total',
  'no-administration',
  'failed',
  /** Blank: no letter on any page. */
  'no-text',
  /** A person said that what was read is wrong (§D2). */
  'rejected',
  /** Two triggers fit equally well (§D7). */
  'several-triggers',
  /** A person made it unprocessable (§D3). */
  'set-aside',
  /** Its invoice was a duplicate, and was removed. */
  'duplicate',
  /** Made unprocessable in bulk: under 500 characters of text (§D4). */
  'too-little-text',
  /** A file in a zip that asks for a password. */
  'zip-encrypted',
  /** A zip inside a zip; one level is opened. */
  'zip-nested',
  /** A file in a zip whose name leads outside the zip, such as `../x`. */
  'zip-outside',
  /** More than 100 files. */
  'zip-too-many-files',
  /** More than 100 MB unpacked, whatever it says of itself. */
  'zip-too-large',
  /** A saved mail that cannot be taken apart, and one without files. */
  'eml-damaged',
  'eml-empty',
  'zip-damaged',
  'zip-empty',
] as const;
/** One of the reasons. */
export type DocumentReason = (typeof documentReasons)[number];

/** What intake answers for each file, with 202 (foundation, intake). */
export const intakeResult = z.object({
  id,
  filename: z.string(),
  state: z.enum(documentStates),
  /** A sentence for people, or empty. */
  reason: z.string(),
});

/** A document on its way through recognition, as the upload panel and the lists show it. */
export const documentRow = z.object({
  id,
  /** The number that people see: `2026-11-0291`. */
  documentId: z.string(),
  companyId: id,
  filename: z.string(),
  state: z.enum(documentStates),
  reasonCodes: z.array(z.enum(documentReasons)),
  /** The same in sentences, in the language of the request. */
  reason: z.string(),
  pageCount: z.int(),
  createdAt: instant,
  /** The invoice that was made of it. */
  invoiceId: id.nullable(),
  /** Whether that invoice is one that was there already (§C2). */
  isDuplicate: z.boolean(),
  /** NEW: the document that it is the second file of (§C21); lists have it only where its id is asked for. */
  joinedInto: z.object({ id, documentId: z.string() }).nullable(),
});

/** Uploaded documents, the newest first. `.user` reaches the caller's own uploads (§A2). */
export const documents = defineResource({
  name: 'document',
  path: 'fmmodule/documents',
  permission: 'fmmodule.documents',
  fields: {
    id: 'id',
    documentId: 'text',
    filename: 'text',
    state: 'text',
    pageCount: 'number',
    createdAt: 'instant',
    invoiceId: 'id',
  },
  defaultSort: 'createdAt desc',
  pageSizes: [25, 50, 100, 250],
  row: documentRow,
  record: documentRow,
});

/** The maximum size of an upload, in bytes. */
export const maxUploadBytes = 25 * 1024 * 1024;
/** The maximum number of files in one upload. */
export const maxUploadFiles = 50;
