import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { customerAgreementRoutes } from './customer-agreements/customer-agreements.routes.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import { priceAgreementRoutes } from './price-agreements/price-agreements.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { customerSettingsRoutes } from './settings/settings.routes.ts';

/** Customers, prices, what they cost, and the report. */
export function mountBilling(app: FastifyInstance, services: Services): void {
  customerRoutes(app, services);
  customerSettingsRoutes(app, services);
  priceAgreementRoutes(app, services);
  customerAgreementRoutes(app, services);
  billingRoutes(app, services);
  reportRoutes(app, services);
}
