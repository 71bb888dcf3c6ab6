import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownCredits, runCredits } from '#contract/billing/credits.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { mountPapers } from '../billing-runs/invoice-files.routes.ts';
import { mountCreditExport } from './credits.export.ts';
import {
  createCredit,
  findCreditFile,
  ofCaller,
  ofKnownRun,
  ofRun,
  ownCreditsService,
} from './credits.service.ts';

/** Credit invoices of runs, and the customer's own. */
export function creditRoutes(app: FastifyInstance, services: Services): void {
  const runOf = (request: FastifyRequest) => parentsOf<typeof runCredits>(request).runId;
  // As grave as making a run final: a number is given, and nothing is taken back.
  const permission = `${runCredits.permission}.finalise`;
  const response = { 201: z.object({ result: runCredits.record }) };
  app.post(
    `/api/${runCredits.path.replace('{runId}', ':runId')}`,
    { config: { permission }, schema: { tags: [runCredits.path], body: runCredits.create, response } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      return reply.code(201).send({
        result: await createCredit(ctx, parseInput(runCredits.create, request.body), runOf(request)),
      });
    },
  );
  mountPapers(app, services, runCredits, (ctx, request, ...paper) =>
    findCreditFile(ctx, ofRun(ctx, runOf(request)), ...paper),
  );
  mountCreditExport(app, services, runCredits, (ctx, request) => ofKnownRun(ctx, runOf(request)));
  mountResource(app, services, ownCredits, ownCreditsService);
  mountCreditExport(app, services, ownCredits, async (ctx) => ofCaller(ctx));
  mountPapers(app, services, ownCredits, (ctx, _request, ...paper) =>
    findCreditFile(ctx, ofCaller(ctx), ...paper),
  );
}
