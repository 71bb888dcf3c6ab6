import type { FastifyInstance } from 'fastify';
import { companyModules } from '#contract/core/company-modules.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { companyModulesService } from './company-modules.service.ts';

export function companyModuleRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, companyModules, companyModulesService);
}
