import type { FastifyInstance } from 'fastify';
import { administrations } from '#contract/core/administrations.ts';
import { intakeSettings, intakeSettingsWrite } from '#contract/documents/intake-log.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { findIntakeSettings, saveIntakeSettings } from './mailbox.service.ts';

/** How mail to an administration is answered, and how reading its mailbox went last. */
export function mailboxRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, administrations);
  const result = intakeSettings;
  action('GET', '/:id/intake', { right: 'read', result }, (ctx, { id, parents }) =>
    findIntakeSettings(ctx, { ...parents, administrationId: id }),
  );
  action(
    'PUT',
    '/:id/intake',
    { right: 'update', body: intakeSettingsWrite, result },
    (ctx, { id, parents, body }) => saveIntakeSettings(ctx, { ...parents, administrationId: id }, body),
  );
}
