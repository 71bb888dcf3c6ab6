import type { FastifyInstance } from 'fastify';
import { allCustomerAgreements } from '#contract/billing/customer-agreements.ts';
import type { Services } from '#server/platform/context.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { allCustomerAgreementsService } from './customer-agreements.service.ts';

export function customerAgreementRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, allCustomerAgreements, allCustomerAgreementsService);
}
