import type { FastifyInstance } from 'fastify';
import { allSettings, customerSettings } from '#contract/billing/customer-settings.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { allSettingsService, createSettings, createSettingsOf } from './customer-settings.service.ts';

export function customerSettingsRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, allSettings, allSettingsService);

  // There is no right of its own to make them: whoever may change them makes the first ones.
  const made = { right: 'update', result: customerSettings.record, status: 201 } as const;
  actionsOf(app, services, customerSettings)(
    'POST',
    '',
    { ...made, body: customerSettings.create },
    (ctx, { body, parents }) => createSettingsOf(ctx, parents.companyId, body),
  );
  actionsOf(app, services, { ...allSettings, tag: customerSettings.path })(
    'POST',
    '',
    { ...made, body: allSettings.create },
    (ctx, { body }) => createSettings(ctx, body),
  );
}
