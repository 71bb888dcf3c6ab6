import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import type { ExportColumnSpec } from '#contract/export/columns.ts';
import { allCustomerAdministrations, customerAdministrations } from '#contract/billing/customers.ts';
import type { Row } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { idOf, mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import {
  customerAdministrationsService,
  allCustomerAdministrationsService,
  streamAdministrations,
  updateAdministration,
} from './customers.service.ts';

const administrationColumns: readonly ExportColumnSpec<Row<typeof allCustomerAdministrations>>[] = [
  ['tag', 'text', ({ tag }) => tag],
  ['name', 'text', ({ name }) => name],
  ['coupling', 'text', ({ coupling }) => coupling],
  ['mailHostname', 'text', ({ mailHostname }) => mailHostname],
  ['mailUsername', 'text', ({ mailUsername }) => mailUsername],
  ['mailIsActive', 'boolean', ({ mailIsActive }) => mailIsActive],
];

/** The administrations of customers, below a company and by themselves. */
export function customerAdministrationRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, customerAdministrations, customerAdministrationsService);
  mountExport(app, services, customerAdministrations, {
    list: 'administrations',
    rows: (ctx, query, request) =>
      streamAdministrations(ctx, query, parentsOf<typeof customerAdministrations>(request).companyId),
    columns: administrationColumns,
  });
  mountResource(app, services, allCustomerAdministrations, allCustomerAdministrationsService);
  mountExport(app, services, allCustomerAdministrations, {
    list: 'administrations',
    rows: (ctx, query) => streamAdministrations(ctx, query, undefined),
    columns: administrationColumns,
  });
  mountUpdate(app, services);
}

// Product 2.7 names this call; its permission is that of the administrations themselves.
function mountUpdate(app: FastifyInstance, services: Services): void {
  const permission = `${administrations.permission}.update`;
  const schema = {
    tags: [allCustomerAdministrations.path],
    body: administrations.update,
    response: { 200: z.object({ result: allCustomerAdministrations.record }) },
  };
  app.put(
    `/api/${allCustomerAdministrations.path}/:id`,
    { config: { permission }, schema },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return {
        result: await updateAdministration(
          ctx,
          idOf(request),
          parseInput(administrations.update, request.body),
        ),
      };
    },
  );
}
