import type { FastifyInstance } from 'fastify';
import { administrations } from '#contract/core/administrations.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { administrationsService } from './administrations.service.ts';

export function administrationRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, administrations, administrationsService);
}
