import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { creditRoutes } from './credits/credits.routes.ts';
import { customerAgreementRoutes } from './customer-agreements/customer-agreements.routes.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import { priceAgreementRoutes } from './price-agreements/price-agreements.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { countFigures, figuresJob } from './runs/figures.job.ts';
import { drawPapers, papersJob } from './runs/papers.job.ts';
import { runRoutes } from './runs/runs.routes.ts';
import { sellerRoutes } from './seller/seller.routes.ts';
import { customerSettingsRoutes } from './settings/settings.routes.ts';

/** Customers, prices, what they cost, and the report. */
export function mountBilling(app: FastifyInstance, services: Services): void {
  customerRoutes(app, services);
  customerSettingsRoutes(app, services);
  priceAgreementRoutes(app, services);
  customerAgreementRoutes(app, services);
  billingRoutes(app, services);
  reportRoutes(app, services);
  runRoutes(app, services);
  creditRoutes(app, services);
  sellerRoutes(app, services);
}

/** The kinds of background work of billing. */
export const billingKinds = [figuresJob, papersJob] satisfies readonly JobKind<object>[];

/** Takes that work, in a worker process. */
export async function workBilling(services: Services): Promise<void> {
  await services.jobs.work(figuresJob, (job, attempt) => countFigures(services, job, attempt));
  await services.jobs.work(papersJob, ({ runId }, { signal }) => drawPapers(services, runId, signal));
}
