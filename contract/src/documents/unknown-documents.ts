import { z } from 'zod';
import { defineResource, id, instant, rowVersion } from '../resource.ts';
import { documentReasons, documentStates } from './documents.ts';
import {
  correction,
  documentLock,
  documentPage,
  documentProperty,
  foundLine,
  foundVatRate,
  foundProperty,
} from './properties.ts';

/** Under so many characters of text a document can be made unprocessable in bulk (§D4). */
export const unprocessableBelow = 500;
/** The name of that command in the place of a hash (§D5). */
export const unprocessableCommand = 'onverwerkbaar-onder-500';
/** The maximum number of documents of one command on a selection. */
export const maxSelected = 250;

const row = z.object({
  id,
  /** The number that people see. */
  documentId: z.string(),
  companyId: id,
  klant: z.object({ customerIdAndName: z.string() }),
  administratie: z.object({ id: id.nullable(), bedrijfsnaam: z.string() }),
  fileCreationTime: instant,
  filename: z.string(),
  /** Whether the customer edited it, not staff (§D10); the spelling is fixed (§B7). */
  IsEdited: z.boolean(),
  lastModified: instant,
  triggerId: id.nullable(),
  /** NEW: everything below. */
  state: z.enum(documentStates),
  reasonCodes: z.array(z.enum(documentReasons)),
  reason: z.string(),
  pageCount: z.int(),
  textLength: z.int(),
  tries: z.int(),
  lock: documentLock.nullable(),
  /** A customer asked the provider about it. */
  hasQuestion: z.boolean(),
});

/** `GET documenten/onbekend`: documents in state Onbekend, and only those (§D3). */
export const unknownDocuments = defineResource({
  name: 'unknown document',
  path: 'fmmanagement/documenten/onbekend',
  permission: 'fmmanagement.documents',
  fields: {
    id: 'id',
    documentId: 'text',
    companyId: 'id',
    'klant/customerIdAndName': 'text',
    'administratie/bedrijfsnaam': 'text',
    fileCreationTime: 'instant',
    filename: 'text',
    IsEdited: 'boolean',
    lastModified: 'instant',
    triggerId: 'id',
    pageCount: 'number',
    textLength: 'number',
    hasQuestion: 'boolean',
  },
  defaultSort: 'fileCreationTime asc',
  pageSizes: [50, 100, 200],
  row,
  record: row,
});

/** NEW `GET documenten/onverwerkbaar`: what was set aside, the same shape; it can come back (§D3). */
export const unprocessableDocuments = defineResource({
  ...unknownDocuments,
  name: 'unprocessable document',
  path: 'fmmanagement/documenten/onverwerkbaar',
});

/**
 * `GET` and `PUT documenten/{documentId}`, by the document's own id or the number that people see; any state. `DELETE`
 * puts it in the trash.
 */
export const documentRecord = row.extend({
  /** The text of all pages: what triggers run on. */
  filecontent: z.string(),
  /** The pattern of the trigger that recognised it, else empty. */
  regex: z.string(),
  mime: z.string(),
  /** NEW: everything below. */
  trigger: z.object({ id, name: z.string() }).nullable(),
  isCredit: z.boolean(),
  properties: z.array(foundProperty),
  lines: z.array(foundLine),
  /** NEW: VAT by rate, where it comes to the VAT; else empty. */
  vatRates: z.array(foundVatRate),
  pages: z.array(documentPage),
  /** Pages on which another invoice seems to start: a split is offered there. */
  splitBefore: z.array(z.int()),
  /** NEW: to whom it is addressed, as printed, where that is neither the company nor the administration. */
  addressedTo: z.string().nullable(),
  /** Whether page work changed it; `restore-source` takes it back to what came in. */
  hasSource: z.boolean(),
  invoiceId: id.nullable(),
  /** What a customer asks the provider. */
  question: z.object({ text: z.string(), at: instant, by: z.string() }).nullable(),
  /** Those of the company, to choose from. */
  administrations: z.array(z.object({ id, name: z.string() })),
  rowVersion,
});

/**
 * `PUT documenten/{documentId}`: save. Values written here win over any later trigger run (§D10) and set `IsEdited`. With
 * number, date, total and an administration the document goes on as Herkend. What is absent stays.
 */
export const documentWrite = z.object({
  id: id.optional(),
  triggerId: id.nullable().optional(),
  administrationId: id.nullable().optional(),
  isCredit: z.boolean().optional(),
  /** NEW: by property; null takes a value away. */
  values: z.partialRecord(documentProperty, correction.nullable()).optional(),
  rowVersion: rowVersion.optional(),
});

/** NEW `POST documenten/{id}/vraag`: asks the provider to look at an unknown document; another question replaces it. */
export const questionCommand = z.object({ question: z.string().trim().min(1).max(2000) });

/** How many documents a command did, and the batch that `undo` restores exactly (§D4, §D5). */
export const batchResult = z.object({ nrOfDocuments: z.int(), batchId: id.nullable() });

/**
 * NEW `POST documenten/onverwerkbaar`: makes the selection unprocessable; what is not Onbekend any more is left out of the count.
 * `POST documenten/{hash}` does it for one command name or SHA-256 (§D5); both answer `{ result: batchResult }`.
 */
export const selectionCommand = z.object({ ids: z.array(id).min(1).max(maxSelected) });

/** NEW `POST documenten/batches/{batchId}/undo`: puts exactly that batch back to Onbekend. Body `{}`. */
export const undoBatchCommand = z.object({});

/** NEW `POST documenten/{id}/herstel`: one document from Onverwerkbaar back to Onbekend (§D3). Body `{}`. */
export const restoreCommand = z.object({});

/** `POST documenten/retryDocumentsThroughOcr`: `force` reads again what has text enough; `ids` NEW: only these (§D6). */
export const retryCommand = z.object({
  force: z.boolean().default(false),
  ids: z.array(id).max(maxSelected).optional(),
});

/**
 * The run of a retry: the answer of the command, and of `GET documenten/retryDocumentsThroughOcr` (NEW; null when there
 * was none yet) for its progress and result. The live events of `fmmodule/documents` tell of each step.
 */
export const retryRun = z.object({
  id,
  /** Queued, in all. */
  nrOfDocuments: z.int(),
  doneCount: z.int(),
  recognisedCount: z.int(),
  unknownCount: z.int(),
  failedCount: z.int(),
  isRunning: z.boolean(),
  /** Whether the command met a run that was underway already, and gives that one. */
  wasRunning: z.boolean(),
  startedAt: instant,
  startedBy: z.string(),
  finishedAt: instant.nullable(),
  /** The first fifty that are not recognised, with what is wrong. */
  failures: z.array(z.object({ id, documentId: z.string(), reason: z.string() })),
});

/** NEW `GET documenten/{id}/next` with the list's own `$filter` and `query`: the next one (§D11); null after the last. */
export const nextAnswer = z.object({ result: z.object({ id, documentId: z.string() }).nullable() });

/** Degrees clockwise that a page can be turned. */
export const quarterTurns = [90, 180, 270] as const;

/** NEW `POST documenten/{id}/split`: a new document starts at each of these pages. Answers every part, the first included. */
export const splitCommand = z.object({
  before: z.array(z.int().min(2)).min(1).max(199),
  rowVersion: rowVersion.optional(),
});

/** NEW `POST documenten/merge`: the others follow the first in this order, and go to the trash. Answers the first. */
export const mergeCommand = z.object({ ids: z.array(id).min(2).max(50) });

/** NEW `POST documenten/{id}/rotate`. */
export const rotateCommand = z.object({
  pages: z.array(z.int().min(1)).min(1).max(200),
  degrees: z.literal([...quarterTurns]),
  rowVersion: rowVersion.optional(),
});

/** NEW `POST documenten/{id}/remove-pages`: at least one page stays. */
export const removePagesCommand = z.object({
  pages: z.array(z.int().min(1)).min(1).max(199),
  rowVersion: rowVersion.optional(),
});

/** NEW `POST documenten/{id}/restore-source`: back to the file that came in. Body `{}`. */
export const restoreSourceCommand = z.object({ rowVersion: rowVersion.optional() });

/** What page work answers: the documents that are read again now, in order. */
export const pageWorkResult = z.array(z.object({ id, documentId: z.string(), pageCount: z.int() }));

// Live events name `fmmodule/documents` at every step of reading, `fmmanagement/documenten` when people change something,
// `fmmanagement/documenten/locks` when a lock is taken or given back, and `fmmodule/invoicerecognition` at a verdict.

// NEW beside them: `GET documenten/{id}/pages/{number}` (pageWords), `GET fmmanagement/images?filename=`, `GET
// documenten/{id}/original` (the file as it came in), `POST` and `DELETE documenten/{id}/lock`.
