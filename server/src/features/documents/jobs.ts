import { defineJob } from '#server/platform/jobs/jobs.ts';

/** A document, and who uploaded it: the history of its jobs is in their name. */
export interface DocumentJob {
  readonly companyId: string;
  readonly documentId: string;
  readonly by: { readonly userId: string; readonly name: string };
  /** It is a data file, such as XML: processed inline, unless something is wrong with it. */
  readonly isData?: boolean;
  /** The stored text is kept; only its values are extracted again (§D6). */
  readonly keepsText?: boolean;
  /** Only these pages are read; the others were read before, as they are (decision 0040). */
  readonly readsOnly?: readonly number[];
  /** The values that are read become those of the invoice that is there already. */
  readonly updatesInvoice?: boolean;
  /** Every page is read by OCR, also one with text of its own (§D6, `force`). */
  readonly byOcr?: boolean;
}

/** Reads a document that came in. */
export const recogniseJob = defineJob<DocumentJob>('documents-recognise', {
  retries: 2,
  expireSeconds: 1800,
});

/** Makes an invoice of a recognised document. Invoicing does the work: documents may not import invoicing, so this job is the way there. */
export const invoiceFromDocumentJob = defineJob<DocumentJob>('invoicing-from-document', {
  retries: 2,
  expireSeconds: 120,
});
