import type { FastifyInstance } from 'fastify';
import { modules } from '#contract/core/modules.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { modulesService } from './modules.service.ts';

export function moduleRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, modules, modulesService);
}
