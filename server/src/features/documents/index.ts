import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { intakeRoutes } from './intake/intake.routes.ts';
import { invoiceFromDocumentJob, recogniseJob } from './jobs.ts';
import type { InvoiceHooks } from './invoice-hooks.ts';
import { readMailboxes, readMailboxesJob } from './mailbox/read-mailboxes.job.ts';
import { receiptJob, sendReceipt } from './mailbox/receipt.job.ts';
import { mailboxRoutes } from './mailbox/mailbox.routes.ts';
import { memoryRoutes } from './memory/memory.routes.ts';
import { pageWorkRoutes } from './pages/page-work.routes.ts';
import { requeue, requeueJob } from './unknown/requeue.job.ts';
import { unknownRoutes } from './unknown/unknown.routes.ts';
import { validationRoutes } from './validation/validation.routes.ts';
import { applyTrigger, applyTriggerJob } from './triggers/apply-trigger.job.ts';
import { sharedMatcher } from './triggers/matcher.ts';
import { indexAllPages, indexPagesJob } from './search/index-pages.job.ts';
import { checkAllUsage, checkUsageJob } from './usage/check-usage.job.ts';
import { type ReadingTools, processDocument, resumeStuck } from './processing/process-document.job.ts';

export { findOrCreate as findOrCreateCreditor, type Creditor } from './creditors/creditors.repository.ts';
export { nameKey, supplierKey, type SupplierIdentity } from './creditors/creditors.rules.ts';
export {
  findOriginal,
  findSource,
  setInvoice,
  setSkipsValidation,
} from './documents/documents.repository.ts';
export {
  markOriginal,
  markProcessed,
  removeDuplicate,
  restoreDuplicate,
} from './documents/documents.service.ts';
export { findData, keyOf, listUnread } from './files/files.repository.ts';
export { joinDocuments, takeApart } from './files/join.service.ts';
export { fileKey, isPair, type PairFile, stemKey } from './files/pairs.rules.ts';
export { registerArrivals, takeIn } from './intake/intake.service.ts';
export { type DocumentJob, invoiceFromDocumentJob } from './jobs.ts';
export { imageRoute } from './pages/page-words.routes.ts';
export { pictureName } from './pages/pages.repository.ts';
export { listPages } from './pages/pages.service.ts';
export { nextRuleNumber } from './rules/supplier-rules.repository.ts';
export { confirmByCheck } from './validation/validation.service.ts';
export { findFound, type FoundDocument } from './processing/extraction.repository.ts';
export {
  type EInvoice,
  eInvoiceInPdf,
  pdfOfEInvoice,
  readEInvoice,
  standards,
  type Verdict,
  verdictOf,
  verdictRuleCount,
  verdictText,
} from '#server/recognition/index.ts';
export { documentSlices } from './slices.ts';
export { placesOf } from './values/places.repository.ts';
export { findInPages, snippetsOf } from './search/find-in-pages.ts';
export { questionSql } from './search/page-search.repository.ts';
export { searchTerms } from './search/search-words.rules.ts';
export { checkDays, markUsage, noteUsage } from './usage/usage.repository.ts';
export type { InvoiceHooks, InvoiceStage } from './invoice-hooks.ts';

/** The area's routes beside those of its slices. */
export function documentsPlugin(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  intakeRoutes(app, services);
  mailboxRoutes(app, services);
  validationRoutes(app, services, hooks);
  unknownRoutes(app, services, hooks);
  pageWorkRoutes(app, services, hooks);
  memoryRoutes(app, services);
}

/** The background work of the area. The kind for invoices is worked by invoicing. */
export const documentJobs = {
  kinds: [
    recogniseJob,
    requeueJob,
    applyTriggerJob,
    readMailboxesJob,
    receiptJob,
    invoiceFromDocumentJob,
    checkUsageJob,
    indexPagesJob,
  ],
  /** Takes documents to read, in a worker process. */
  async handlers(services: Services, tools: ReadingTools): Promise<void> {
    // Two of a company at a time: a long scan keeps the one OCR process busy, and what needs none goes on beside it. The
    // third place is for whoever else uploads.
    await services.jobs.work(recogniseJob, (job, attempt) => processDocument(services, tools, job, attempt), {
      concurrency: 3,
      perCompany: 2,
    });
    await services.jobs.work(requeueJob, (job) => requeue(services, job));
    await services.jobs.work(applyTriggerJob, (job) => applyTrigger(services, sharedMatcher(), job));
    await services.jobs.work(readMailboxesJob, (_, { signal }) => readMailboxes(services, signal));
    await services.jobs.work(receiptJob, (job) => sendReceipt(services, job));
    await services.jobs.work(indexPagesJob, async () => void (await indexAllPages(services)));
    await services.jobs.work(checkUsageJob, async () => void (await checkAllUsage(services)));
  },
  /** Queues again what a killed worker left behind: at its start, and now and then. */
  resume: resumeStuck,
} as const;
