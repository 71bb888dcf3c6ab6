import type { FastifyInstance } from 'fastify';
import type { SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { exportTimeRoutes } from './export-times/export-times.routes.ts';
import { offerSendRoutes } from './offers/offers.routes.ts';
import { timesheetRoutes } from './timesheets/timesheets.routes.ts';
import { timerRoutes } from './timer/timer.routes.ts';

export { offerPages } from './offer-page/offer-page.routes.ts';
export { workOrderJobs } from './jobs.ts';
export { workOrderSlices } from './slices.ts';
export { createOffer } from './offers/offers.service.ts';
export { findSettings as findLetterhead } from './offers/settings.repository.ts';
export {
  changeSettings as changeOfferSettings,
  readSettings as readOfferSettings,
} from './offers/settings.service.ts';
export { workOrderTimesService } from './order-times/order-times.service.ts';
export { findReadableOrder } from './work-orders/reach.ts';
export { workOrdersService } from './work-orders/work-orders.service.ts';

/** The area's routes beside those of its slices. */
export function workOrdersPlugin(app: FastifyInstance, services: Services, sites: SiteOptions): void {
  timerRoutes(app, services);
  timesheetRoutes(app, services);
  exportTimeRoutes(app, services);
  offerSendRoutes(app, services, sites);
}
