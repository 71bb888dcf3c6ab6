import type { FastifyInstance } from 'fastify';
import { administrations } from '#contract/core/administrations.ts';
import { allCustomerAdministrations, customerAdministrations } from '#contract/billing/customers.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { exportFields, mountExport } from '#server/platform/http/mount-export.ts';
import { mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import {
  customerAdministrationsService,
  allCustomerAdministrationsService,
  streamAdministrations,
  updateAdministration,
} from './customers.service.ts';

const exported = exportFields(
  'administrations',
  (ctx, query, request) =>
    streamAdministrations(ctx, query, parentsOf<typeof customerAdministrations>(request).companyId),
  [
    ['tag', 'text'],
    ['name', 'text'],
    ['coupling', 'text'],
    ['mailHostname', 'text'],
    ['mailUsername', 'text'],
    ['mailIsActive', 'boolean'],
  ],
);

/** The administrations of customers, below a company and by themselves. */
export function customerAdministrationRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, customerAdministrations, customerAdministrationsService);
  mountExport(app, services, customerAdministrations, exported);
  mountResource(app, services, allCustomerAdministrations, allCustomerAdministrationsService);
  mountExport(app, services, allCustomerAdministrations, exported);

  // Product 2.7 names this call; its permission is that of the administrations themselves.
  const { name, path, record: result } = allCustomerAdministrations;
  const { permission, update: body } = administrations;
  actionsOf(app, services, { name, path, permission })(
    'PUT',
    '/:id',
    { right: 'update', body, result },
    (ctx, input) => updateAdministration(ctx, input.id, input.body),
  );
}
