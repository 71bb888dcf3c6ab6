import { webhooks } from '#contract/core/webhooks.ts';
import { asksFreshFactor } from '#server/features/identity/index.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { companyOfRequest } from '../companies/company-id.ts';
import { stream } from './webhooks.repository.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { webhooksService } from './webhooks.service.ts';

export const webhookSlice = slice({
  resource: webhooks,
  service: webhooksService,
  prepare: asksFreshFactor,
  routes: webhookRoutes,
  history: historyInTable('webhook_targets'),
  // What waited for it is gone.
  trash: 'none',
  exports: exportFields(
    'webhooks',
    async (ctx, query, request) => stream(ctx.db, ctx.scope, query, await companyOfRequest(ctx, request)),
    [
      ['url', 'text'],
      ['active', 'boolean'],
    ],
  ),
});
