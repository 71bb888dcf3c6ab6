import { defineJob } from '#server/platform/jobs/jobs.ts';

/** A document, and who sent it in: what its jobs do is written down in his name. */
export interface DocumentJob {
  readonly companyId: string;
  readonly documentId: string;
  readonly by: { readonly userId: string; readonly name: string };
  /** It is a file of data, such as XML: read in a moment, unless something is wrong with it. */
  readonly isData?: boolean;
  /** The text that was read stays; only finding is done again (§D6). */
  readonly keepsText?: boolean;
  /** Only these pages are read; the others were read before, as they are (decision 0040). */
  readonly readsOnly?: readonly number[];
  /** Every page is read by OCR, also one with text of its own (§D6, `force`). */
  readonly byOcr?: boolean;
}

/** Reads a document that came in. */
export const recogniseJob = defineJob<DocumentJob>('documents-recognise', {
  retries: 2,
  expireSeconds: 1800,
});

/** Makes an invoice of a recognised document. Invoicing does the work: the arrow backwards is this job. */
export const invoiceFromDocumentJob = defineJob<DocumentJob>('invoicing-from-document', {
  retries: 2,
  expireSeconds: 120,
});
