import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { countFigures, figuresJob } from './billing-runs/figures.job.ts';
import { makeInvoiceFiles, invoiceFilesJob } from './billing-runs/invoice-files.job.ts';
import { invoiceMailJob, sendInvoiceMail } from './invoice-states/invoice-mail.job.ts';
import { invoiceStateRoutes } from './invoice-states/invoice-states.routes.ts';
import { sellerRoutes } from './billing-settings/billing-settings.routes.ts';
import { billingRoutes } from './costs/costs.routes.ts';
import { reportRoutes } from './report/report.routes.ts';

export { countFigures } from './billing-runs/figures.job.ts';
export { runsService, takeStep } from './billing-runs/billing-runs.service.ts';
export { changeSeller } from './billing-settings/billing-settings.service.ts';
export { customerAgreementsService } from './customer-agreements/customer-agreements.service.ts';
export { createSettingsOf } from './customer-settings/customer-settings.service.ts';
export { priceAgreementsService } from './price-agreements/price-agreements.service.ts';
export { billingSlices } from './slices.ts';

/** The area's routes that no slice mounts. */
export function billingPlugin(app: FastifyInstance, services: Services): void {
  billingRoutes(app, services);
  reportRoutes(app, services);
  sellerRoutes(app, services);
  invoiceStateRoutes(app, services);
}

/** The background work of the area. */
export const billingJobs = {
  kinds: [figuresJob, invoiceFilesJob, invoiceMailJob] satisfies readonly JobKind<object>[],
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(figuresJob, (job, attempt) => countFigures(services, job, attempt));
    await services.jobs.work(invoiceFilesJob, ({ runId }, { signal }) =>
      makeInvoiceFiles(services, runId, signal),
    );
    await services.jobs.work(invoiceMailJob, (job, attempt) => sendInvoiceMail(services, job, attempt));
  },
};
