import type { FastifyInstance } from 'fastify';
import type { SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { billingKinds, mountBilling, workBilling } from './billing-area.ts';
import { buildRoutes } from './builds/builds.routes.ts';
import { switchedOffJob, tellSwitchedOff } from './releases/switched-off.job.ts';
import { updateKeyRoutes, updateRoutes } from './updates/updates.routes.ts';

export { facilitySlices } from './slices.ts';
export { customerAgreementsService } from './customer-agreements/customer-agreements.service.ts';
export { priceAgreementsService } from './price-agreements/price-agreements.service.ts';
export { countFigures } from './runs/figures.job.ts';
export { runsService, takeStep } from './runs/runs.service.ts';
export { changeSeller } from './seller/seller.service.ts';
export { createSettingsOf } from './settings/settings.service.ts';
export { takeBuild } from './builds/builds.service.ts';
export { releasesService } from './releases/releases.service.ts';
export { answerUpdate, takeFailure } from './updates/updates.service.ts';

/** The facility area's routes. */
export function facilityPlugin(app: FastifyInstance, services: Services): void {
  updateKeyRoutes(app, services);
  mountBilling(app, services);
}

/**
 * Where programs call without a person: the build server and the customers' clients. Outside the guard of the API.
 *
 * @param buildSecret BALIE_BUILD_SECRET; without it builds are refused
 * @param sites where the mail about a release that went off leads
 */
export async function facilityDoors(
  app: FastifyInstance,
  services: Services,
  buildSecret: string | undefined,
  sites: SiteOptions,
): Promise<void> {
  await buildRoutes(app, services, buildSecret);
  await updateRoutes(app, services, sites);
}

/** The background work of the facility area. */
export const facilityJobs = {
  kinds: [switchedOffJob, ...billingKinds] satisfies readonly JobKind<object>[],
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(switchedOffJob, (told) => tellSwitchedOff(services, told));
    await workBilling(services);
  },
};
