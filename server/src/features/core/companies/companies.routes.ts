import type { FastifyInstance } from 'fastify';
import { companies } from '#contract/core/companies.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import type { RecordUse } from '../uses.ts';
import { companiesService } from './companies.service.ts';

export function companyRoutes(app: FastifyInstance, services: Services, uses: readonly RecordUse[]): void {
  mountResource(app, services, companies, companiesService(uses));
}
