import type { FastifyInstance } from 'fastify';
import type { SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { exportTimeRoutes } from './export-times/export-times.routes.ts';
import { offerRoutes } from './offers/offers.routes.ts';
import { orderLineRoutes } from './order-lines/order-lines.routes.ts';
import { orderTimeRoutes } from './order-times/order-times.routes.ts';
import { timerRoutes } from './timer/timer.routes.ts';
import { workOrderRoutes } from './work-orders/work-orders.routes.ts';

export { offerPages } from './offer-page/offer-page.routes.ts';
export { workOrderJobs } from './offers/answered.job.ts';
export { workOrderHistory, workOrderOwner, workOrderTrash } from './kinds.ts';
export { createOffer } from './offers/offers.service.ts';
export { changeSettings as changeOfferSettings } from './offers/settings.service.ts';
export { workOrderTimesService } from './order-times/order-times.service.ts';
export { workOrdersService } from './work-orders/work-orders.service.ts';
export { workOrderSearchers } from './work-orders/searcher.ts';
export { administrationUse, contactPersonUse, relationUse, workOrderUse } from './uses.repository.ts';

/** The work order area's routes. */
export function workOrdersPlugin(app: FastifyInstance, services: Services, sites: SiteOptions): void {
  workOrderRoutes(app, services);
  orderLineRoutes(app, services);
  orderTimeRoutes(app, services);
  timerRoutes(app, services);
  exportTimeRoutes(app, services);
  offerRoutes(app, services, sites);
}
