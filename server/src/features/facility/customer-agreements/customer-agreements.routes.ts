import type { FastifyInstance } from 'fastify';
import { allCustomerAgreements, customerAgreements } from '#contract/facility/customer-agreements.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { allCustomerAgreementsService, customerAgreementsService } from './customer-agreements.service.ts';

export function customerAgreementRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, customerAgreements, customerAgreementsService);
  mountResource(app, services, allCustomerAgreements, allCustomerAgreementsService);
}
