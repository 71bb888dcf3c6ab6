import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { carpetMailJob, sendCarpetMail } from './orders/mail.service.ts';
import { carpetOrderRoutes } from './orders/orders.routes.ts';

export { carpetHistory, carpetSearchers, carpetTrash } from './kinds.ts';

/** The carpet area's routes. */
export function carpetlinePlugin(app: FastifyInstance, services: Services): void {
  catalogueRoutes(app, services);
  carpetOrderRoutes(app, services);
}

/** The background work of the carpet area. */
export const carpetJobs = {
  kinds: [carpetMailJob] satisfies readonly JobKind<object>[],
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(carpetMailJob, (told) => sendCarpetMail(services, told));
  },
};
