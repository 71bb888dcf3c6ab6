import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  appliedFlow,
  applyFlowCommand,
  approvalFlows,
  flowPreview,
  flowPreviewQuery,
  flowVersion,
  putInUseCommand,
} from '#contract/invoicing/approval-flows.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { applyFlow, discardDraft, listVersions, previewFlow, putInUse } from './flows.service.ts';

export function flowRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, approvalFlows);
  const change = { right: 'update', isBodyOptional: true } as const;
  const result = approvalFlows.record;
  action('POST', '/:id/put-in-use', { ...change, body: putInUseCommand, result }, (ctx, { id, body }) =>
    putInUse(ctx, id, body.rowVersion),
  );
  action('POST', '/:id/apply', { ...change, body: applyFlowCommand, result: appliedFlow }, (ctx, { id }) =>
    applyFlow(ctx, id),
  );
  action('DELETE', '/:id/draft', { right: 'update', result }, (ctx, { id }) => discardDraft(ctx, id));
  action('GET', '/:id/versions', { right: 'read', result: z.array(flowVersion) }, (ctx, { id }) =>
    listVersions(ctx, id),
  );
  action(
    'GET',
    '/:id/preview',
    { right: 'read', query: flowPreviewQuery, result: flowPreview },
    (ctx, input) => previewFlow(ctx, input.id, input.query),
  );
}
