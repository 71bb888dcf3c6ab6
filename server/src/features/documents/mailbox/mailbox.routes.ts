import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { administrations } from '#contract/core/administrations.ts';
import { intakeSettings, intakeSettingsWrite } from '#contract/documents/intake-log.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { findIntakeSettings, saveIntakeSettings } from './mailbox.service.ts';

const url = '/api/core/companies/:companyId/administrations/:id/intake';
const params = z.object({ companyId: z.string(), id: z.string() });
const answer = z.object({ result: intakeSettings });
const tags = [administrations.path];

/** How mail to an administration is answered, and how reading its mailbox went last. */
export function mailboxRoutes(app: FastifyInstance, services: Services): void {
  const read = `${administrations.permission}.read`;
  app.get(
    url,
    { config: { permission: read }, schema: { tags, response: { 200: answer } } },
    async (request) => ({
      result: await findIntakeSettings(contextOf(services, request, read), keyOf(request)),
    }),
  );
  const update = `${administrations.permission}.update`;
  app.put(
    url,
    {
      config: { permission: update },
      schema: { tags, body: intakeSettingsWrite, response: { 200: answer } },
    },
    async (request) => {
      const ctx = contextOf(services, request, update);
      const body = parseInput(intakeSettingsWrite, request.body);
      return { result: await saveIntakeSettings(ctx, keyOf(request), body) };
    },
  );
}

function keyOf(request: FastifyRequest) {
  const { companyId, id } = params.parse(request.params);
  return { companyId, administrationId: id };
}
