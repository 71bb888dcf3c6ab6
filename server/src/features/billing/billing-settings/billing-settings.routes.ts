import type { FastifyInstance } from 'fastify';
import { billingRuns, billingSettings, billingSettingsWrite } from '#contract/billing/billing-runs.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { changeSeller, readSeller } from './billing-settings.service.ts';

/** Who sends the invoices. */
export function sellerRoutes(app: FastifyInstance, services: Services): void {
  const { permission } = billingRuns;
  const action = actionsOf(app, services, { path: 'fm/billing-settings', permission });
  action('GET', '', { right: 'read', result: billingSettings }, readSeller);
  action(
    'PUT',
    '',
    { right: 'finalise', body: billingSettingsWrite, result: billingSettings },
    (ctx, { body }) => changeSeller(ctx, body),
  );
}
