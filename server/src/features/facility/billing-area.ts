import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { creditRoutes } from './credits/credits.routes.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { countFigures, figuresJob } from './runs/figures.job.ts';
import { drawPapers, papersJob } from './runs/papers.job.ts';
import { sellerRoutes } from './seller/seller.routes.ts';

/** Customers, prices, what they cost, and the report. */
export function mountBilling(app: FastifyInstance, services: Services): void {
  customerRoutes(app, services);
  billingRoutes(app, services);
  reportRoutes(app, services);
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
