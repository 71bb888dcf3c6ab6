import type { FastifyInstance } from 'fastify';
import { administrations, allAdministrations } from '#contract/core/administrations.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { listAll } from './administrations.repository.ts';
import { administrationsService } from './administrations.service.ts';

export function administrationRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, administrations, administrationsService);
  mountResource(app, services, allAdministrations, { list: (ctx, query) => listAll(ctx.db, ctx.scope, query) });
}
