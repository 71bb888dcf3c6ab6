import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownCredits, runCredits } from '#contract/facility/billing-credits.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import type { WhichCredits } from './credits.repository.ts';
import { createCredit, findCreditPaper, ofCaller, ofRun, ownCreditsService, runCreditsService } from './credits.service.ts';

/** Credit invoices of runs, and the customer's own. */
export function creditRoutes(app: FastifyInstance, services: Services): void {
  const runOf = (request: FastifyRequest) => parentsOf<typeof runCredits>(request).runId;
  mountResource(app, services, runCredits, runCreditsService);
  // As grave as making a run final: a number is given, and nothing is taken back.
  const permission = `${runCredits.permission}.finalise`;
  const response = { 201: z.object({ result: runCredits.record }) };
  app.post(urlOf(runCredits), { config: { permission }, schema: { tags: [runCredits.path], body: runCredits.create, response } }, async (request, reply) => {
    const ctx = contextOf(services, request, permission);
    return reply.code(201).send({ result: await createCredit(ctx, parseInput(runCredits.create, request.body), runOf(request)) });
  });
  mountPapers(app, services, runCredits, (ctx, request) => ofRun(ctx, runOf(request)));
  mountResource(app, services, ownCredits, ownCreditsService);
  mountPapers(app, services, ownCredits, ofCaller);
}

function urlOf(resource: typeof runCredits | typeof ownCredits): string {
  return `/api/${resource.path.replace('{runId}', ':runId')}`;
}

function mountPapers(
  app: FastifyInstance,
  services: Services,
  resource: typeof runCredits | typeof ownCredits,
  which: (ctx: Context, request: FastifyRequest) => WhichCredits,
): void {
  const permission = `${resource.permission}.read`;
  for (const kind of ['pdf', 'ubl'] as const) {
    app.get(`${urlOf(resource)}/:id/${kind}`, { config: { permission }, schema: { tags: [resource.path] } }, async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      return sendStored(reply, ctx.files, { ...(await findCreditPaper(ctx, which(ctx, request), idOf(request), kind)), isImmutable: true });
    });
  }
}
