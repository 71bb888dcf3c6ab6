import type { FastifyInstance } from 'fastify';
import type { Invitations, SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { carpetMailJob, sendCarpetMail } from './orders/mail.service.ts';
import type { Letterheads } from './orders/order-documents.service.ts';
import { carpetOrderRoutes } from './orders/orders.routes.ts';
import { oldDrawingsJob, removeOldDrawings, sentDrawingRoutes } from './orders/sent-drawings.routes.ts';
import { pendingUsersJob, removePendingUsers } from './portal-users/pending.job.ts';
import { portalUserRoutes } from './portal-users/portal-users.routes.ts';

export { unsubscribePages } from './orders/unsubscribe.routes.ts';
export { catalogueOf, catalogueService } from './catalogue/catalogue.service.ts';
export { progressService } from './orders/progress.service.ts';
export { carpetOrdersService } from './orders/orders.service.ts';
export { bindPortalUser } from './portal-users/portal-users.service.ts';
// Portal users receive live events of their relation, and those for everyone.
export { boundRelation as portalAudience } from './orders/reach.repository.ts';
export { carpetlineSlices } from './slices.ts';

/** The area's routes beside those of its slices. */
export function carpetlinePlugin(
  app: FastifyInstance,
  services: Services,
  sites: SiteOptions,
  invitations: Invitations | null,
  letterheads: Letterheads,
): void {
  carpetOrderRoutes(app, services, sites, letterheads);
  sentDrawingRoutes(app, services);
  portalUserRoutes(app, services, invitations);
}

/** The background work of the carpet area. */
export const carpetJobs = {
  kinds: [carpetMailJob, pendingUsersJob, oldDrawingsJob] satisfies readonly JobKind<object>[],
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(carpetMailJob, (order) => sendCarpetMail(services, order));
    await services.jobs.work(pendingUsersJob, async () => {
      await removePendingUsers(services);
    });
    await services.jobs.work(oldDrawingsJob, async () => {
      await removeOldDrawings(services);
    });
  },
};
