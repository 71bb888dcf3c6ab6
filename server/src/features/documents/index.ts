import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { boardRoutes } from './board/board.routes.ts';
import { exportRoutes } from './exports.ts';
import { intakeRoutes } from './intake/intake.routes.ts';
import { invoiceFromDocumentJob, recogniseJob } from './jobs.ts';
import type { InvoiceDesk } from './invoice-desk.ts';
import { readMailboxes, readMailboxesJob } from './mailbox/read-mailboxes.job.ts';
import { receiptJob, sendReceipt } from './mailbox/receipt.job.ts';
import { intakeLogRoutes } from './intake/intake-log.routes.ts';
import { mailboxRoutes } from './mailbox/mailbox.routes.ts';
import { pageWorkRoutes } from './pages/page-work.routes.ts';
import { requeue, requeueJob } from './unknown/requeue.job.ts';
import { unknownRoutes } from './unknown/unknown.routes.ts';
import { validationRoutes } from './validation/validation.routes.ts';
import { applyTrigger, applyTriggerJob } from './triggers/apply-trigger.job.ts';
import { sharedMatcher } from './triggers/matcher.ts';
import { triggerRoutes } from './triggers/triggers.routes.ts';
import { type ReadingTools, recogniseStored, resumeStuck } from './recognising/recognise.job.ts';

export { findOrMake as findOrMakeCreditor, type Creditor } from './creditors/creditors.repository.ts';
export { supplierKey, type SupplierIdentity } from './creditors/creditors.rules.ts';
export { findOriginal, setInvoice, setProcessed } from './documents/documents.repository.ts';
export { registerArrivals, takeIn } from './intake/intake.service.ts';
export { type DocumentJob, invoiceFromDocumentJob } from './jobs.ts';
export { findPicture, listPages, pictureName } from './pages/pages.repository.ts';
export { findFound, type FoundDocument } from './recognising/findings.repository.ts';
export { thumbnailWidth } from './recognising/recognise.job.ts';
export { documentSlices } from './slices.ts';
export { noteUsage } from './usage/usage.repository.ts';
export type { InvoiceDesk, InvoiceStage } from './invoice-desk.ts';
export { sendStored } from '#server/platform/http/send-stored.ts';

/** The area's routes beside those of its slices. */
export function documentsPlugin(app: FastifyInstance, services: Services, desk: InvoiceDesk): void {
  exportRoutes(app, services);
  intakeRoutes(app, services);
  intakeLogRoutes(app, services);
  mailboxRoutes(app, services);
  triggerRoutes(app, services);
  validationRoutes(app, services, desk);
  unknownRoutes(app, services, desk);
  boardRoutes(app, services);
  pageWorkRoutes(app, services, desk);
}

/** The background work of the area. The kind for invoices is worked by invoicing. */
export const documentJobs = {
  kinds: [recogniseJob, requeueJob, applyTriggerJob, readMailboxesJob, receiptJob, invoiceFromDocumentJob],
  /** Takes documents to read, in a worker process. */
  async handlers(services: Services, tools: ReadingTools): Promise<void> {
    // Two at a time: a long scan keeps the one OCR process busy, and what needs none goes on beside it.
    await services.jobs.work(recogniseJob, (job, attempt) => recogniseStored(services, tools, job, attempt), {
      concurrency: 2,
    });
    await services.jobs.work(requeueJob, (job) => requeue(services, job));
    await services.jobs.work(applyTriggerJob, (job) => applyTrigger(services, sharedMatcher(), job));
    await services.jobs.work(readMailboxesJob, (_, { signal }) => readMailboxes(services, signal));
    await services.jobs.work(receiptJob, (job) => sendReceipt(services, job));
  },
  /** Queues again what a killed worker left behind: at its start, and now and then. */
  resume: resumeStuck,
} as const;
