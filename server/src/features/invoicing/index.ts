import type { FastifyInstance } from 'fastify';
import { type DocumentJob, invoiceFromDocumentJob } from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { approvalRoutes } from './approvals/approvals.routes.ts';
import { exportJob, handOver, resumeStuck } from './exports/export.job.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { makeInvoice, makeInvoiceIn } from './making/make-invoice.job.ts';
import { pageRoutes } from './pages/pages.routes.ts';

export { invoiceDesk } from './desk/desk.ts';
export { invoicingSlices } from './slices.ts';
export { centsToDecimal as euros, ublNamespaces, xmlText } from '#server/platform/xml/ubl.ts';

/** The area's routes beside those of its slices. */
export function invoicingPlugin(app: FastifyInstance, services: Services): void {
  pageRoutes(app, services);
  approvalRoutes(app, services);
  exportRoutes(app, services);
}

/** Makes the invoice of a document in the transaction in which it was read: `app` hands this to documents. */
export function invoiceMaker(services: Services): (tx: Tx, job: DocumentJob) => Promise<void> {
  return (tx, job) => makeInvoiceIn(services, tx, job);
}

/** The background work of the area. */
export const invoicingJobs = {
  kinds: [exportJob],
  /** Takes jobs in a worker process. */
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(invoiceFromDocumentJob, (job) => makeInvoice(services, job));
    await services.jobs.work(exportJob, (key, attempt) => handOver(services, key, attempt));
  },
  /** Queues again what a killed worker left behind: at its start, and now and then. */
  resume: resumeStuck,
} as const;
