import type { FastifyInstance } from 'fastify';
import type { SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { buildRoutes } from './builds/builds.routes.ts';
import { mailSwitchedOff, switchedOffJob } from './releases/switched-off.job.ts';
import { updateRoutes } from './updates/updates.routes.ts';

export { takeBuild } from './builds/builds.service.ts';
export { releaseSlices } from './slices.ts';
export { releasesService } from './releases/releases.service.ts';
export { customerReleases } from './releases/customer-releases.repository.ts';
export { answerUpdate, takeFailure } from './updates/updates.service.ts';

/**
 * Mounts the endpoints that programs call without a person: the build server and the customers' clients. They are
 * outside the guard of the API and check a signature or a key themselves.
 *
 * @param buildSecret BALIE_BUILD_SECRET; without it builds are refused
 * @param sites where the mail about an automatically deactivated release leads
 */
export async function mountPublicEndpoints(
  app: FastifyInstance,
  services: Services,
  buildSecret: string | undefined,
  sites: SiteOptions,
): Promise<void> {
  await buildRoutes(app, services, buildSecret);
  await updateRoutes(app, services, sites);
}

/** The background work of the area. */
export const releaseJobs = {
  kinds: [switchedOffJob] satisfies readonly JobKind<object>[],
  async handlers(services: Services): Promise<void> {
    await services.jobs.work(switchedOffJob, (job) => mailSwitchedOff(services, job));
  },
};
