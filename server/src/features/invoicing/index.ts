import type { FastifyInstance } from 'fastify';
import { invoiceFromDocumentJob } from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import { invoiceRoutes } from './invoices/invoices.routes.ts';
import { makeInvoice } from './making/make-invoice.job.ts';
import { pageRoutes } from './pages/pages.routes.ts';

/** Invoices: approval, pages, handover. */
export function invoicingPlugin(app: FastifyInstance, services: Services): void {
  invoiceRoutes(app, services);
  pageRoutes(app, services);
}

/** The background work of the area. */
export const invoicingJobs = {
  kinds: [],
  /** Takes jobs in a worker process. */
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(invoiceFromDocumentJob, (job) => makeInvoice(services, job));
  },
} as const;
