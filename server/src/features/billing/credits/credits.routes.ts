import type { FastifyInstance } from 'fastify';
import { ownCredits, runCredits } from '#contract/billing/credits.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountResource, parentsOf } from '#server/platform/http/mount-resource.ts';
import { mountInvoiceFiles } from '../billing-runs/invoice-files.routes.ts';
import { filterForCaller, filterForRun } from '../billing-runs/run-invoices.service.ts';
import { mountCreditExport } from './credits.export.ts';
import { createCredit, findCreditFile, filterForKnownRun, ownCreditsService } from './credits.service.ts';

/** Credit invoices of runs, and the customer's own. */
export function creditRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, runCredits);
  // Takes the same right as making a run final: it assigns a number, and cannot be undone.
  const create = {
    right: 'finalise',
    body: runCredits.create,
    result: runCredits.record,
    status: 201,
  } as const;
  action('POST', '', create, (ctx, { body, parents }) => createCredit(ctx, body, parents.runId));
  mountInvoiceFiles(app, services, runCredits, (ctx, { parents: { runId }, id }, kind) =>
    findCreditFile(ctx, filterForRun(ctx, runId), id, kind),
  );
  mountCreditExport(app, services, runCredits, (ctx, request) =>
    filterForKnownRun(ctx, parentsOf<typeof runCredits>(request).runId),
  );
  mountResource(app, services, ownCredits, ownCreditsService);
  mountCreditExport(app, services, ownCredits, async (ctx) => filterForCaller(ctx));
  mountInvoiceFiles(app, services, ownCredits, (ctx, { id }, kind) =>
    findCreditFile(ctx, filterForCaller(ctx), id, kind),
  );
}
