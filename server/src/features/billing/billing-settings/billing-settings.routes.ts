import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { billingRuns, billingSettings, billingSettingsWrite } from '#contract/billing/billing-runs.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { changeSeller, readSeller } from './billing-settings.service.ts';

const url = '/api/fm/billing-settings';

/** Who sends the invoices. */
export function sellerRoutes(app: FastifyInstance, services: Services): void {
  const response = { 200: z.object({ result: billingSettings }) };
  const tags = ['fm/billing-settings'];
  const read = `${billingRuns.permission}.read`;
  const write = `${billingRuns.permission}.finalise`;
  app.get(url, { config: { permission: read }, schema: { tags, response } }, async (request) => ({
    result: await readSeller(contextOf(services, request, read)),
  }));
  app.put(
    url,
    { config: { permission: write }, schema: { tags, body: billingSettingsWrite, response } },
    async (request) => ({
      result: await changeSeller(
        contextOf(services, request, write),
        parseInput(billingSettingsWrite, request.body),
      ),
    }),
  );
}
