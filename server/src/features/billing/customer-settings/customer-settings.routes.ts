import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { allSettings, customerSettings } from '#contract/billing/customer-settings.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { allSettingsService, createSettings, createSettingsOf } from './customer-settings.service.ts';

export function customerSettingsRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, allSettings, allSettingsService);

  // There is no right of its own to make them: whoever may change them makes the first ones.
  const permission = `${customerSettings.permission}.update`;
  const response = { 201: z.object({ result: customerSettings.record }) };
  const tags = [customerSettings.path];
  app.post(
    '/api/fm/companies/:companyId/settings',
    { config: { permission }, schema: { tags, body: customerSettings.create, response } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { companyId } = parentsOf<typeof customerSettings>(request);
      return reply.code(201).send({
        result: await createSettingsOf(ctx, companyId, parseInput(customerSettings.create, request.body)),
      });
    },
  );
  app.post(
    '/api/fm/settings',
    { config: { permission }, schema: { tags, body: allSettings.create, response } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      return reply
        .code(201)
        .send({ result: await createSettings(ctx, parseInput(allSettings.create, request.body)) });
    },
  );
}
