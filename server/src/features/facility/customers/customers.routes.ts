import type { FastifyInstance } from 'fastify';
import { customerAdministrations, customers, facilityAdministrations } from '#contract/facility/customers.ts';
import type { Services } from '#server/platform/context.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { stream } from './customers.repository.ts';
import { customerAdministrationsService, customersService, facilityAdministrationsService } from './customers.service.ts';

export function customerRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, customers, customersService);
  mountExport(app, services, customers, {
    list: 'customers',
    rows: async ({ db, scope }, query) => stream(db, scope, query),
    columns: [
      ['fmCustomerId', 'number', ({ fmCustomerId }) => fmCustomerId],
      ['name', 'text', ({ name }) => name],
      ['active', 'boolean', ({ active }) => active],
      ['subscriptionType', 'number', ({ subscriptionType }) => subscriptionType],
      ['startDate', 'day', ({ startOn }) => startOn],
    ],
  });
  mountResource(app, services, customerAdministrations, customerAdministrationsService);
  mountResource(app, services, facilityAdministrations, facilityAdministrationsService);
}
